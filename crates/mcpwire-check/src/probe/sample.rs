//! Arguments that a tool's schema lets pass, made from the schema alone.

use mcpwire_schema::{Limits, tool_input};
use serde_json::{Map, Value, json};

use super::pattern::matching;

/// Arguments that fit a tool's `inputSchema`: its examples, defaults and enumerations where there
/// are any, otherwise the least that will do. `None` if the schema is unusable, or too clever.
pub fn sample_arguments(schema: &Value) -> Option<Value> {
    let compiled = tool_input(schema, &Limits::default()).ok()?;
    let value = Maker { root: schema }.value(schema, DEEPEST)?;
    (compiled.is_valid(&value) == Ok(true)).then_some(value)
}

/// How deep schemas are followed, references included.
const DEEPEST: usize = 24;
/// The most elements that are made for an array.
const MOST: u64 = 64;

struct Maker<'a> {
    root: &'a Value,
}

impl Maker<'_> {
    fn value(&self, schema: &Value, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let Value::Object(members) = schema else {
            return (*schema == Value::Bool(true)).then(|| json!({}));
        };
        if let Some(given) = given(members) {
            return Some(given);
        }
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#')?;
            return self.value(self.root.pointer(pointer)?, depth);
        }
        if let Some(parts) = members.get("allOf").and_then(Value::as_array) {
            return self.value(&Value::Object(self.merged(members, parts)?), depth);
        }
        for name in ["anyOf", "oneOf"] {
            if let Some(ways) = members.get(name).and_then(Value::as_array) {
                return ways.iter().find_map(|way| self.value(way, depth));
            }
        }
        match kind(members)? {
            "object" => self.object(members, depth),
            "array" => self.array(members, depth),
            "string" => string(members),
            "integer" | "number" => number(members),
            "boolean" => Some(Value::Bool(false)),
            _ => Some(Value::Null),
        }
    }

    /// A schema with the members of its parts; properties and demands add up.
    fn merged(&self, schema: &Map<String, Value>, parts: &[Value]) -> Option<Map<String, Value>> {
        let mut merged = schema.clone();
        merged.remove("allOf");
        for part in parts {
            let part = match part.get("$ref").and_then(Value::as_str) {
                Some(reference) => self.root.pointer(reference.strip_prefix('#')?)?,
                None => part,
            };
            for (name, value) in part.as_object()? {
                match (merged.get_mut(name), value) {
                    (Some(Value::Object(old)), Value::Object(new)) => old.extend(new.clone()),
                    (Some(Value::Array(old)), Value::Array(new)) => old.extend(new.clone()),
                    _ => {
                        merged.insert(name.clone(), value.clone());
                    }
                }
            }
        }
        Some(merged)
    }

    fn object(&self, schema: &Map<String, Value>, depth: usize) -> Option<Value> {
        let mut object = Map::new();
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            let property = schema.get("properties").and_then(|all| all.get(name));
            let value = self.value(property.unwrap_or(&Value::Bool(true)), depth)?;
            object.insert(name.to_owned(), value);
        }
        Some(Value::Object(object))
    }

    fn array(&self, schema: &Map<String, Value>, depth: usize) -> Option<Value> {
        let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        if least == 0 {
            return Some(json!([]));
        }
        let each = self.value(schema.get("items").unwrap_or(&Value::Bool(true)), depth)?;
        Some((0..least.min(MOST)).map(|_| each.clone()).collect())
    }
}

/// A value that the schema itself names.
fn given(schema: &Map<String, Value>) -> Option<Value> {
    let first = |name| schema.get(name).and_then(Value::as_array).and_then(|all| all.first());
    let named = schema.get("const").or_else(|| first("examples"));
    named.or_else(|| schema.get("default")).or_else(|| first("enum")).cloned()
}

/// The type to make: the first that is not `null`.
fn kind(schema: &Map<String, Value>) -> Option<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => Some(name),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.filter(|name| *name != "null").chain(["null"]).next()
        }
        Some(_) => None,
        None if schema.contains_key("properties") => Some("object"),
        None => Some("string"),
    }
}

fn string(schema: &Map<String, Value>) -> Option<Value> {
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        return matching(pattern).map(Value::from);
    }
    let text = match schema.get("format").and_then(Value::as_str) {
        Some("date") => "2026-07-28",
        Some("date-time") => "2026-07-28T09:00:00Z",
        Some("time") => "09:00:00Z",
        Some("email") => "amira@example.com",
        Some("uri" | "url") => "https://example.com/",
        Some("uuid") => "6f1d1d0e-6a3b-4c1e-9d0a-3b5f0c9e7a10",
        _ => "example",
    };
    let bound = |name| schema.get(name).and_then(Value::as_u64).and_then(|n| n.try_into().ok());
    let least = bound("minLength").unwrap_or(0_usize).min(LONGEST);
    let most = bound("maxLength").unwrap_or(usize::MAX);
    let text: String = text.chars().cycle().take(text.len().max(least).min(most)).collect();
    Some(Value::from(text))
}

/// The longest text that is made.
const LONGEST: usize = 4096;

fn number(schema: &Map<String, Value>) -> Option<Value> {
    let at = |name| schema.get(name).and_then(Value::as_i64);
    let least = at("minimum").or_else(|| at("exclusiveMinimum").map(|n| n.saturating_add(1)));
    let most = at("maximum").or_else(|| at("exclusiveMaximum").map(|n| n.saturating_sub(1)));
    let number = 1_i64.max(least.unwrap_or(i64::MIN)).min(most.unwrap_or(i64::MAX));
    let number = match at("multipleOf") {
        Some(step @ 2..) => number.checked_add(step - 1)?.div_euclid(step) * step,
        _ => number,
    };
    Some(Value::from(number))
}
