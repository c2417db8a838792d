//! The lists and the discovery, kept as bytes: they are written once per revision and copied until
//! the list changes.

use std::sync::Arc;

use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value};

use super::prompt::Prompt;
use super::registry::{RegisteredTemplate, RegisteredTool, Registry};
use super::resource::Resource;

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    Tools,
    Resources,
    Templates,
    Prompts,
    Discovery,
}

impl Registry {
    /// The members of a result that lists `listed`, as JSON text without braces.
    pub(crate) fn listed(&self, listed: Listed, revision: Revision) -> Arc<str> {
        match listed {
            Listed::Tools => self.tools.load().listed(revision, |tools| {
                array("tools", tools.iter().map(|tool| tool.listed(revision)))
            }),
            Listed::Resources => self.resources.load().listed(revision, |resources| {
                let entry = |it: &Arc<Resource>| entry("uri", &it.uri, &it.about, revision);
                array("resources", resources.iter().map(entry))
            }),
            Listed::Templates => self.templates.load().listed(revision, |templates| {
                let entry = |it: &Arc<RegisteredTemplate>| {
                    entry("uriTemplate", &it.template.uri_template, &it.template.about, revision)
                };
                array("resourceTemplates", templates.iter().map(entry))
            }),
            Listed::Prompts => self.prompts.load().listed(revision, |prompts| {
                let entry = |it: &Arc<Prompt>| entry("name", &it.name, &it.about, revision);
                array("prompts", prompts.iter().map(entry))
            }),
            Listed::Discovery => self.discovery.get_or_init(|| self.discovery().into()).clone(),
        }
    }

    fn discovery(&self) -> String {
        let versions: Vec<&str> = Revision::MODERN.iter().map(|version| version.as_str()).collect();
        let mut members = format!(
            r#""supportedVersions":{},"capabilities":{}"#,
            Value::from(versions),
            self.modern_capabilities()
        );
        if let Some(instructions) = &self.instructions {
            members.push_str(&format!(r#","instructions":{}"#, Value::from(instructions.as_str())));
        }
        members
    }
}

impl RegisteredTool {
    fn listed(&self, revision: Revision) -> Value {
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
    }
    Value::Object(entry)
}

fn array(member: &str, entries: impl Iterator<Item = Value>) -> String {
    format!(r#""{member}":{}"#, Value::Array(entries.collect()))
}
