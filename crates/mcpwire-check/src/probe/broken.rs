//! Arguments that a tool's schema does not let pass.

use mcpwire_schema::{Limits, tool_input};
use serde_json::{Value, json};

/// Arguments that break a tool's `inputSchema`, with what is wrong with them in a few words.
/// `None` if the schema lets everything pass, or is unusable.
pub fn broken_arguments(schema: &Value, fitting: &Value) -> Option<(Value, String)> {
    let compiled = tool_input(schema, &Limits::default()).ok()?;
    let breaks = |value: &Value| compiled.is_valid(value) == Ok(false);
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        let mut arguments = fitting.clone();
        arguments.as_object_mut()?.shift_remove(name);
        if breaks(&arguments) {
            return Some((arguments, format!("without `{name}`")));
        }
    }
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    for (name, _) in properties {
        for wrong in [json!({ "no": "such thing" }), json!("no such thing")] {
            let mut arguments = fitting.clone();
            arguments.as_object_mut()?.insert(name.clone(), wrong);
            if breaks(&arguments) {
                return Some((arguments, format!("with a wrong `{name}`")));
            }
        }
    }
    let mut arguments = fitting.clone();
    arguments.as_object_mut()?.insert("no_such_argument".to_owned(), Value::from(1));
    breaks(&arguments).then(|| (arguments, "with an unknown member".to_owned()))
}
