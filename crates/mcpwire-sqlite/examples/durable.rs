//! A server whose tasks survive it: `durable FILE stdio` or `durable FILE http`.
//!
//! `wait` fails if the server ends while it runs; `wait_again` begins anew with the next one.

use std::error::Error;
use std::time::Duration;

use mcpwire::{Context, Failure, Server, Task, TaskUse, Tool};
use mcpwire_sqlite::SqliteTasks;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Wait {
    millis: u64,
}

async fn wait(wait: Wait, context: Context) -> Result<String, Failure> {
    let work = move |_: Task| async move {
        tokio::time::sleep(Duration::from_millis(wait.millis)).await;
        Ok::<_, Failure>(format!("waited {} ms", wait.millis))
    };
    context.task(work).await?
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, transport] = &arguments[..] else {
        return Err("usage: durable FILE stdio|http".into());
    };
    let server = Server::new("durable", "1.0.0")
        .task_store(SqliteTasks::open(file)?)
        .tool(Tool::new("wait", wait).task(TaskUse::Required))
        .tool(Tool::new("wait_again", wait).task(TaskUse::Required).resumable());
    if transport == "http" {
        let bound = mcpwire_http::Serve::new(mcpwire_http::service(server)?);
        let bound = bound.bind("127.0.0.1:0").await?;
        eprintln!("http://{}/mcp", bound.address());
        bound.run().await;
    } else {
        server.serve(mcpwire::stdio()).await?;
    }
    Ok(())
}
