//! The depth and the size of a schema, before anything else looks at it.

use serde_json::Value;

use crate::error::SchemaError;
use crate::limits::Limits;

/// Checks depth and size without recursion.
pub(crate) fn schema(schema: &Value, limits: &Limits) -> Result<(), SchemaError> {
    let mut size = 0_usize;
    let mut open = vec![(schema, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > limits.schema_depth {
            return Err(SchemaError::TooDeep { limit: limits.schema_depth });
        }
        // About what compact JSON takes: quotes, a colon, a comma.
        size += match value {
            Value::String(text) => text.len() + 3,
            Value::Object(members) => members.keys().map(|name| name.len() + 3).sum::<usize>() + 3,
            _ => 3,
        };
        if size > limits.schema_size {
            return Err(SchemaError::TooLarge { limit: limits.schema_size });
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => {
                open.extend(members.values().map(|member| (member, depth + 1)));
            }
            _ => {}
        }
    }
    Ok(())
}
