//! A tool whose schema must come through a listing as it is.

use mcpwire::{Arguments, Content, Tool};
use serde_json::{Value, json};

pub(crate) fn tools() -> Vec<Tool> {
    let say = |arguments: Arguments| async move { Content::text(arguments.0.get()) };
    vec![
        Tool::raw("json_schema_2020_12_tool", schema(), say)
            .describe("Takes arguments with a schema of many keywords, and repeats them."),
    ]
}

/// What 2020-12 has and a reader that knows only plain properties would drop.
fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
    })
}
