//! What a tool's schemas need beyond being schemas.

use serde_json::Value;

use crate::error::SchemaError;
use crate::limits::Limits;
use crate::schema::Schema;
use crate::words;

/// Compiles the `inputSchema` of a tool: an object with `"type": "object"` at its root.
///
/// An `outputSchema` may be any schema: [`Schema::compile`].
///
/// # Errors
///
/// [`SchemaError::NotAToolInput`], or whatever else makes the schema unusable.
///
/// Specification: `server/tools`, "Tool".
pub fn tool_input(schema: &Value, limits: &Limits) -> Result<Schema, SchemaError> {
    let refuse = |reason: String| Err(SchemaError::NotAToolInput { reason });
    let Value::Object(members) = schema else {
        return refuse(format!("this one is {}", words::kind(schema)));
    };
    match members.get("type") {
        Some(Value::String(name)) if name == "object" => Schema::compile(schema, limits),
        Some(other) => refuse(format!("this one has {}", words::literal(other))),
        None => refuse("this one has no `type` there".to_owned()),
    }
}
