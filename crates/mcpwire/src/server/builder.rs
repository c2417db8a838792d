mod changing;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use arc_swap::ArcSwap;
use mcpwire_protocol::types::Icon;
use serde_json::{Map, Value};

use super::about::push_icon;
use super::cache::{CacheHint, CacheHints};
use super::catalogue::{Catalogue, Entry};
use super::check;
use super::envelope::Envelope;
use super::extension::{Extension, Extensions};
use super::hub::Hub;
use super::input::StateLimits;
use super::misuse::{Misuse, ServeError};
use super::notices::Notices;
use super::observe::{Observe, Observer};
use super::prompt::Prompt;
use super::registry::{Endpoint, MayWatch, Offer, Registry};
use super::resource::Resource;
use super::seal::Seal;
use super::tasks::{MemoryTasks, TaskPlan, TaskStore, TaskUse, Tasks};
use super::template::ResourceTemplate;
use super::throttle::{Throttle, Throttled};
use super::tool::Tool;
use crate::wire::Wire;

/// A server under construction: what it is called and what it offers.
///
/// Capabilities follow from what is registered, and lists come in the order of registration.
/// Mistakes in names and schemas are collected and refused before anything is served.
///
/// ```no_run
/// use mcpwire::{Prompt, Resource, Server, Tool};
///
/// # async fn run() -> Result<(), mcpwire::ServeError> {
/// Server::new("notes", "1.0.0")
///     .instructions("Read before you write.")
///     .tool(Tool::new("count", || async { 3 }).describe("Count the notes.").read_only())
///     .resource(Resource::text("notes://first", "first", "Remember the milk."))
///     .prompt(Prompt::new("tidy", || async { "Please tidy up my notes." }))
///     .serve(mcpwire::stdio())
///     .await
/// # }
/// ```
pub struct Server {
    identity: Map<String, Value>,
    hide_identity: bool,
    instructions: Option<String>,
    modern_only: bool,
    logging: bool,
    limits: Limits,
    page_size: Option<usize>,
    cache: CacheHints,
    tools: Vec<Tool>,
    resources: Vec<Resource>,
    templates: Vec<ResourceTemplate>,
    prompts: Vec<Prompt>,
    offer: Offer,
    may_watch: Option<MayWatch>,
    hub: Arc<Hub>,
    notices: Notices,
    observer: Observer,
    throttled: Throttled,
    seal: Seal,
    state_limits: StateLimits,
    task_store: Arc<dyn TaskStore>,
    task_plan: TaskPlan,
    extensions: Vec<Extension>,
}

/// The bounds of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests of one wire whose handlers run at once: 4,096 by default. More wait
    /// their turn, up to 8 MiB of them; then -32603 with the rule `limit-in-flight`.
    pub in_flight: usize,
    /// Streams of notifications (`subscriptions/listen`) that are open at once, of all clients:
    /// 100,000 by default. A further one is refused with -32603 and the rule `limit-listeners`.
    pub listeners: usize,
    /// Resources, and tasks, that one stream or one client of an older revision may subscribe to:
    /// 1,024 by default. Beyond it: -32602 with the rule `limit-subscriptions`.
    pub subscriptions: usize,
    /// How long a stream of notifications may take nothing while something waits for it: 5 minutes
    /// by default. Then it is closed, with the rule `limit-listener-patience`.
    pub listener_patience: Duration,
    /// The deepest nesting of a message in levels: 128 by default.
    pub depth: usize,
    /// The bounds of schemas and of the values that are checked against them.
    pub schema: mcpwire_schema::Limits,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            in_flight: 4_096,
            listeners: 100_000,
            subscriptions: 1_024,
            listener_patience: Duration::from_secs(300),
            depth: 128,
            schema: mcpwire_schema::Limits::default(),
        }
    }
}

