//! The schemas that tools state, and whether what they return keeps to them.

use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::{Incoming, Outcome as Response};
use mcpwire_protocol::rules::Level;
use mcpwire_schema::{Limits, Refusal, Schema, SchemaError};
use serde_json::Value;

use super::judge::{Breach, Outcome};

/// The rules that are judged here.
const VALID: &str = "jsonschema-valid";
const MISSING: &str = "tool-output-missing";
const NONCONFORMING: &str = "tool-output-nonconforming";

/// A tool in a list, as far as its results can be judged by it.
#[derive(Debug)]
struct Stated {
    name: String,
    output: Option<Schema>,
}

/// The tools that were listed with their schemas.
#[derive(Debug, Default)]
pub struct Schemas {
    tools: Vec<Stated>,
    is_listed: bool,
}

impl Schemas {
    /// Judges a probe's answers: the schemas in a list of tools, and the results of calls of tools
    /// that were listed before. Second come the rules that were kept.
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
            Some("tools/call") => self.call(&asked, result),
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
        let mut judged = Vec::new();
        self.is_listed = true;
        let tools = result.get("tools").and_then(Value::as_array);
        for (index, tool) in tools.into_iter().flatten().enumerate() {
            let Some(name) = tool.get("name").and_then(Value::as_str) else { continue };
            let mut output = None;
            for member in ["inputSchema", "outputSchema"] {
                let Some(schema) = tool.get(member).filter(|one| one.is_object()) else { continue };
                match Schema::compile(schema, &Limits::default()) {
                    Ok(schema) if member == "outputSchema" => output = Some(schema),
                    Ok(_) => {}
                    Err(error) => {
                        let place = format!("/result/tools/{index}/{member}");
                        judged.extend(invalid(name, member, &place, &error));
                    }
                }
            }
            self.tools.push(Stated { name: name.to_owned(), output });
        }
        if judged.is_empty() && !self.tools.is_empty() {
            judged.push((VALID, None));
        }
        judged
    }

    fn call(&self, asked: &Value, result: Text<'_>) -> Vec<Judged> {
        let name = asked.pointer("/params/name").and_then(Value::as_str);
        let tool = self.tools.iter().find(|tool| Some(&*tool.name) == name);
        let Some((tool, schema)) = tool.and_then(|tool| Some((tool, tool.output.as_ref()?))) else {
            return Vec::new();
        };
        let is_error = result.get("isError").and_then(Text::boolean) == Some(true);
        let kind = result.get("resultType");
        if is_error || kind.is_some_and(|kind| !kind.is_string("complete")) {
            return Vec::new();
        }
        let Some(output) = result.get("structuredContent") else {
            let seen =
                format!("`{}` states an `outputSchema`, but returns nothing by it.", tool.name);
            let advice = "Return `structuredContent`, or state no `outputSchema`.";
            return vec![(MISSING, Some(Problem::new(seen, advice, "/result")))];
        };
        let Ok(output) = serde_json::from_str::<Value>(output.as_str()) else { return Vec::new() };
        let mut judged = vec![(MISSING, None)];
        match schema.validate(&output) {
            Ok(()) => judged.push((NONCONFORMING, None)),
            Err(refusal @ Refusal::Violations(_)) => {
                let seen =
                    format!("What `{}` returns breaks its `outputSchema`: {refusal}.", tool.name);
                let advice = "Return what the schema says, or mend the schema.";
                let problem = Problem::new(seen, advice, "/result/structuredContent");
                judged.push((NONCONFORMING, Some(problem)));
            }
            // No verdict is never a verdict.
            Err(Refusal::Unchecked(_)) => {}
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
