//! Where the schema of a tool asks for an argument to be mirrored into a header.
//!
//! Specification: `basic/transports/streamable-http#schema-extension`.

use std::fmt;

use serde_json::{Map, Value};

/// An argument that a header mirrors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderParam {
    /// The names of `properties` that lead from the arguments to the value.
    pub path: Vec<String>,
    /// The name after `Mcp-Param-`, as the schema spells it.
    pub name: String,
    /// The whole name of the header, in lower case.
    pub header: String,
    /// What the schema says the value is: `string`, `integer` or `boolean`.
    pub kind: String,
}

/// An annotation that breaks the rules, which makes the tool's definition invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationError {
    /// The rule.
    pub rule: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl fmt::Display for AnnotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AnnotationError {}

const HEADER: &str = "x-mcp-header";

/// The annotated arguments of a tool's input schema, which must not be nested deeper than a
/// message may be.
///
/// # Errors
///
/// The first annotation that breaks the rules.
pub fn header_params(schema: &Value) -> Result<Vec<HeaderParam>, AnnotationError> {
    let mut params = Vec::new();
    let mut path = Vec::new();
    schema_at(schema, &mut path, true, &mut params)?;
    Ok(params)
}

/// Reads a schema; `is_reachable` while only `properties` have led here. The nesting of a schema
/// is bounded by whoever hands it in, and so is this recursion.
fn schema_at(
    schema: &Value,
    path: &mut Vec<String>,
    is_reachable: bool,
    params: &mut Vec<HeaderParam>,
) -> Result<(), AnnotationError> {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(elements) => {
            return elements.iter().try_for_each(|it| schema_at(it, path, false, params));
        }
        _ => return Ok(()),
    };
    if let Some(name) = members.get(HEADER) {
        params.push(param(members, name, path, is_reachable, params)?);
    }
    for (keyword, inner) in members {
        match keyword.as_str() {
            // Values, not schemas: what stands there annotates nothing.
            "const" | "enum" | "default" | "examples" | HEADER => {}
            "properties" => {
                for (name, inner) in inner.as_object().into_iter().flatten() {
                    path.push(name.clone());
                    schema_at(inner, path, is_reachable, params)?;
                    path.pop();
                }
            }
            "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => {
                for inner in inner.as_object().into_iter().flat_map(Map::values) {
                    schema_at(inner, path, false, params)?;
                }
            }
            _ => schema_at(inner, path, false, params)?,
        }
    }
    Ok(())
}

fn param(
    members: &Map<String, Value>,
    name: &Value,
    path: &[String],
    is_reachable: bool,
    known: &[HeaderParam],
) -> Result<HeaderParam, AnnotationError> {
    let broken = |rule, message: String| Err(AnnotationError { rule, message });
    let shown =
        if path.is_empty() { "the root".to_owned() } else { format!("`{}`", path.join(".")) };
    let Some(name) = name.as_str() else {
        return broken("xhdr-name-type", format!("`{HEADER}` at {shown} must be a string."));
    };
    if name.is_empty() {
        return broken("xhdr-name-empty", format!("`{HEADER}` at {shown} is empty."));
    }
    if !name.bytes().all(is_token_byte) {
        let text = format!("`{HEADER}` at {shown} is no name of a header: `{name:.80}`.");
        return broken("xhdr-name-token", text);
    }
    if path.is_empty() || !is_reachable {
        let text = format!(
            "`{HEADER}: {name}` stands where no chain of `properties` leads; it may only annotate an argument."
        );
        return broken("xhdr-reachable-root", text);
    }
    let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
    if !matches!(kind, "string" | "integer" | "boolean") {
        let text = format!("`{HEADER}` at {shown} needs the type string, integer or boolean.");
        return broken("xhdr-param-type", text);
    }
    let header = format!("{}{}", super::header::PARAM_PREFIX, name.to_ascii_lowercase());
    if known.iter().any(|param| param.header == header) {
        let text = format!("`{HEADER}: {name}` stands there twice; case does not tell them apart.");
        return broken("xhdr-name-duplicate", text);
    }
    Ok(HeaderParam { path: path.to_vec(), name: name.to_owned(), header, kind: kind.to_owned() })
}

/// RFC 9110, section 5.6.2.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