impl Server {
    /// A server with a name and a version of its own.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        let identity = [("name", name.into()), ("version", version.into())];
        let identity = identity.map(|(member, text)| (member.to_owned(), Value::String(text)));
        Server {
            identity: identity.into_iter().collect(),
            hide_identity: false,
            instructions: None,
            modern_only: false,
            logging: false,
            limits: Limits::default(),
            page_size: None,
            cache: CacheHints::default(),
            tools: Vec::new(),
            resources: Vec::new(),
            templates: Vec::new(),
            prompts: Vec::new(),
            offer: Offer::default(),
            may_watch: None,
            hub: Hub::new(),
            notices: Notices::StandardError,
            observer: Observer::default(),
            throttled: Throttled::default(),
            seal: Seal::generated(),
            state_limits: StateLimits::default(),
            task_store: Arc::new(MemoryTasks::default()),
            task_plan: TaskPlan::default(),
            extensions: Vec::new(),
        }
    }

    /// Adds a member to this server's identity: `title`, `description`, `websiteUrl` or `icons`.
    #[must_use]
    pub fn identify(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.identity.insert(member.to_owned(), value.into());
        self
    }

    /// The name that people see.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        self.identify("title", title.into())
    }

    /// Adds a picture that stands for this server.
    ///
    /// Specification: `basic/index#icons`.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        push_icon(&mut self.identity, &icon);
        self
    }

    /// Leaves this server's name and version out of its results.
    #[must_use]
    pub fn hide_identity(mut self) -> Self {
        self.hide_identity = true;
        self
    }

    /// How to use this server, for the model.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Serves the modern lifecycle only: `initialize` is refused.
    #[must_use]
    pub fn modern_only(mut self) -> Self {
        self.modern_only = true;
        self
    }

    /// Lets handlers send log messages to clients that ask for them ([`Context::log`]). Without
    /// it such messages are dropped. (The feature is deprecated in 2026-07-28.)
    ///
    /// [`Context::log`]: super::Context::log
    #[must_use]
    pub fn logging(mut self) -> Self {
        self.logging = true;
        self
    }

    /// Sets the bounds.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Gives out lists in pages of `entries` at most; without it a list is one page. Pages are in
    /// the order of names or URIs, so that their cursors stay good when entries come and go:
    /// whoever follows them meets every entry that was there all along exactly once.
    ///
    /// Specification: `server/utilities/pagination`.
    #[must_use]
    pub fn page_size(mut self, entries: usize) -> Self {
        self.page_size = Some(entries);
        self
    }

    /// How long clients may keep the lists, one hint for all of them and all their pages.
    #[must_use]
    pub fn cache_lists(mut self, hint: CacheHint) -> Self {
        self.cache.lists = hint;
        self
    }

    /// How long clients may keep the answer to `server/discover`.
    #[must_use]
    pub fn cache_discovery(mut self, hint: CacheHint) -> Self {
        self.cache.discovery = hint;
        self
    }

    /// How long clients may keep what they read, where the resource or template says nothing
    /// itself ([`Resource::cache`], [`ResourceTemplate::cache`]).
    #[must_use]
    pub fn cache_reads(mut self, hint: CacheHint) -> Self {
        self.cache.reads = hint;
        self
    }

    /// Where lines for whoever runs this server go; by default to standard error, where they are
    /// dropped and counted if nobody reads them. They name tools, methods and places, never the
    /// values of arguments, and hold no control characters.
    #[must_use]
    pub fn on_notice(mut self, notice: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.notices = Notices::To(Arc::new(notice));
        self
    }

    /// Lets somebody watch every request from its arrival to its answer, such as a tracer; the crate
    /// `mcpwire-tracing` has one. A server has one observer, the last that was given.
    #[must_use]
    pub fn observe(mut self, observer: impl Observe) -> Self {
        self.observer = Observer(Some(Arc::new(observer)));
        self
    }

    /// Bounds how often tools may be called; the crate `mcpwire-limits` has rates. A call that comes
    /// too early is answered by a result with `isError` that says when to come again, and over HTTP
    /// by a `Retry-After` header beside it. A server has one throttle, the last that was given.
    #[must_use]
    pub fn throttle(mut self, throttle: impl Throttle) -> Self {
        self.throttled = Throttled(Some(Arc::new(throttle)));
        self
    }

    /// Sets the keys that seal what travels through clients (`requestState`, cursors): the first
    /// seals, every one opens, so that keys can be rotated. Instances of a server that answer for
    /// each other need the same keys; without this, each process makes a key of its own.
    #[must_use]
    pub fn seal_keys(mut self, keys: &[[u8; 32]]) -> Self {
        self.seal = Seal::with_keys(keys);
        self
    }

    /// Sets how long a client may take for one round of input: 15 minutes by default. After that
    /// its state is refused.
    #[must_use]
    pub fn input_expiry(mut self, expiry: Duration) -> Self {
        self.state_limits.expiry = expiry;
        self
    }

    /// Sets where tasks are kept: in memory by default, where they end with the process.
    #[must_use]
    pub fn task_store(mut self, store: impl TaskStore) -> Self {
        self.task_store = Arc::new(store);
        self
    }

    /// Sets how long a task is kept from its creation, one hour by default, and what its client is
    /// told to wait between two looks, one second by default. A task that runs longer has failed;
    /// with `None` there is no limit.
    #[must_use]
    pub fn task_times(mut self, ttl: Option<Duration>, poll_interval: Duration) -> Self {
        self.task_plan = TaskPlan { ttl, poll_interval };
        self
    }

    /// Registers an extension of the protocol.
    #[must_use]
    pub fn extension(mut self, extension: Extension) -> Self {
        self.extensions.push(extension);
        self
    }

    /// Registers a tool.
    #[must_use]
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Registers a resource.
    #[must_use]
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.push(resource);
        self
    }

    /// Registers a resource template. Where several match a URI, the first registered is asked.
    #[must_use]
    pub fn template(mut self, template: ResourceTemplate) -> Self {
        self.templates.push(template);
        self
    }

    /// Registers a prompt.
    #[must_use]
    pub fn prompt(mut self, prompt: Prompt) -> Self {
        self.prompts.push(prompt);
        self
    }

    /// Checks everything that was registered.
    ///
    /// # Errors
    ///
    /// Every mistake, one sentence each.
    pub fn build(self) -> Result<Endpoint, Misuse> {
        let mut reasons = Vec::new();
        let limits = &self.limits.schema;
        check::limits(&self.limits, &mut reasons);
        check::identity(&self.identity, &mut reasons);
        if self.page_size == Some(0) {
            reasons.push("The page size is 0, so that no list could be read.".to_owned());
        }
        check::keys(&self.tools, |tool| &tool.name, "Tool", &mut reasons);
        check::keys(&self.prompts, |prompt| &prompt.name, "Prompt", &mut reasons);
        check::keys(&self.resources, |resource| &resource.uri, "Resource", &mut reasons);
        check::keys(&self.templates, |it| &it.uri_template, "Resource template", &mut reasons);
        let offer = self.offer();
        self.resources.iter().for_each(|resource| check::resource(resource, &mut reasons));
        self.prompts.iter().for_each(|prompt| check::prompt(prompt, &mut reasons));
        let extensions = Extensions::of(self.extensions, &mut reasons);
        let has_tasks = self.tools.iter().any(|tool| tool.task_use != TaskUse::Never);
        let tools = self.tools.into_iter();
        let tools = tools.filter_map(|tool| check::tool(tool, limits, &mut reasons)).collect();
        let templates = self.templates.into_iter();
        let templates = templates.filter_map(|it| check::template(it, &mut reasons)).collect();
        if !reasons.is_empty() {
            return Err(Misuse { reasons });
        }
        let identity = Value::Object(self.identity.clone());
        let envelope = Envelope::new((!self.hide_identity).then_some(&identity));
        let registry = Arc::new(Registry {
            tools: kept(tools),
            resources: kept(self.resources),
            templates: kept(templates),
            prompts: kept(self.prompts),
            offer,
            identity: self.identity,
            instructions: self.instructions,
            modern_only: self.modern_only,
            logging: self.logging,
            limits: self.limits,
            envelope: Arc::new(envelope),
            discovery: OnceLock::new(),
            page_size: self.page_size,
            cache: self.cache,
            notices: self.notices,
            observer: self.observer,
            throttled: self.throttled,
            may_watch: self.may_watch,
            seal: self.seal,
            state_limits: self.state_limits,
            has_tasks,
            tasks: Tasks::kept_by(self.task_store, self.hub.clone()),
            task_plan: self.task_plan,
            extensions,
            hub: self.hub,
        });
        registry.hub.serves(&registry);
        Ok(Endpoint { registry })
    }

    /// Serves one wire until the other side closes it, inside a tokio runtime with time enabled.
    ///
    /// What was read before the end of input is finished within two seconds; what is not is
    /// stopped. Answers are written for as long as somebody reads them: a reader that takes
    /// nothing for two seconds after the end is given up.
    ///
    /// # Errors
    ///
    /// Mistakes in what was registered, before anything is read; afterwards an I/O error of the
    /// wire. Nothing that the other side says ends the connection.
    pub async fn serve(self, wire: Wire) -> Result<(), ServeError> {
        Ok(self.build()?.serve(wire).await?)
    }
}

fn kept<T: Entry>(entries: Vec<T>) -> ArcSwap<Catalogue<T>> {
    ArcSwap::from_pointee(Catalogue::new(entries))
}
