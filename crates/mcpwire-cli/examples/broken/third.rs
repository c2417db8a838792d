//! A server with a fault. `mcpwire check` says which.

mod hand;

use serde_json::json;

fn main() {
    let tools = json!([{
        "name": "hello",
        "description": "Say hello to someone.",
        "inputSchema": {
            "type": "object",
            "properties": { "name": { "type": "string", "required": true } },
        },
        "annotations": { "readOnlyHint": true },
    }]);
    hand::serve(&hand::Server { tools, call: hand::greet, finish: |_| {} });
}
