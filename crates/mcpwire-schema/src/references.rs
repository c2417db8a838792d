//! Where references lead. Only places inside the document count: nothing is ever fetched.

use serde_json::{Map, Value};

use crate::document::Document;
use crate::error::SchemaError;
use crate::keywords::Relation;

/// Resolves all references of the document and adds them to the edges of its nodes.
pub(crate) fn resolve(document: &mut Document<'_>) -> Result<(), SchemaError> {
    let mut index = 0;
    // Targets that no keyword had found join the table while this runs.
    while index < document.nodes.len() {
        let value = document.nodes[index].value;
        if let Value::Object(schema) = value {
            resolve_one(document, index, schema)?;
        }
        index += 1;
    }
    Ok(())
}

fn resolve_one<'a>(
    document: &mut Document<'a>,
    index: usize,
    schema: &'a Map<String, Value>,
) -> Result<(), SchemaError> {
    for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
        let Some(reference) = schema.get(keyword).and_then(Value::as_str) else {
            continue;
        };
        let at = At { index, keyword, reference };
        let target = target(document, &at)?;
        document.nodes[index].edges.push((
            match keyword {
                "$ref" => Relation::Same,
                _ => Relation::OneOfSame,
            },
            target,
        ));
        let others = match keyword {
            "$dynamicRef" => dynamic_anchor(document.nodes[target].value)
                .and_then(|name| document.dynamic.get(name))
                .cloned(),
            "$recursiveRef" => Some(document.recursive.clone()),
            _ => None,
        };
        for other in others.unwrap_or_default() {
            if other != target {
                document.nodes[index].edges.push((Relation::OneOfSame, other));
            }
        }
    }
    Ok(())
}

fn dynamic_anchor(schema: &Value) -> Option<&str> {
    schema.get("$dynamicAnchor").and_then(Value::as_str)
}

struct At<'a> {
    index: usize,
    keyword: &'static str,
    reference: &'a str,
}

impl At<'_> {
    fn pointer(&self, document: &Document<'_>) -> String {
        format!("{}/{}", document.pointer(self.index), self.keyword)
    }

    fn broken(&self, document: &Document<'_>, reason: impl Into<String>) -> SchemaError {
        SchemaError::BrokenReference {
            pointer: self.pointer(document),
            reference: crate::words::cut(self.reference),
            reason: reason.into(),
        }
    }
}

fn target<'a>(document: &mut Document<'a>, at: &At<'a>) -> Result<usize, SchemaError> {
    if at.reference.is_empty() {
        // The validator would skip it and so accept everything.
        return Err(at.broken(document, "it is empty; `#` means the whole schema"));
    }
    let (uri, fragment) = at.reference.split_once('#').unwrap_or((at.reference, ""));
    let base = match uri {
        "" => document.base(at.index),
        uri => document
            .resolve(at.index, uri)
            .map_err(|reason| at.broken(document, reason))?
            .as_str()
            .trim_end_matches('#')
            .to_owned(),
    };
    let Some(&resource) = document.resources.get(&base) else {
        return Err(SchemaError::ExternalReference {
            pointer: at.pointer(document),
            reference: crate::words::cut(at.reference),
        });
    };
    if fragment.is_empty() {
        return Ok(resource);
    }
    if !fragment.starts_with('/') {
        return document
            .anchors
            .get(&(base, fragment))
            .copied()
            .ok_or_else(|| at.broken(document, "no schema there has this anchor"));
    }
    let Some(pointer) = percent_decoded(fragment) else {
        return Err(at.broken(document, "its percent-encoding is broken"));
    };
    let within: &'a Value = document.nodes[resource].value;
    match within.pointer(&pointer) {
        Some(value @ (Value::Object(_) | Value::Bool(_))) => {
            document.node_at(value, resource, fragment)
        }
        Some(_) => Err(at.broken(document, "what stands there is no schema")),
        None => Err(at.broken(document, "nothing stands there")),
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let (&[high, low], behind) = after.split_first_chunk()?;
            let digit = |byte: u8| char::from(byte).to_digit(16);
            bytes.push((digit(high)? << 4 | digit(low)?) as u8);
            rest = behind;
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}
