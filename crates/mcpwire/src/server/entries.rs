//! The entries of lists in the shape of each revision.

use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value};

use super::catalogue::Entry;
use super::prompt::Prompt;
use super::registry::{RegisteredTemplate, RegisteredTool};
use super::resource::Resource;

impl Entry for RegisteredTool {
    fn key(&self) -> &str {
        &self.tool.name
    }

    fn listing(&self, revision: Revision) -> Value {
        let tool = &self.tool;
        let mut about = tool.about.clone();
        about.insert("inputSchema".to_owned(), tool.input_schema.clone());
        let output = tool.output.output_schema().filter(|schema| {
            // Any schema may stand there since 2026-07-28; before, its root is an object.
            revision.is_modern() || schema["type"] == "object"
        });
        if let Some(schema) = output {
            about.insert("outputSchema".to_owned(), schema);
        }
        if revision < Revision::V2025_06_18 {
            about.remove("outputSchema");
        }
        if revision < Revision::V2025_03_26 {
            about.remove("annotations");
        }
        entry("name", &tool.name, &about, revision)
    }
}

impl Entry for Resource {
    fn key(&self) -> &str {
        &self.uri
    }

    fn listing(&self, revision: Revision) -> Value {
        entry("uri", &self.uri, &self.about, revision)
    }
}

impl Entry for RegisteredTemplate {
    fn key(&self) -> &str {
        &self.template.uri_template
    }

    fn listing(&self, revision: Revision) -> Value {
        entry("uriTemplate", &self.template.uri_template, &self.template.about, revision)
    }
}

impl Entry for Prompt {
    fn key(&self) -> &str {
        &self.name
    }

    fn listing(&self, revision: Revision) -> Value {
        entry("name", &self.name, &self.about, revision)
    }
}

/// One entry of a list: its key member first, then what is said about it, without the members
/// that came after `revision`.
fn entry(key: &str, value: &str, about: &Map<String, Value>, revision: Revision) -> Value {
    let mut entry = Map::new();
    entry.insert(key.to_owned(), value.into());
    entry.extend(about.clone());
    if revision < Revision::V2025_11_25 {
        entry.remove("icons");
    }
    if revision < Revision::V2025_06_18 {
        entry.remove("title");
        entry.remove("_meta");
        if let Some(annotations) = entry.get_mut("annotations").and_then(Value::as_object_mut) {
            annotations.remove("lastModified");
        }
        let arguments = entry.get_mut("arguments").and_then(Value::as_array_mut);
        for argument in arguments.into_iter().flatten().filter_map(Value::as_object_mut) {
            argument.remove("title");
        }
    }
    Value::Object(entry)
}
