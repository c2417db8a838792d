//! A server with a fault. `mcpwire check` says which.

mod hand;

use serde_json::Value;

fn main() {
    let server = hand::Server { tools: hand::greeter(), call: hand::greet, finish: lighten };
    hand::serve(&server);
}

/// Leaves out what older clients do not know.
fn lighten(result: &mut Value) {
    if let Value::Object(members) = result {
        members.shift_remove("resultType");
    }
}
