//! The schemas that tools state.

use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::{Incoming, Outcome as Response};
use mcpwire_protocol::rules::Level;
use mcpwire_schema::{Limits, Schema, SchemaError};
use serde_json::Value;

use super::judge::{Breach, Outcome};

/// The rule that is judged here.
const VALID: &str = "jsonschema-valid";

/// Whether the schemas of a server's tools have been judged.
#[derive(Debug, Default)]
pub struct Schemas {
    is_listed: bool,
}

impl Schemas {
    /// Judges a probe's answer, if it is a list of tools. Second come the rules that were kept.
    pub fn judge(&mut self, outcome: &Outcome) -> (Vec<Breach>, Vec<&'static str>) {
        let Some(came) = outcome.came.first() else { return Default::default() };
        let Incoming::Response(response) = Incoming::parse(&came.text) else {
            return Default::default();
        };
        let Response::Result(result) = response.outcome else { return Default::default() };
        let Ok(asked) = serde_json::from_str::<Value>(&outcome.probe.line) else {
            return Default::default();
        };
        let judged = match asked.get("method").and_then(Value::as_str) {
            // The list comes several times, and is judged once.
            Some("tools/list") if !self.is_listed => self.list(result),
            _ => return Default::default(),
        };
        let mut breaches = Vec::new();
        let mut kept = Vec::new();
        for (rule, problem) in judged {
            match problem {
                None => kept.push(rule),
                Some(Problem { seen, advice, pointer }) => {
                    let answer = Some(came.at);
                    let at_most = Level::Must;
                    breaches.push(Breach { rule, seen, advice, answer, pointer, at_most });
                }
            }
        }
        (breaches, kept)
    }

    fn list(&mut self, result: Text<'_>) -> Vec<Judged> {
        let Ok(result) = serde_json::from_str::<Value>(result.as_str()) else { return Vec::new() };
        let (mut judged, mut any) = (Vec::new(), false);
        self.is_listed = true;
        let tools = result.get("tools").and_then(Value::as_array);
        for (index, tool) in tools.into_iter().flatten().enumerate() {
            let Some(name) = tool.get("name").and_then(Value::as_str) else { continue };
            for member in ["inputSchema", "outputSchema"] {
                let Some(schema) = tool.get(member).filter(|one| one.is_object()) else { continue };
                any = true;
                if let Err(error) = Schema::compile(schema, &Limits::default()) {
                    let place = format!("/result/tools/{index}/{member}");
                    judged.extend(invalid(name, member, &place, &error));
                }
            }
        }
        if judged.is_empty() && any {
            judged.push((VALID, None));
        }
        judged
    }
}

/// A rule, with what is wrong if it is broken.
type Judged = (&'static str, Option<Problem>);

#[derive(Debug)]
struct Problem {
    seen: String,
    advice: String,
    pointer: Pointer,
}

impl Problem {
    fn new(seen: String, advice: &str, pointer: &str) -> Self {
        Problem { seen, advice: advice.to_owned(), pointer: Pointer::spelled(pointer) }
    }
}

/// What is wrong with a schema, where it is the schema and not what is understood of it.
fn invalid(tool: &str, member: &str, place: &str, error: &SchemaError) -> Option<Judged> {
    // Everything else is beyond what is understood here, which is no fault of the server's.
    let (SchemaError::Invalid { pointer, .. } | SchemaError::NotAnObjectOrBoolean { pointer, .. }) =
        error
    else {
        return None;
    };
    let seen = format!("`{member}` of the tool `{tool}`: {error}");
    let advice = "State a schema that is valid in its dialect.";
    Some((VALID, Some(Problem::new(seen, advice, &format!("{place}{pointer}")))))
}
