use std::fmt;
use std::sync::Arc;

use super::catalogue::{Catalogue, Entry};
use super::check;
use super::hub::Hub;
use super::kinds::Kinds;
use super::misuse::Misuse;
use super::prompt::Prompt;
use super::registry::Endpoint;
use super::resource::Resource;
use super::tasks::TaskUse;
use super::template::ResourceTemplate;
use super::tool::Tool;

/// A handle by which any part of a program tells of changes, and changes the lists, while the
/// server runs. It comes from [`Server::changes`], before anything is served,
/// [`Endpoint::changes`] or [`Context::changes`]; it is cheap to clone and does not keep the server
/// alive.
///
/// Who hears of a change is who asked: streams of `subscriptions/listen`, and the clients of older
/// revisions. A slow one hears once of several changes of one thing. Telling waits for nobody.
///
/// ```
/// use mcpwire::{Server, Tool};
///
/// let endpoint = Server::new("plugins", "1.0.0").tools_may_change().build()?;
/// let changes = endpoint.changes();
/// changes.add_tool(Tool::new("late", || async { "better than never" }))?;
/// assert!(changes.remove_tool("late")?);
/// # Ok::<(), mcpwire::Misuse>(())
/// ```
///
/// A change that is made while a request is answered may or may not count for that request.
///
/// Specification: `basic/patterns/subscriptions`.
///
/// [`Server::changes`]: super::Server::changes
/// [`Context::changes`]: super::Context::changes
#[derive(Clone)]
pub struct Changes {
    hub: Arc<Hub>,
}

impl Changes {
    pub(crate) fn of(hub: &Arc<Hub>) -> Self {
        Changes { hub: hub.clone() }
    }

    /// Tells that what `tools/list` gives has changed for some other reason than the methods
    /// below. Without [`Server::tools_may_change`](super::Server::tools_may_change) nobody is
    /// told, but for a notice; so it is with the others.
    pub fn tools_changed(&self) {
        self.hub.list_changed(Kinds::TOOLS);
    }

    /// Tells that what `prompts/list` gives has changed.
    pub fn prompts_changed(&self) {
        self.hub.list_changed(Kinds::PROMPTS);
    }

    /// Tells that what `resources/list` or `resources/templates/list` gives has changed.
    pub fn resources_changed(&self) {
        self.hub.list_changed(Kinds::RESOURCES);
    }

    /// Tells that the resource at this URI holds something else now. It takes
    /// [`Server::resources_may_update`](super::Server::resources_may_update).
    pub fn resource_updated(&self, uri: &str) {
        self.hub.resource_updated(uri);
    }

    /// Registers a tool while the server runs, behind all others, and tells of it.
    ///
    /// # Errors
    ///
    /// What [`Server::build`](super::Server::build) would refuse; a server that is not built yet or
    /// has ended; one whose tools were not said to change. So it is with the others.
    pub fn add_tool(&self, tool: Tool) -> Result<(), Misuse> {
        let added = self.hub.change(Kinds::TOOLS, |registry| {
            let (mut reasons, tools) = (Vec::new(), registry.tools.load());
            check::new_key(&tools, &tool.name, "Tool", &mut reasons);
            if tool.task_use != TaskUse::Never && !registry.has_tasks {
                reasons.push(format!(
                    "Tool `{}` makes tasks, but no tool did when the server was built, so that clients do not know of them.",
                    tool.name
                ));
            }
            let tool = check::tool(tool, &registry.limits.schema, &mut reasons);
            let tools = with(&tools, tool, reasons)?;
            registry.tools.store(Arc::new(tools));
            Ok(Some(()))
        });
        added.map(drop)
    }

    /// Registers a prompt while the server runs, and tells of it.
    ///
    /// # Errors
    ///
    /// As [`Changes::add_tool`].
    pub fn add_prompt(&self, prompt: Prompt) -> Result<(), Misuse> {
        let added = self.hub.change(Kinds::PROMPTS, |registry| {
            let (mut reasons, prompts) = (Vec::new(), registry.prompts.load());
            check::new_key(&prompts, &prompt.name, "Prompt", &mut reasons);
            check::prompt(&prompt, &mut reasons);
            check::late_completers(&prompt.completers, registry, &mut reasons);
            let prompts = with(&prompts, Some(prompt), reasons)?;
            registry.prompts.store(Arc::new(prompts));
            Ok(Some(()))
        });
        added.map(drop)
    }

