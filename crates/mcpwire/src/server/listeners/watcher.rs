use std::sync::OnceLock;

use super::Listeners;
use crate::server::work;

pub(crate) type Watch = Box<dyn Fn(&str, bool) + Send + Sync>;

/// A function of the application's that is told of the first and the last listener of a resource.
#[derive(Default)]
pub(super) struct Watcher(OnceLock<Watch>);

impl Watcher {
    pub(super) fn set(&self, watch: Watch) {
        // A server is built once.
        let _ = self.0.set(watch);
    }
}

impl Listeners {
    /// Tells the watcher what it does not know yet: outside the table, one thing after the other
    /// in the order in which they came to be. Whoever finds it being told leaves the rest to that
    /// one, so that the watcher may itself open and end subscriptions.
    pub(super) fn tell_watcher(&self) {
        let Some(watch) = self.watcher.0.get() else { return };
        loop {
            let mut members = self.members();
            if members.is_telling {
                return;
            }
            let Some((uri, is_watched)) = members.watched.pop_front() else { return };
            members.is_telling = true;
            drop(members);
            // Its panic is told by the hook that tells of handlers; nothing else depends on it.
            let _ = work::catch(|| watch(&uri, is_watched));
            self.members().is_telling = false;
        }
    }
}
