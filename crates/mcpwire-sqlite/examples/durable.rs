//! A server whose tasks survive it: `durable FILE stdio`, or `durable FILE http [PORT]`. What
//! `cargo xtask soak` puts under load.
//!
//! `wait` fails if the server ends while it runs; `wait_again` begins anew with the next one.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcpwire::{Context, Failure, Server, Task, TaskUse, Tool};
use mcpwire_sqlite::SqliteTasks;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Wait {
    millis: u64,
}

#[derive(Deserialize, JsonSchema)]
struct Echo {
    text: String,
}

async fn wait(wait: Wait, context: Context) -> Result<String, Failure> {
    let work = move |_: Task| async move {
        tokio::time::sleep(Duration::from_millis(wait.millis)).await;
        Ok::<_, Failure>(format!("waited {} ms", wait.millis))
    };
    context.task(work).await?
}

/// One that sleeps, for as long as it does.
struct Asleep(Arc<AtomicUsize>);

impl Drop for Asleep {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn server(file: &str) -> Result<Server, Box<dyn Error>> {
    let sleepers = Arc::new(AtomicUsize::new(0));
    let counted = sleepers.clone();
    let sleep = move |wait: Wait| {
        sleepers.fetch_add(1, Ordering::Relaxed);
        let asleep = Asleep(sleepers.clone());
        async move {
            tokio::time::sleep(Duration::from_millis(wait.millis)).await;
            drop(asleep);
            "awake"
        }
    };
    let bump = |context: Context| async move {
        context.changes().tools_changed();
        "bumped"
    };
    Ok(Server::new("durable", "1.0.0")
        .task_store(SqliteTasks::open(file)?)
        .tools_may_change()
        .tool(Tool::new("echo", |echo: Echo| async move { echo.text }))
        .tool(Tool::new("sleep", sleep))
        .tool(Tool::new("sleepers", move || {
            let sleepers = counted.load(Ordering::Relaxed);
            async move { sleepers }
        }))
        .tool(Tool::new("bump", bump))
        .tool(Tool::new("wait", wait).task(TaskUse::Required))
        .tool(Tool::new("wait_again", wait).task(TaskUse::Required).resumable()))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, transport, rest @ ..] = &arguments[..] else {
        return Err("usage: durable FILE stdio|http [PORT]".into());
    };
    let server = server(file)?;
    if transport == "http" {
        let port = rest.first().map_or(Ok(0), |port| port.parse::<u16>())?;
        let bound = mcpwire_http::Serve::new(mcpwire_http::service(server)?);
        let bound = bound.bind(("127.0.0.1", port)).await?;
        eprintln!("http://{}/mcp", bound.address());
        bound.run().await;
    } else {
        server.serve(mcpwire::stdio()).await?;
    }
    Ok(())
}
