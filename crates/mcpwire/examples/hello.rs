//! The smallest server: one tool, on standard input and output.

use mcpwire::{Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Hello {
    /// Who to greet.
    name: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), mcpwire::ServeError> {
    Server::new("hello-server", "1.0.0")
        .tool(
            Tool::new("hello", |hello: Hello| async move { format!("Hello, {}!", hello.name) })
                .describe("Say hello to someone."),
        )
        .serve(mcpwire::stdio())
        .await
}
