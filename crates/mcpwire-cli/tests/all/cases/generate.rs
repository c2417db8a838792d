//! Input too large to be written out in a case.

use serde_json::{Map, Value};

use super::case::unknown;

/// The bytes of `generate`: lines made from a template.
pub(crate) fn bytes(id: &str, value: &Value) -> Result<Vec<u8>, String> {
    let rule = value.as_object().ok_or("generate is an object.")?;
    let known = ["template", "repeat_request", "count", "NEST", "FILL"];
    if let Some(name) = rule.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(unknown(id, &format!("input.generate.{name}")));
    }
    let template = rule
        .get("template")
        .or_else(|| rule.get("repeat_request"))
        .and_then(Value::as_str)
        .ok_or("generate has a template or repeat_request.")?;
    let mut line = template.to_owned();
    if let Some(nest) = rule.get("NEST") {
        line = line.replace("{{NEST}}", &nested(nest)?);
    }
    if let Some(fill) = rule.get("FILL") {
        line = line.replace("{{FILL}}", &filled(fill)?);
    }
    let count = rule.get("count").map_or(Some(1), Value::as_u64).ok_or("count is a number.")?;
    let mut bytes = Vec::new();
    for number in 1..=count {
        let line = line.replace("{{N}}", &number.to_string());
        if line.contains("{{") {
            return Err(unknown(id, "a placeholder that nothing fills"));
        }
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
    }
    Ok(bytes)
}

fn nested(value: &Value) -> Result<String, String> {
    let rule = object(value, &["open", "close", "depth", "inner"])?;
    let depth = number(rule, "depth")?;
    let inner = rule.get("inner").and_then(Value::as_str).unwrap_or_default();
    Ok([&text(rule, "open")?.repeat(depth), inner, &text(rule, "close")?.repeat(depth)].concat())
}

fn filled(value: &Value) -> Result<String, String> {
    let rule = object(value, &["repeat", "bytes"])?;
    let unit = text(rule, "repeat")?;
    Ok(unit.repeat(number(rule, "bytes")? / unit.len().max(1)))
}

fn object<'a>(value: &'a Value, known: &[&str]) -> Result<&'a Map<String, Value>, String> {
    let rule = value.as_object().ok_or("a filling is an object.")?;
    match rule.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(unknown("input.generate", name)),
        None => Ok(rule),
    }
}

fn text<'a>(rule: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    rule.get(name).and_then(Value::as_str).ok_or_else(|| format!("{name} is missing or no text."))
}

fn number(rule: &Map<String, Value>, name: &str) -> Result<usize, String> {
    rule.get(name)
        .and_then(Value::as_u64)
        .and_then(|number| usize::try_from(number).ok())
        .ok_or_else(|| format!("{name} is missing or no number."))
}
