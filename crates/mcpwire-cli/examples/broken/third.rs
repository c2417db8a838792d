//! A server with a fault. `mcpwire check` says which.

mod hand;

use serde_json::json;

fn main() {
    let mut tools = hand::greeter();
    tools[0]["inputSchema"] = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "required": true } },
    });
    hand::serve(&hand::Server { tools, call: hand::greet, finish: |_| {} });
}
