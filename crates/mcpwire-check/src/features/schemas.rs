//! The schemas that tools state: that they are valid in their dialect.

use std::collections::HashSet;

use mcpwire_protocol::json::{Kind, Pointer, Text};
use mcpwire_schema::{Limits, Schema, SchemaError};
use serde_json::Value;

use crate::asked::mark_of;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// The schemas that were found valid, by their marks: a list comes many times.
#[derive(Debug, Default)]
pub(crate) struct Schemas {
    valid: HashSet<u64>,
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
                let Some((pointer, error)) = self.known.schemas.wrong(schema) else {
                    desk.evidence.occasion(Exchange::SchemaValid);
                    continue;
                };
                let seen = format!("`{member}` of the tool `{name:.80}`: {error}");
                let place = schema.at(&Pointer::spelled(&pointer)).unwrap_or(schema);
                let whole = format!("/result/tools/{index}/{member}{pointer}");
                let at = here.member(place, &whole);
                desk.blame(here, Exchange::SchemaValid, at, seen, advice(&pointer));
            }
        }
    }
}

impl Schemas {
    /// What is wrong with a schema, where it is the schema and not what is understood of it.
    fn wrong(&mut self, schema: Text<'_>) -> Option<(String, SchemaError)> {
        let mark = mark_of(schema.as_str());
        if self.valid.contains(&mark) {
            return None;
        }
        let value: Value = serde_json::from_str(schema.as_str()).ok()?;
        match Schema::compile(&value, &Limits::default()) {
            Err(error) => match &error {
                SchemaError::Invalid { pointer, .. }
                | SchemaError::NotAnObjectOrBoolean { pointer, .. } => {
                    let (pointer, error) = (pointer.clone(), error);
                    // A `$schema` that is no text breaks a rule of its own.
                    (pointer != "/$schema").then_some((pointer, error))
                }
                // Everything else is beyond what is understood here, which is nobody's fault.
                _ => None,
            },
            Ok(_) => {
                if self.valid.len() < MOST {
                    self.valid.insert(mark);
                }
                None
            }
        }
    }
}

/// What to do, for the common mistakes by their own names.
fn advice(pointer: &str) -> &'static str {
    match pointer.rsplit('/').next() {
        Some("required") => {
            "Make `required` a list of names that stands beside `properties`; it is no flag of a \
             property."
        }
        Some("type") => {
            "Make `type` one of string, number, integer, boolean, object, array and null, or a \
             list of these."
        }
        Some("properties") => "Make `properties` an object with a schema under each name.",
        Some("enum") => "Make `enum` a list of values.",
        Some("items") => "Make `items` one schema; a list of them is `prefixItems`.",
        _ => {
            "State a schema that is valid in the dialect that its `$schema` names; without one \
             that is JSON Schema 2020-12."
        }
    }
}
