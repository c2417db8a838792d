//! A tool with a parameter that is mirrored into an HTTP header.

use mcpwire::{Content, Tool};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Mirrored {
    value: String,
}

pub(crate) fn tools() -> Vec<Tool> {
    let schema = json!({
        "type": "object",
        "properties": {
            "value": {
                "type": "string",
                "description": "What the header repeats.",
                "x-mcp-header": "Value"
            }
        },
        "required": ["value"]
    });
    let repeat =
        |mirrored: Mirrored| async move { Content::text(format!("value: {}", mirrored.value)) };
    vec![
        Tool::raw("test_custom_header", schema, repeat)
            .describe("Repeats a parameter that is mirrored into a header."),
    ]
}
