//! Where the schema of a tool asks for an argument to be mirrored into a header.
//!
//! Specification: `basic/transports/streamable-http#schema-extension`.

use std::collections::HashSet;
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
const ROOT: &str = "xhdr-reachable-root";

/// The annotated arguments of a tool's input schema, which must not be nested deeper than a
/// message may be.
///
/// # Errors
///
/// The first annotation that breaks the rules.
pub fn header_params(schema: &Value) -> Result<Vec<HeaderParam>, AnnotationError> {
    let mut reader = Reader { path: Vec::new(), headers: HashSet::new(), params: Vec::new() };
    reader.schema_at(schema, None)?;
    Ok(reader.params)
}

/// What is known while a schema is walked through.
struct Reader {
    /// The names of `properties` that have led here.
    path: Vec<String>,
    /// The headers that are taken.
    headers: HashSet<String>,
    params: Vec<HeaderParam>,
}

impl Reader {
    /// Reads a schema; `broken` is the rule that an annotation in it breaks, once something else
    /// than `properties` has led here. The nesting of a schema is bounded by whoever hands it in,
    /// and so is this recursion.
    fn schema_at(
        &mut self,
        schema: &Value,
        broken: Option<&'static str>,
    ) -> Result<(), AnnotationError> {
        let members = match schema {
            Value::Object(members) => members,
            Value::Array(elements) => {
                return elements.iter().try_for_each(|it| self.schema_at(it, broken));
            }
            _ => return Ok(()),
        };
        if let Some(name) = members.get(HEADER) {
            let param = self.param(members, name, broken)?;
            self.params.push(param);
        }
        for (keyword, inner) in members {
            let is_map = matches!(
                keyword.as_str(),
                "$defs" | "definitions" | "patternProperties" | "dependentSchemas"
            );
            match keyword.as_str() {
                // Values, not schemas: what stands there annotates nothing.
                "const" | "enum" | "default" | "examples" | HEADER => {}
                "properties" => {
                    for (name, inner) in inner.as_object().into_iter().flatten() {
                        self.path.push(name.clone());
                        self.schema_at(inner, broken)?;
                        self.path.pop();
                    }
                }
                keyword => {
                    let broken = Some(broken.unwrap_or_else(|| unreachable_by(keyword)));
                    match inner.as_object().filter(|_| is_map) {
                        Some(inner) => {
                            inner.values().try_for_each(|it| self.schema_at(it, broken))?;
                        }
                        None => self.schema_at(inner, broken)?,
                    }
                }
            }
        }
        Ok(())
    }

    fn param(
        &mut self,
        members: &Map<String, Value>,
        name: &Value,
        broken: Option<&'static str>,
    ) -> Result<HeaderParam, AnnotationError> {
        let refused = |rule, message: String| Err(AnnotationError { rule, message });
        let path = &self.path;
        let shown =
            if path.is_empty() { "the root".to_owned() } else { format!("`{}`", path.join(".")) };
        let Some(name) = name.as_str() else {
            return refused("xhdr-name-type", format!("`{HEADER}` at {shown} must be a string."));
        };
        if name.is_empty() {
            return refused("xhdr-name-empty", format!("`{HEADER}` at {shown} is empty."));
        }
        if !name.bytes().all(is_token_byte) {
            let text = format!("`{HEADER}` at {shown} is no name of a header: `{name:.80}`.");
            return refused("xhdr-name-token", text);
        }
        if let Some(rule) = broken.or(path.is_empty().then_some(ROOT)) {
            let text = format!(
                "`{HEADER}: {name:.80}` stands where no chain of `properties` leads; it may only annotate an argument."
            );
            return refused(rule, text);
        }
        let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
        if !matches!(kind, "string" | "integer" | "boolean") {
            let text = format!("`{HEADER}` at {shown} needs the type string, integer or boolean.");
            return refused("xhdr-param-type", text);
        }
        let header = format!("{}{}", super::header::PARAM_PREFIX, name.to_ascii_lowercase());
        if !self.headers.insert(header.clone()) {
            let text = format!(
                "`{HEADER}: {name:.80}` stands there twice; case does not tell them apart."
            );
            return refused("xhdr-name-duplicate", text);
        }
        Ok(HeaderParam { path: path.clone(), name: name.to_owned(), header, kind: kind.to_owned() })
    }
}

/// The rule that an annotation below a keyword breaks.
fn unreachable_by(keyword: &str) -> &'static str {
    match keyword {
        "items" | "prefixItems" | "contains" | "unevaluatedItems" => "xhdr-reachable-items",
        "oneOf" | "anyOf" | "allOf" | "not" => "xhdr-reachable-composition",
        "if" | "then" | "else" => "xhdr-reachable-conditional",
        "$defs" | "definitions" => "xhdr-reachable-ref",
        _ => ROOT,
    }
}

/// RFC 9110, section 5.6.2.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
