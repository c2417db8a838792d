//! Tools that say something before they answer: progress and log messages.

use std::time::Duration;

use mcpwire::{Content, Context, LogLevel, Tool};
use tokio::time::sleep;

/// The pause between two messages that the suite recommends.
const PAUSE: Duration = Duration::from_millis(50);
const LOGGER: &str = "conformance";

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new("test_tool_with_progress", with_progress)
            .describe("Tells three times how far it is."),
        Tool::new("test_tool_with_logging", with_logging)
            .describe("Logs three times while it works."),
        Tool::new("test_logging_tool", log_once).describe("Logs once, if the client wants it."),
    ]
}

async fn with_progress(context: Context) -> Content {
    for done in [0.0, 50.0, 100.0] {
        let message = format!("Completed step {done} of 100");
        context.progress(done, Some(100.0), Some(&message)).await;
        sleep(PAUSE).await;
    }
    Content::text("The work is done.")
}

async fn with_logging(context: Context) -> Content {
    for line in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        context.log(LogLevel::Info, Some(LOGGER), line).await;
        sleep(PAUSE).await;
    }
    Content::text("The work is done.")
}

/// The suite waits half a second for the answer.
async fn log_once(context: Context) -> Content {
    context.log(LogLevel::Info, Some(LOGGER), "This is logged on request only.").await;
    Content::text("The work is done.")
}
