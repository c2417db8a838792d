//! What tools return, held against the schema that they state.

use std::collections::HashMap;

use mcpwire_protocol::conversation::Answer;
use mcpwire_protocol::json::{Kind, Text};
use mcpwire_schema::{Limits, Refusal, Schema};
use serde_json::Value;

use crate::answered::Answered;
use crate::asked::mark_of;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// The output schemas that a server has listed, by the marks of the tools' names.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    stated: HashMap<u64, Output>,
    /// How many bytes of schemas were kept.
    held: usize,
}

#[derive(Debug)]
enum Output {
    Unread(Box<str>),
    Ready(Schema),
    /// Nobody can say what fits it.
    Unusable,
}

/// How many schemas are kept, and how many bytes of them.
const MOST_SCHEMAS: usize = 256;
const MOST_HELD: usize = 1 << 20;
/// The longest output that is held against a schema.
const LONGEST_OUTPUT: usize = 1 << 20;

impl Outputs {
    pub(crate) fn lose(&mut self) {
        self.stated.clear();
        self.held = 0;
    }

    /// Takes in a page of tools.
    pub(crate) fn page(&mut self, result: Text<'_>, has_cursor: bool) {
        if !has_cursor {
            self.lose();
        }
        for tool in result.get("tools").into_iter().flat_map(Text::elements) {
            let schema = tool.get("outputSchema").filter(|it| it.kind() == Kind::Object);
            let name = tool.get("name").and_then(Text::as_string);
            let (Some(schema), Some(name)) = (schema, name) else { continue };
            let output = match schema.as_str() {
                long if self.held + long.len() > MOST_HELD => Output::Unusable,
                text => {
                    self.held += text.len();
                    Output::Unread(text.into())
                }
            };
            // Of two tools of one name, nobody knows which one is called.
            let mark = mark_of(&name);
            if self.stated.contains_key(&mark) {
                self.stated.insert(mark, Output::Unusable);
            } else if self.stated.len() < MOST_SCHEMAS {
                self.stated.insert(mark, output);
            }
        }
    }

    /// The schema of a tool's output, if it states one that can be used.
    fn of(&mut self, tool: &str) -> Option<&Schema> {
        let output = self.stated.get_mut(&mark_of(tool))?;
        if let Output::Unread(text) = output {
            let schema = serde_json::from_str::<Value>(text).ok();
            let schema = schema.and_then(|it| Schema::compile(&it, &Limits::default()).ok());
            *output = schema.map_or(Output::Unusable, Output::Ready);
        }
        match output {
            Output::Ready(schema) => Some(schema),
            Output::Unread(_) | Output::Unusable => None,
        }
    }
}

impl Stream {
    /// Judges what a tool returns.
    pub(crate) fn output(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        let Some(tool) = one.asked.tool.as_deref() else { return };
        if one.answer != Answer::Complete {
            return;
        }
        let output = result.get("structuredContent");
        if let Some(output) = output {
            twin(desk, here, result, output);
        }
        let Some(schema) = self.known.outputs.of(tool) else { return };
        let Some(output) = output else {
            let seen = format!("{tool:?} states an `outputSchema`, but returns nothing by it.");
            let advice = "Return `structuredContent`, or state no `outputSchema`.";
            let at = here.member(result, "/result");
            return desk.blame(here, Exchange::OutputMissing, at, seen, advice);
        };
        desk.evidence.occasion(Exchange::OutputMissing);
        let text = Some(output.as_str()).filter(|text| text.len() <= LONGEST_OUTPUT);
        let Some(value) = text.and_then(|text| serde_json::from_str::<Value>(text).ok()) else {
            return;
        };
        match schema.validate(&value) {
            Ok(()) => desk.evidence.occasion(Exchange::OutputWrong),
            Err(refusal @ Refusal::Violations(_)) => {
                let seen = format!("What {tool:?} returns breaks its `outputSchema`: {refusal}.");
                let advice = "Return what the schema says, or mend the schema.";
                let at = here.member(output, "/result/structuredContent");
                desk.blame(here, Exchange::OutputWrong, at, seen, advice);
            }
            // No verdict is never a verdict.
            Err(Refusal::Unchecked(_)) => {}
        }
    }
}

/// Structured output is repeated as JSON in a block of text. What the text says is not compared:
/// numbers can be spelled in several ways.
fn twin(desk: &mut Desk, here: &Here<'_>, result: Text<'_>, output: Text<'_>) {
    let content = result.get("content").filter(|content| content.kind() == Kind::Array);
    let Some(content) = content else { return };
    let mut blocks = content.elements().take(1000);
    let is_twin = |block: Text<'_>| {
        let text = block.get("text").and_then(Text::as_string);
        text.is_some_and(|text| {
            Text::parse(text.trim()).is_ok_and(|twin| twin.kind() == output.kind())
        })
    };
    if blocks.any(is_twin) {
        return desk.evidence.occasion(Exchange::OutputText);
    }
    let seen = "No text block of `content` repeats `structuredContent` as JSON.".to_owned();
    let advice = "Add a text block with the JSON, for clients that read text only.";
    let at = here.member(output, "/result/structuredContent");
    desk.blame(here, Exchange::OutputText, at, seen, advice);
}
