use std::fmt;
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use mcpwire_protocol::http::HeaderParam;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::TASKS_EXTENSION;
use mcpwire_schema::Schema;
use serde_json::{Map, Value, json};
use uri_template_ex::UriTemplate;

use super::builder::Limits;
use super::cache::CacheHints;
use super::caller::Caller;
use super::catalogue::Catalogue;
use super::envelope::Envelope;
use super::extension::Extensions;
use super::hub::Hub;
use super::input::StateLimits;
use super::kinds::Kinds;
use super::notices::Notices;
use super::observe::Observer;
use super::prompt::Prompt;
use super::resource::Resource;
use super::seal::Seal;
use super::tasks::{TaskPlan, Tasks};
use super::template::ResourceTemplate;
use super::throttle::Throttled;
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

/// What was registered. The lists may change while it is served, the rest is read-only from here
/// on.
pub(crate) struct Registry {
    pub tools: ArcSwap<Catalogue<RegisteredTool>>,
    pub resources: ArcSwap<Catalogue<Resource>>,
    pub templates: ArcSwap<Catalogue<RegisteredTemplate>>,
    pub prompts: ArcSwap<Catalogue<Prompt>>,
    pub offer: Offer,
    /// `Implementation` of this server.
    pub identity: Map<String, Value>,
    pub instructions: Option<String>,
    pub modern_only: bool,
    pub logging: bool,
    pub limits: Limits,
    pub envelope: Arc<Envelope>,
    pub discovery: OnceLock<String>,
    /// The most entries of a page of a list; `None` for lists of one page.
    pub page_size: Option<usize>,
    pub cache: CacheHints,
    pub notices: Notices,
    pub observer: Observer,
    pub throttled: Throttled,
    pub seal: Seal,
    pub state_limits: StateLimits,
    pub may_watch: Option<MayWatch>,
    pub hub: Arc<Hub>,
    /// Whether a tool makes tasks.
    pub has_tasks: bool,
    pub tasks: Tasks,
    pub task_plan: TaskPlan,
    pub extensions: Extensions,
}

/// Decides whether a caller may hear of changes of the resource at a URI.
pub(crate) type MayWatch = Box<dyn Fn(&str, &Caller) -> bool + Send + Sync>;

/// What a server offers for as long as it runs, whatever its lists hold at the time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offer {
    /// The lists that are there.
    pub lists: Kinds,
    /// Those that may change.
    pub changing: Kinds,
    /// Whether changes of single resources are told.
    pub watchable: bool,
    /// Whether an argument can be completed.
    pub completions: bool,
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
    pub(crate) fn tool(&self, name: &str) -> Option<Arc<RegisteredTool>> {
        self.tools.load().get(name).cloned()
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<Arc<Prompt>> {
        self.prompts.load().get(name).cloned()
    }

    pub(crate) fn resource(&self, uri: &str) -> Option<Arc<Resource>> {
        self.resources.load().get(uri).cloned()
    }

    /// The capabilities as `revision` knows them, which are the same for as long as this server
    /// runs.
    pub(crate) fn capabilities(&self, revision: Revision) -> Value {
        let mut capabilities = Map::new();
        for kind in [Kinds::TOOLS, Kinds::RESOURCES, Kinds::PROMPTS] {
            if !self.offer.lists.has(kind) {
                continue;
            }
            let mut features = Map::new();
            if self.offer.changing.has(kind) {
                features.insert("listChanged".to_owned(), true.into());
            }
            if kind == Kinds::RESOURCES && self.offer.watchable {
                features.insert("subscribe".to_owned(), true.into());
            }
            capabilities.insert(kind.name().to_owned(), Value::Object(features));
        }
        // A capability of its own since 2025-03-26; before, it was the method that answered or not.
        if self.offer.completions && revision >= Revision::V2025_03_26 {
            capabilities.insert("completions".to_owned(), json!({}));
        }
        if self.logging {
            capabilities.insert("logging".to_owned(), json!({}));
        }
        // Extensions came with 2026-07-28.
        let mut extensions = self.extensions.settings.clone();
        if self.has_tasks {
            extensions.insert(TASKS_EXTENSION.to_owned(), json!({}));
        }
        if revision.is_modern() && !extensions.is_empty() {
            capabilities.insert("extensions".to_owned(), Value::Object(extensions));
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
