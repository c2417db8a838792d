//! The client that the official conformance suite starts for its scenarios of authorization.
//!
//! It does what each of them needs and nothing more: open, list the tools, call the first, with an
//! [`Authorizer`] at its side. The suite says in the environment which scenario it is.

mod headless;
mod http;
mod session;
mod who;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use session::Session;

/// The suite waits for 30 seconds.
const PATIENCE: Duration = Duration::from_secs(25);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let run = tokio::time::timeout(PATIENCE, run()).await;
    let why = match run {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(error)) => error.to_string(),
        Err(_) => "The scenario took too long.".to_owned(),
    };
    eprintln!("{why}");
    ExitCode::FAILURE
}

async fn run() -> Result<(), Box<dyn Error>> {
    let server = std::env::args().nth(1).ok_or("The address of the server is missing.")?;
    let authorizer = who::authorizer(&server)?;
    let modern = std::env::var("MCP_CONFORMANCE_PROTOCOL_VERSION").as_deref() == Ok("2026-07-28");
    let mut session = Session::new(server, authorizer, modern);
    session.open().await?;
    let tools = session.request("tools/list", serde_json::json!({})).await?;
    let tool = tools["tools"][0]["name"].as_str().ok_or("There is no tool.")?.to_owned();
    session.request("tools/call", serde_json::json!({"name": tool, "arguments": {}})).await?;
    Ok(())
}
