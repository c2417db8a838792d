//! The server that the load bench measures: `hello`, `echo`, `bump` and, with `--tools N`, N more;
//! over `stdio`, which is the default, or `http --port N`.

use std::error::Error;

use mcpwire::{Context, Server, Tool};
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

fn server(more: usize) -> Server {
    let bump = |context: Context| async move {
        context.changes().tools_changed();
        "bumped"
    };
    let server = Server::new("hello", "1.0.0")
        .tools_may_change()
        .tool(greeter("hello"))
        .tool(Tool::new("echo", |echo: Echo| async move { echo.text }).describe("Echo a text back"))
        .tool(Tool::new("bump", bump).describe("Tell that the tools changed"));
    (0..more).fold(server, |server, number| server.tool(greeter(&format!("tool_{number:04}"))))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str| {
        let at = arguments.iter().position(|it| it == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok())
    };
    let server = server(number("--tools").unwrap_or(0));
    if arguments.iter().any(|it| it == "http") {
        let port = number("--port").unwrap_or(8080);
        mcpwire_http::serve(("127.0.0.1", port as u16), server).await?;
    } else {
        server.serve(mcpwire::stdio()).await?;
    }
    Ok(())
}
