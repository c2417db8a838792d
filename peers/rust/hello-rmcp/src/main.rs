//! The hello server, written with rmcp.
//!
//! It offers what `mcpwire serve hello` offers, so that a judgement of one of the two can be tried
//! on the other.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::{Json, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// Who to greet.
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Greeting {
    result: String,
}

#[derive(Clone)]
struct Hello;

#[tool_router]
impl Hello {
    #[tool(description = "Say hello to someone.", annotations(read_only_hint = true))]
    fn hello(&self, Parameters(arguments): Parameters<Arguments>) -> Json<Greeting> {
        Json(Greeting { result: format!("Hello, {}!", arguments.name) })
    }
}

#[tool_handler]
impl ServerHandler for Hello {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("hello-server", "1.0.0"))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let running = Hello.serve(rmcp::transport::stdio()).await?;
        running.waiting().await?;
        Ok(())
    })
}
