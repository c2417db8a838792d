//! Tools that answer at once, with content of every kind.

use mcpwire::{Content, Tool, ToolError};

use crate::media::{PNG, PNG_TYPE, WAV, WAV_TYPE};

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new("test_simple_text", || async {
            Content::text("This is a simple text response for testing.")
        })
        .describe("Answers with a text."),
        Tool::new("test_image_content", || async { Content::image(PNG, PNG_TYPE) })
            .describe("Answers with a picture."),
        Tool::new("test_audio_content", || async { Content::audio(WAV, WAV_TYPE) })
            .describe("Answers with a sound."),
        Tool::new("test_embedded_resource", || async {
            let text = "This is an embedded resource content.";
            Content::embedded_text("test://embedded-resource", "text/plain", text)
        })
        .describe("Answers with a resource."),
        Tool::new("test_multiple_content_types", || async { mixed() })
            .describe("Answers with a text, a picture and a resource."),
        Tool::new("test_error_handling", || async {
            Err::<Content, _>(ToolError::new("This tool intentionally returns an error."))
        })
        .describe("Answers that it failed."),
    ]
}

fn mixed() -> Vec<Content> {
    let text = r#"{"test":"data","value":123}"#;
    vec![
        Content::text("Multiple content types test:"),
        Content::image(PNG, PNG_TYPE),
        Content::embedded_text("test://mixed-content-resource", "application/json", text),
    ]
}
