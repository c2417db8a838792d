use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::kinds::Kinds;
use super::listeners::Listeners;
use super::misuse::Misuse;
use super::registry::Registry;

/// Where what changes and those who want to hear of it meet. It is there before the server is
/// built, so that handlers can hold it, and does not keep the server alive.
pub(crate) struct Hub {
    pub listeners: Listeners,
    registry: OnceLock<Weak<Registry>>,
    /// Held while a list is changed.
    changing: Mutex<()>,
}

impl Hub {
    pub(crate) fn new() -> Arc<Self> {
        let (listeners, registry) = (Listeners::new(), OnceLock::new());
        Arc::new(Hub { listeners, registry, changing: Mutex::new(()) })
    }

    /// The server is built.
    pub(crate) fn serves(&self, registry: &Arc<Registry>) {
        // A server is built once.
        let _ = self.registry.set(Arc::downgrade(registry));
    }

    /// What is served, if it is (still).
    pub(crate) fn registry(&self) -> Option<Arc<Registry>> {
        self.registry.get().and_then(Weak::upgrade)
    }

    /// Tells of a list that changed.
    pub(crate) fn list_changed(&self, kind: Kinds) {
        let Some(registry) = self.registry() else { return };
        if !registry.offer.changing.has(kind) {
            let name = kind.name();
            return registry.note(&format!(
                "A change of the {name} is told to nobody, as `Server::{name}_may_change` was not called."
            ));
        }
        let patience = registry.limits.listener_patience;
        note_given_up(&registry, self.listeners.list_changed(kind, patience));
    }

    /// Tells of a resource that changed.
    pub(crate) fn resource_updated(&self, uri: &str) {
        let Some(registry) = self.registry() else { return };
        if !registry.offer.watchable {
            return registry.note(
                "An update of a resource is told to nobody, as `Server::resources_may_update` was not called.",
            );
        }
        let patience = registry.limits.listener_patience;
        note_given_up(&registry, self.listeners.resource_updated(uri, patience));
    }

    /// Tells of a task that changed: `state` are the members of the parameters of
    /// `notifications/tasks`, as JSON text without braces.
    pub(crate) fn task_updated(&self, id: &str, state: impl FnOnce() -> String) {
        let Some(registry) = self.registry() else { return };
        let patience = registry.limits.listener_patience;
        note_given_up(&registry, self.listeners.task_updated(id, state, patience));
    }

    /// Changes a list, one change after the other, and tells of it.
    pub(crate) fn change<T>(
        &self,
        kind: Kinds,
        change: impl FnOnce(&Registry) -> Result<Option<T>, Misuse>,
    ) -> Result<Option<T>, Misuse> {
        let Some(registry) = self.registry() else {
            let text = "The server is not built yet, or has ended; its lists cannot be changed.";
            return Err(Misuse::of(text.to_owned()));
        };
        if !registry.offer.changing.has(kind) {
            let name = kind.name();
            return Err(Misuse::of(format!(
                "The {name} of this server cannot change, as `Server::{name}_may_change` was not called."
            )));
        }
        let held = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = change(&registry)?;
        drop(held);
        if changed.is_some() {
            self.list_changed(kind);
        }
        Ok(changed)
    }
}

fn note_given_up(registry: &Registry, count: usize) {
    if count > 0 {
        let seconds = registry.limits.listener_patience.as_secs();
        registry.note(&format!(
            "{count} listeners took nothing for more than {seconds} s while changes waited for them; they are closed."
        ));
    }
}
