//! The smallest server, over HTTP: `http://127.0.0.1:8080/mcp`.

use mcpwire::{Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Hello {
    /// Who to greet.
    name: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), mcpwire_http::ServeError> {
    let server = Server::new("hello-server", "1.0.0").tool(
        Tool::new("hello", |hello: Hello| async move { format!("Hello, {}!", hello.name) })
            .describe("Say hello to someone."),
    );
    mcpwire_http::serve("127.0.0.1:8080", server).await
}
