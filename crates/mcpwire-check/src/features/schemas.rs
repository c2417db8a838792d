//! The schemas that tools state: that they are valid in their dialect.

use std::collections::HashSet;

use mcpwire_protocol::json::{Kind, Pointer, Text};
use mcpwire_schema::{Limits, Schema, SchemaError};
use serde_json::Value;

use crate::asked::mark_of;
use crate::checker::Desk;
use crate::features::schema_advice::{advice, wrong_type};
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Stream, Trust};

/// The schemas that were found valid, by their marks: a list comes many times.
#[derive(Debug, Default)]
pub(crate) struct Schemas {
    valid: HashSet<u64>,
}

/// What is wrong with a schema, and where.
struct Wrong {
    pointer: String,
    reason: String,
    advice: String,
}

/// How many valid schemas are remembered.
const MOST: usize = 20_000;
/// How many schemas of one list are looked at, and how long each may be.
const MOST_OF_LIST: usize = 4_000;
const LONGEST: usize = 256 << 10;

impl Stream {
    /// Judges the schemas of a page of tools.
    pub(crate) fn schemas(&mut self, desk: &mut Desk, here: &Here<'_>, result: Text<'_>) {
        let tools = result.get("tools").filter(|tools| tools.kind() == Kind::Array);
        for (index, tool) in tools.into_iter().flat_map(Text::elements).enumerate() {
            if index >= MOST_OF_LIST / 2 {
                return;
            }
            let name = tool.get("name").and_then(Text::as_string).unwrap_or_default();
            for member in ["inputSchema", "outputSchema"] {
                let schema = tool.get(member).filter(|it| it.kind() == Kind::Object);
                let Some(schema) = schema.filter(|it| it.as_str().len() <= LONGEST) else {
                    continue;
                };
                let Some(Wrong { pointer, reason, advice }) = self.known.schemas.wrong(schema)
                else {
                    desk.evidence.occasion(Exchange::SchemaValid);
                    continue;
                };
                let seen = format!("`{member}` of the tool `{name:.80}` is not valid: {reason}.");
                let place = schema.at(&Pointer::spelled(&pointer)).unwrap_or(schema);
                let whole = format!("/result/tools/{index}/{member}{pointer}");
                let at = here.member(place, &whole);
                desk.blame(here, Exchange::SchemaValid, at, seen, advice);
            }
        }
    }
}

impl Stream {
    /// Judges the schemas of an answer of which the request is not in evidence. Only tools have
    /// them under these names.
    pub(crate) fn schemas_of_somebody(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        result: Text<'_>,
    ) {
        let is_modern = here.revision.is_modern() && here.trust == Trust::Whole;
        let kind = result.get("resultType");
        if is_modern && kind.is_some_and(|kind| kind.is_string("complete")) {
            self.schemas(desk, here, result);
        }
    }
}

impl Schemas {
    /// What is wrong with a schema, where it is the schema and not what is understood of it.
    fn wrong(&mut self, schema: Text<'_>) -> Option<Wrong> {
        let mark = mark_of(schema.as_str());
        if self.valid.contains(&mark) {
            return None;
        }
        let value: Value = serde_json::from_str(schema.as_str()).ok()?;
        match Schema::compile(&value, &Limits::default()) {
            // A `$schema` that is no text breaks a rule of its own.
            Err(SchemaError::Invalid { pointer, reason }) if pointer != "/$schema" => {
                let reason = wrong_type(&value, &pointer).unwrap_or(reason);
                Some(Wrong { advice: advice(&value, &pointer), pointer, reason })
            }
            Err(SchemaError::NotAnObjectOrBoolean { pointer, found }) => {
                let place = if pointer.is_empty() { "it" } else { &*pointer };
                let reason = format!("`{place:.200}` must be a schema, but is {found}");
                Some(Wrong { advice: advice(&value, &pointer), pointer, reason })
            }
            // Everything else is beyond what is understood here, which is nobody's fault.
            Err(_) => None,
            Ok(_) => {
                if self.valid.len() < MOST {
                    self.valid.insert(mark);
                }
                None
            }
        }
    }
}
