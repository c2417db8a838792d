//! The server that the load bench measures: `hello`, `echo` and, with `--tools N`, N more.

use mcpwire::{Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Hello {
    /// Who to greet
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Echo {
    text: String,
}

fn greeter(name: &str) -> Tool {
    Tool::new(name, |hello: Hello| async move { format!("Hello, {}!", hello.name) })
        .describe("Say hello to someone")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), mcpwire::ServeError> {
    let arguments: Vec<String> = std::env::args().collect();
    let more = arguments.iter().position(|it| it == "--tools").and_then(|at| arguments.get(at + 1));
    let more: usize = more.and_then(|count| count.parse().ok()).unwrap_or(0);
    let mut server = Server::new("hello", "1.0.0").tool(greeter("hello")).tool(
        Tool::new("echo", |echo: Echo| async move { echo.text }).describe("Echo a text back"),
    );
    for number in 0..more {
        server = server.tool(greeter(&format!("tool_{number:04}")));
    }
    server.serve(mcpwire::stdio()).await
}
