//! Values and types in words, never at length.

use serde_json::Value;

/// Characters of a text that are shown.
const SHOWN: usize = 60;
/// Values of a list that are shown.
const LISTED: usize = 8;

/// A text, cut when long.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The type of a value with its article.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A type of JSON Schema with its article.
pub(crate) fn type_name(name: &str) -> String {
    match name {
        "null" => "null".to_owned(),
        "array" | "integer" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// A value as it is shown to its author.
pub(crate) fn found(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) => value.to_string(),
        Value::Number(number) => cut(&number.to_string()),
        Value::String(text) => format!("the string {}", quoted(text)),
        Value::Array(items) => format!("an array of {}", count(items.len() as u64, "item")),
        Value::Object(members) => {
            format!("an object with {}", count(members.len() as u64, "member"))
        }
    }
}

/// A value of the schema as it is shown: short ones whole, others cut.
pub(crate) fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) if items.len() > LISTED => kind(value).to_owned(),
        Value::Object(members) if members.len() > LISTED => kind(value).to_owned(),
        // Nesting is bounded by the depth of the schema.
        _ => cut(&value.to_string()),
    }
}

fn quoted(text: &str) -> String {
    Value::String(cut(text)).to_string()
}

/// The first values of a list.
pub(crate) fn list(values: &[Value]) -> String {
    let mut shown: Vec<_> = values.iter().take(LISTED).map(literal).collect();
    if values.len() > LISTED {
        shown.push(format!("{} more", values.len() - LISTED));
    }
    shown.join(", ")
}

/// "a or b or c".
pub(crate) fn alternatives(words: &[String]) -> String {
    words.join(" or ")
}

/// A number with its noun.
pub(crate) fn count(number: u64, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