    /// Registers a resource while the server runs, and tells of it.
    ///
    /// # Errors
    ///
    /// As [`Changes::add_tool`].
    pub fn add_resource(&self, resource: Resource) -> Result<(), Misuse> {
        let added = self.hub.change(Kinds::RESOURCES, |registry| {
            let (mut reasons, resources) = (Vec::new(), registry.resources.load());
            check::new_key(&resources, &resource.uri, "Resource", &mut reasons);
            check::resource(&resource, &mut reasons);
            let resources = with(&resources, Some(resource), reasons)?;
            registry.resources.store(Arc::new(resources));
            Ok(Some(()))
        });
        added.map(drop)
    }

    /// Registers a resource template while the server runs, and tells of it.
    ///
    /// # Errors
    ///
    /// As [`Changes::add_tool`].
    pub fn add_template(&self, template: ResourceTemplate) -> Result<(), Misuse> {
        let added = self.hub.change(Kinds::RESOURCES, |registry| {
            let (mut reasons, templates) = (Vec::new(), registry.templates.load());
            let key = &template.uri_template;
            check::new_key(&templates, key, "Resource template", &mut reasons);
            check::late_completers(&template.completers, registry, &mut reasons);
            let template = check::template(template, &mut reasons);
            let templates = with(&templates, template, reasons)?;
            registry.templates.store(Arc::new(templates));
            Ok(Some(()))
        });
        added.map(drop)
    }

    /// Takes a tool out while the server runs, and tells of it; `false` if there is none of this
    /// name. A call that has begun goes on.
    ///
    /// # Errors
    ///
    /// A server that is not built yet or has ended; one whose tools were not said to change. So it
    /// is with the others.
    pub fn remove_tool(&self, name: &str) -> Result<bool, Misuse> {
        let removed = self.hub.change(Kinds::TOOLS, |registry| {
            let rest = registry.tools.load().without(name);
            Ok(rest.map(|rest| registry.tools.store(Arc::new(rest))))
        });
        Ok(removed?.is_some())
    }

    /// Takes a prompt out while the server runs, and tells of it; `false` if there is none.
    ///
    /// # Errors
    ///
    /// As [`Changes::remove_tool`].
    pub fn remove_prompt(&self, name: &str) -> Result<bool, Misuse> {
        let removed = self.hub.change(Kinds::PROMPTS, |registry| {
            let rest = registry.prompts.load().without(name);
            Ok(rest.map(|rest| registry.prompts.store(Arc::new(rest))))
        });
        Ok(removed?.is_some())
    }

    /// Takes a resource out while the server runs, and tells of it; `false` if there is none.
    ///
    /// # Errors
    ///
    /// As [`Changes::remove_tool`].
    pub fn remove_resource(&self, uri: &str) -> Result<bool, Misuse> {
        let removed = self.hub.change(Kinds::RESOURCES, |registry| {
            let rest = registry.resources.load().without(uri);
            Ok(rest.map(|rest| registry.resources.store(Arc::new(rest))))
        });
        Ok(removed?.is_some())
    }

    /// Takes a resource template out while the server runs, and tells of it; `false` if there is
    /// none.
    ///
    /// # Errors
    ///
    /// As [`Changes::remove_tool`].
    pub fn remove_template(&self, uri_template: &str) -> Result<bool, Misuse> {
        let removed = self.hub.change(Kinds::RESOURCES, |registry| {
            let rest = registry.templates.load().without(uri_template);
            Ok(rest.map(|rest| registry.templates.store(Arc::new(rest))))
        });
        Ok(removed?.is_some())
    }
}

/// The catalogue with an entry more, if there is nothing against it.
fn with<T: Entry>(
    catalogue: &Catalogue<T>,
    entry: Option<T>,
    reasons: Vec<String>,
) -> Result<Catalogue<T>, Misuse> {
    match entry.filter(|_| reasons.is_empty()) {
        Some(entry) => Ok(catalogue.with(entry)),
        None => Err(Misuse { reasons }),
    }
}

impl Endpoint {
    /// The handle by which changes are told and made while this server runs.
    pub fn changes(&self) -> Changes {
        Changes::of(&self.registry.hub)
    }

    /// Ends all streams of notifications, each with its result, and those that are asked for from
    /// here on at once: what a server does before it goes.
    ///
    /// Specification: `basic/patterns/subscriptions#graceful-closure`.
    pub fn close(&self) {
        self.registry.hub.listeners.close();
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes").finish_non_exhaustive()
    }
}
