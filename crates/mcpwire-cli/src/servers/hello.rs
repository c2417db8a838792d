//! `hello`: one tool that greets.

use mcpwire::{Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Hello {
    /// Who to greet.
    name: String,
}

/// The server, not yet serving.
pub fn server() -> Server {
    Server::new("hello-server", "1.0.0").tool(
        Tool::new("hello", |hello: Hello| async move { format!("Hello, {}!", hello.name) })
            .describe("Say hello to someone.")
            .read_only(),
    )
}
