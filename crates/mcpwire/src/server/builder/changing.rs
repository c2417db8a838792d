//! What may change while the server runs.

use super::Server;
use crate::server::caller::Caller;
use crate::server::changes::Changes;
use crate::server::kinds::Kinds;
use crate::server::registry::Offer;

impl Server {
    /// The tools may change while this server runs: clients are told that they can hear of it, and
    /// [`Changes`] tells them and changes the list. The capability is then declared whatever is
    /// registered at the start.
    ///
    /// Specification: `server/tools#list-changed-notification`.
    #[must_use]
    pub fn tools_may_change(mut self) -> Self {
        self.offer.changing = self.offer.changing.and(Kinds::TOOLS);
        self
    }

    /// The prompts may change while this server runs, as [`Server::tools_may_change`] has it.
    #[must_use]
    pub fn prompts_may_change(mut self) -> Self {
        self.offer.changing = self.offer.changing.and(Kinds::PROMPTS);
        self
    }

    /// The resources or their templates may change while this server runs, as
    /// [`Server::tools_may_change`] has it.
    #[must_use]
    pub fn resources_may_change(mut self) -> Self {
        self.offer.changing = self.offer.changing.and(Kinds::RESOURCES);
        self
    }

    /// What single resources hold may change while this server runs: clients can subscribe to
    /// those that exist, and [`Changes::resource_updated`] tells them.
    ///
    /// Specification: `server/resources#subscriptions`.
    #[must_use]
    pub fn resources_may_update(mut self) -> Self {
        self.offer.watchable = true;
        self
    }

    /// Has `watch` told, by the URI, when a resource gets its first listener (`true`) and loses
    /// its last one (`false`), of all clients together: so that a file is watched only while
    /// somebody wants to know. It is called in the order in which that happens, by whichever thread
    /// is there, and should not wait. Implies [`Server::resources_may_update`].
    #[must_use]
    pub fn on_watch(self, watch: impl Fn(&str, bool) + Send + Sync + 'static) -> Self {
        self.hub.listeners.set_watcher(Box::new(watch));
        self.resources_may_update()
    }

    /// Decides which callers may hear of changes of which resources, of those that exist; without
    /// it, all. What is withheld is left out of the acknowledgement, as if it did not exist.
    /// Implies [`Server::resources_may_update`].
    #[must_use]
    pub fn may_watch(
        mut self,
        may: impl Fn(&str, &Caller) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.may_watch = Some(Box::new(may));
        self.resources_may_update()
    }

    /// The handle by which any part of the program tells of changes and makes them, once this
    /// server is built.
    pub fn changes(&self) -> Changes {
        Changes::of(&self.hub)
    }

    /// What is there from the start, or may be later on.
    pub(super) fn offer(&self) -> Offer {
        let mut lists = self.offer.changing;
        let resources = !self.resources.is_empty() || !self.templates.is_empty();
        for (kind, is_there) in [
            (Kinds::TOOLS, !self.tools.is_empty()),
            (Kinds::PROMPTS, !self.prompts.is_empty()),
            (Kinds::RESOURCES, resources || self.offer.watchable),
        ] {
            lists = if is_there { lists.and(kind) } else { lists };
        }
        let completions = self.prompts.iter().any(|it| !it.completers.is_empty())
            || self.templates.iter().any(|it| !it.completers.is_empty());
        Offer { lists, completions, ..self.offer }
    }
}
