//! Resources: text, bytes, a template, one to watch.

use mcpwire::{Resource, ResourceContents, ResourceTemplate};
use serde::Deserialize;
use serde_json::json;

use crate::media::{PNG, PNG_TYPE};

#[derive(Deserialize)]
struct Place {
    id: String,
}

/// The suite reads the first one of the list for its caching hints.
pub(crate) fn resources() -> Vec<Resource> {
    let text = "This is the content of the static text resource.";
    vec![
        Resource::text("test://static-text", "static-text", text)
            .mime_type("text/plain")
            .describe("A text."),
        Resource::new("test://static-binary", "static-binary", || async {
            ResourceContents::blob(PNG).mime_type(PNG_TYPE)
        })
        .mime_type(PNG_TYPE)
        .describe("A picture."),
        Resource::text("test://watched-resource", "watched-resource", "It may change.")
            .mime_type("text/plain")
            .describe("A text to watch."),
    ]
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let read = |place: Place| async move {
        let text = json!({"id": place.id, "data": format!("Data for ID: {}", place.id)});
        ResourceContents::text(text.to_string()).mime_type("application/json")
    };
    vec![
        ResourceTemplate::new("test://template/{id}/data", "template", read)
            .mime_type("application/json")
            .describe("A text for any id."),
    ]
}
