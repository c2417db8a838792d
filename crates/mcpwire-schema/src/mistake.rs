//! From the validator's refusal of a schema to ours.

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{ReferencingError, ValidationError};
use serde_json::Value;

use crate::error::SchemaError;
use crate::violations;
use crate::words;

/// What is wrong with a schema that the validator would not take.
pub(crate) fn explain(error: ValidationError<'static>, schema: &Value) -> SchemaError {
    let pointer = error.instance_path().as_str().to_owned();
    match error.kind() {
        Kind::Format { format } if format == "regex" => SchemaError::Pattern {
            pointer,
            pattern: match &**error.instance() {
                Value::String(pattern) => words::cut(pattern),
                other => words::found(other),
            },
        },
        Kind::Referencing(ReferencingError::Unretrievable { uri, .. }) => {
            SchemaError::ExternalReference { pointer, reference: words::cut(uri) }
        }
        Kind::Referencing(other) => SchemaError::BrokenReference {
            reference: schema
                .pointer(&pointer)
                .and_then(Value::as_str)
                .map(words::cut)
                .unwrap_or_default(),
            pointer,
            reason: words::cut(&other.to_string()),
        },
        Kind::Custom { message, .. } => {
            SchemaError::Invalid { pointer, reason: words::cut(message) }
        }
        _ => {
            // The error speaks of the dialect's own schema, so ours has no names to offer.
            let violation = violations::one(&error, &Value::Null);
            SchemaError::Invalid {
                pointer: violation.instance.clone(),
                reason: violation.to_string(),
            }
        }
    }
}
