//! A server with a fault. `mcpwire check` says which.

mod hand;

use serde_json::Value;

fn main() {
    println!("hello server 1.0.0 is ready");
    let server = hand::Server { tools: hand::greeter(), call: hello, finish: |_| {} };
    hand::serve(&server);
}

fn hello(name: &str, arguments: &Value) -> Option<Value> {
    println!("hello is called with {arguments}");
    hand::greet(name, arguments)
}
