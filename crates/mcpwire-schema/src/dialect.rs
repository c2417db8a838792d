//! Which dialect of JSON Schema a schema is written in.

use jsonschema::Draft;
use serde_json::{Map, Value};

use crate::error::SchemaError;

/// The dialects in words, for refusals and documentation.
pub(crate) const SUPPORTED: &str =
    "2020-12 (the default), 2019-09, draft-07, draft-06 and draft-04 are";

const DEFAULT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The dialect that `$schema` of this very object declares, or `inherited` where it is silent.
///
/// # Errors
///
/// [`SchemaError::UnknownDialect`] for a dialect that is not supported, [`SchemaError::Invalid`]
/// where `$schema` is no string.
pub(crate) fn of(
    schema: &Map<String, Value>,
    inherited: Draft,
    pointer: impl Fn() -> String,
) -> Result<Draft, SchemaError> {
    let uri = match schema.get("$schema") {
        None => return Ok(inherited),
        // What nearly every schema says.
        Some(Value::String(uri)) if uri == DEFAULT => return Ok(Draft::Draft202012),
        Some(Value::String(uri)) => uri,
        Some(_) => {
            return Err(SchemaError::Invalid {
                pointer: pointer() + "/$schema",
                reason: "`$schema` must be a string".to_owned(),
            });
        }
    };
    match Draft::from_schema_uri(uri) {
        Draft::Unknown => {
            Err(SchemaError::UnknownDialect { pointer: pointer(), uri: crate::words::cut(uri) })
        }
        draft => Ok(draft),
    }
}

/// Whether `$ref` hides everything beside it, as it did up to draft-07.
pub(crate) fn reference_stands_alone(draft: Draft) -> bool {
    matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
}
