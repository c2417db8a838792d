//! Cases about JSON Schema alone: they ask the schema crate, not the server.

use std::time::{Duration, Instant};

use mcpwire_schema::{Limits, Refusal, Schema};
use serde_json::{Value, json};

use super::case::{Case, unknown};
use super::expect::Problem;

/// What the schema crate says about one instance.
enum Verdict {
    Valid,
    Invalid(String),
    /// The schema cannot be used, or the budget ended.
    Refused(String),
}

pub(crate) fn is_about_schemas(case: &Case) -> bool {
    case.input.contains_key("schema") || case.input.contains_key("generate_schema")
}

/// Asks about every instance and compares.
pub(crate) fn run(case: &Case) -> Result<Vec<Problem>, String> {
    let input_keys = ["schema", "instances", "generate_schema", "instance"];
    let expect_keys = ["text", "valid", "within_ms"];
    if let Some(name) = case.input.keys().find(|name| !input_keys.contains(&name.as_str())) {
        return Err(unknown(&case.id, &format!("input.{name}")));
    }
    if let Some(name) = case.expect.keys().find(|name| !expect_keys.contains(&name.as_str())) {
        return Err(unknown(&case.id, &format!("expect.{name}")));
    }
    if let Some(rule) = case.input.get("generate_schema") {
        return expensive(case, rule);
    }
    let schema = case.input.get("schema").unwrap_or(&Value::Null);
    let instances =
        case.input.get("instances").and_then(Value::as_array).ok_or("instances is a list.")?;
    let valid = case.expect.get("valid").and_then(Value::as_array).ok_or("valid is a list.")?;
    if instances.len() != valid.len() {
        return Err("valid must have one value for each instance.".to_owned());
    }
    let mut problems = Vec::new();
    for (instance, valid) in instances.iter().zip(valid) {
        let valid = valid.as_bool().ok_or("valid is a list of booleans.")?;
        let came = match ask(schema, instance) {
            Verdict::Valid if valid => continue,
            Verdict::Invalid(_) if !valid => continue,
            Verdict::Valid => "valid".to_owned(),
            Verdict::Invalid(reason) => format!("invalid: {reason}"),
            Verdict::Refused(reason) => format!("refused: {reason}"),
        };
        problems.push(
            format!(
                "{instance} must be {}, but it is {came}",
                if valid { "valid" } else { "invalid" }
            )
            .into(),
        );
    }
    if case.id == "SCH-10" {
        problems.extend(endless(schema)?);
    }
    Ok(problems)
}

/// References that lead back to themselves must be refused where they are used.
fn endless(schema: &Value) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    for name in ["loop", "x"] {
        let mut schema = schema.clone();
        schema["properties"]["n"] = json!({"$ref": format!("#/$defs/{name}")});
        if let Verdict::Valid = ask(&schema, &json!({"n": {}})) {
            problems
                .push(format!("the endless definition {name} must not call anything valid").into());
        }
    }
    Ok(problems)
}

/// A schema whose naive evaluation takes two to the power of `k` steps.
fn expensive(case: &Case, rule: &Value) -> Result<Vec<Problem>, String> {
    let k = rule.get("k").and_then(Value::as_u64).ok_or("generate_schema has a k.")?;
    if !rule
        .get("rule")
        .and_then(Value::as_str)
        .is_some_and(|text| text.starts_with("s0={type:string}; s(k)={anyOf:"))
    {
        return Err(unknown(&case.id, "this rule of generate_schema"));
    }
    let limit =
        case.expect.get("within_ms").and_then(Value::as_u64).ok_or("within_ms is a number.")?;
    let mut definitions = serde_json::Map::new();
    definitions.insert("s0".to_owned(), json!({"type": "string"}));
    for level in 1..=k {
        let reference = format!("#/$defs/s{}", level - 1);
        let branch =
            json!({"type": "object", "properties": {"a": {"$ref": reference}}, "required": ["a"]});
        definitions.insert(format!("s{level}"), json!({"anyOf": [branch, branch]}));
    }
    let schema = json!({"$ref": format!("#/$defs/s{k}"), "$defs": definitions});
    let mut instance = json!(1);
    for _ in 0..k {
        instance = json!({"a": instance});
    }
    let start = Instant::now();
    let verdict = ask(&schema, &instance);
    let took = start.elapsed();
    let mut problems = Vec::new();
    if let Verdict::Valid = verdict {
        problems.push("an instance that breaks the schema was called valid".to_owned().into());
    }
    if took > Duration::from_millis(limit) {
        problems.push(Problem {
            sentence: format!(
                "expected an end within {limit} ms, but it took {} ms",
                took.as_millis()
            ),
            slow: true,
        });
    }
    Ok(problems)
}

/// The one place that knows the schema crate.
fn ask(schema: &Value, instance: &Value) -> Verdict {
    let schema = match Schema::compile(schema, &Limits::default()) {
        Ok(schema) => schema,
        Err(error) => return Verdict::Refused(error.to_string()),
    };
    match schema.validate(instance) {
        Ok(()) => Verdict::Valid,
        Err(Refusal::Violations(violations)) => Verdict::Invalid(violations.to_string()),
        Err(Refusal::Unchecked(unchecked)) => Verdict::Refused(unchecked.to_string()),
    }
}
