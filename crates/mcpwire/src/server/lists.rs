//! The lists and the discovery, kept as bytes: they are written once per revision and copied from
//! then on.

use std::sync::OnceLock;

use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value};

use super::registry::Registry;

/// What is kept for each revision.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    kept: [[OnceLock<String>; Listed::COUNT]; Revision::ALL.len()],
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    Tools,
    Resources,
    Templates,
    Prompts,
    Discovery,
}

impl Listed {
    const COUNT: usize = 5;
}

impl Registry {
    /// The members of a result that lists `listed`, as JSON text without braces.
    pub(crate) fn listed(&self, listed: Listed, revision: Revision) -> &str {
        let kept = &self.lists.kept[revision as usize][listed as usize];
        kept.get_or_init(|| match listed {
            Listed::Tools => array("tools", self.tools.iter().map(|tool| tool.listed(revision))),
            Listed::Resources => {
                let entry = |resource: &super::resource::Resource| {
                    entry("uri", &resource.uri, &resource.about, revision)
                };
                array("resources", self.resources.iter().map(entry))
            }
            Listed::Templates => {
                let entry = |registered: &super::registry::RegisteredTemplate| {
                    let template = &registered.template;
                    entry("uriTemplate", &template.uri_template, &template.about, revision)
                };
                array("resourceTemplates", self.templates.iter().map(entry))
            }
            Listed::Prompts => {
                let entry = |prompt: &super::prompt::Prompt| {
                    entry("name", &prompt.name, &prompt.about, revision)
                };
                array("prompts", self.prompts.iter().map(entry))
            }
            Listed::Discovery => self.discovery(),
        })
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

impl super::registry::RegisteredTool {
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
