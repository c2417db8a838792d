use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use mcpwire_protocol::http::HeaderParam;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::TASKS_EXTENSION;
use mcpwire_schema::Schema;
use serde_json::{Map, Value, json};
use uri_template_ex::UriTemplate;

use super::builder::Limits;
use super::cache::CacheHints;
use super::envelope::Envelope;
use super::input::StateLimits;
use super::lists::Lists;
use super::notices::Notices;
use super::prompt::Prompt;
use super::resource::Resource;
use super::seal::Seal;
use super::tasks::{TaskPlan, Tasks};
use super::template::ResourceTemplate;
use super::tool::Tool;
use super::tool_call::OutputFacts;

/// A server that is ready to answer: everything checked, compiled and indexed. Cheap to clone;
/// one endpoint can serve any number of wires at once.
#[derive(Clone)]
pub struct Endpoint {
    pub(crate) registry: Arc<Registry>,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.registry.identity.get("name").and_then(Value::as_str);
        f.debug_struct("Endpoint").field("name", &name).finish_non_exhaustive()
    }
}

/// What was registered, read-only from here on.
pub(crate) struct Registry {
    pub tools: Vec<RegisteredTool>,
    pub tool_index: HashMap<String, usize>,
    pub resources: Vec<Resource>,
    pub resource_index: HashMap<String, usize>,
    pub templates: Vec<RegisteredTemplate>,
    pub prompts: Vec<Prompt>,
    pub prompt_index: HashMap<String, usize>,
    /// `Implementation` of this server.
    pub identity: Map<String, Value>,
    pub instructions: Option<String>,
    pub modern_only: bool,
    pub logging: bool,
    pub limits: Limits,
    pub envelope: Arc<Envelope>,
    pub lists: Lists,
    /// The most entries of a page of a list; `None` for lists of one page.
    pub page_size: Option<usize>,
    pub cache: CacheHints,
    pub notices: Notices,
    pub seal: Seal,
    pub state_limits: StateLimits,
    /// Whether a tool makes tasks.
    pub has_tasks: bool,
    pub tasks: Tasks,
    pub task_plan: TaskPlan,
}

pub(crate) struct RegisteredTool {
    pub tool: Tool,
    pub input: Schema,
    /// The arguments that headers mirror.
    pub headers: Vec<HeaderParam>,
    pub output: Arc<OutputFacts>,
}

pub(crate) struct RegisteredTemplate {
    pub template: ResourceTemplate,
    pub form: UriTemplate,
}

impl Registry {
    pub(crate) fn tool(&self, name: &str) -> Option<&RegisteredTool> {
        self.tool_index.get(name).map(|index| &self.tools[*index])
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&Prompt> {
        self.prompt_index.get(name).map(|index| &self.prompts[*index])
    }

    pub(crate) fn resource(&self, uri: &str) -> Option<&Resource> {
        self.resource_index.get(uri).map(|index| &self.resources[*index])
    }

    pub(crate) fn has_resources(&self) -> bool {
        !self.resources.is_empty() || !self.templates.is_empty()
    }

    /// The capabilities that follow from what was registered.
    pub(crate) fn capabilities(&self, revision: Revision) -> Value {
        let mut capabilities = Map::new();
        if !self.tools.is_empty() {
            capabilities.insert("tools".to_owned(), json!({}));
        }
        if self.has_resources() {
            capabilities.insert("resources".to_owned(), json!({}));
        }
        if !self.prompts.is_empty() {
            capabilities.insert("prompts".to_owned(), json!({}));
        }
        // A capability of its own since 2025-03-26; before, it was the method that answered or not.
        if self.completes() && revision >= Revision::V2025_03_26 {
            capabilities.insert("completions".to_owned(), json!({}));
        }
        if self.logging {
            capabilities.insert("logging".to_owned(), json!({}));
        }
        // Extensions came with 2026-07-28.
        if self.has_tasks && revision.is_modern() {
            capabilities.insert("extensions".to_owned(), json!({ TASKS_EXTENSION: {} }));
        }
        Value::Object(capabilities)
    }

    /// This server's `Implementation` as `revision` knows it.
    pub(crate) fn identity(&self, revision: Revision) -> Value {
        let mut identity = self.identity.clone();
        if revision < Revision::V2025_11_25 {
            for member in ["description", "icons", "websiteUrl"] {
                identity.remove(member);
            }
        }
        if revision < Revision::V2025_06_18 {
            identity.remove("title");
        }
        Value::Object(identity)
    }

    /// A line for whoever runs this server; never a message.
    pub(crate) fn note(&self, line: &str) {
        self.notices.note(line);
    }
}
