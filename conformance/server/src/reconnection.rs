//! A stream that is left before its answer, and read again.

use std::time::Duration;

use mcpwire::{Context, Tool};

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new("test_reconnection", |context: Context| async move {
            context.close_stream(Duration::from_millis(500)).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
            "You came back."
        })
        .describe("Closes its stream before it answers; the answer waits for the client."),
    ]
}
