//! Changes that listeners are told of.

use mcpwire::{Context, Tool};

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new("test_trigger_tool_change", |context: Context| async move {
            context.changes().tools_changed();
            "Told that the tools changed."
        })
        .describe("Tells listeners that the list of tools changed."),
        Tool::new("test_trigger_prompt_change", |context: Context| async move {
            context.changes().prompts_changed();
            "Told that the prompts changed."
        })
        .describe("Tells listeners that the list of prompts changed."),
    ]
}
