//! Who wants to hear of changes: one table for the streams of notifications and the legacy peers,
//! without a task or a queue for each.
//!
//! A change marks what is pending in each listener that asked for it and wakes it; what a slow one
//! has not taken yet is not told twice. So a listener takes no more memory than its filter.

mod inbox;
mod listener;
mod members;
mod seat;
mod watcher;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::kinds::Kinds;
pub(crate) use inbox::{End, Heard, write_tag};
pub(crate) use listener::Listener;
use members::Members;
pub(crate) use members::Subject;
pub(crate) use seat::{Full, Seat};
use watcher::{Watch, Watcher};

/// All listeners of one server.
pub(crate) struct Listeners {
    members: Mutex<Members>,
    watcher: Watcher,
}

impl Listeners {
    pub(crate) fn new() -> Self {
        Listeners { members: Mutex::default(), watcher: Watcher::default() }
    }

    /// A list changed. Returns how many listeners took so long that they were given up.
    pub(crate) fn list_changed(&self, kind: Kinds, patience: Duration) -> usize {
        self.pass(patience, |members, pass| {
            for listener in members.all().filter(|listener| listener.kinds.has(kind)) {
                pass.wake(listener.list_changed(kind, pass.late));
            }
        })
    }

    /// A resource changed.
    pub(crate) fn resource_updated(&self, uri: &str, patience: Duration) -> usize {
        self.pass(patience, |members, pass| {
            for (listener, slot) in members.of(&Subject::Resource(uri.into())) {
                pass.wake(listener.updated(slot, None, pass.late));
            }
        })
    }

    /// A task changed: `state` are the members of the notification's parameters, as JSON text
    /// without braces, which are asked for if somebody listens. One that has not taken an earlier state
    /// gets this one only.
    pub(crate) fn task_updated(
        &self,
        id: &str,
        state: impl FnOnce() -> String,
        patience: Duration,
    ) -> usize {
        let subject = Subject::Task(id.into());
        if self.members().of(&subject).next().is_none() {
            return 0;
        }
        let state: Arc<str> = state().into();
        self.pass(patience, |members, pass| {
            for (listener, slot) in members.of(&subject) {
                pass.wake(listener.updated(slot, Some(&state), pass.late));
            }
        })
    }

    /// Ends all streams, and those that come after at once.
    pub(crate) fn close(&self) {
        let mut members = self.members();
        members.closed = true;
        let wakers: Vec<_> = members
            .all()
            .filter(|listener| listener.is_stream)
            .filter_map(|it| it.end(End::Closed))
            .collect();
        drop(members);
        wakers.into_iter().for_each(std::task::Waker::wake);
    }

    /// Who is told of the first and the last listener of a resource.
    pub(crate) fn set_watcher(&self, watcher: Watch) {
        self.watcher.set(watcher);
        self.members().has_watcher = true;
    }

    /// Marks what is pending while the table is held, and wakes afterwards: a waker may do
    /// anything, even drop a listener.
    fn pass(&self, patience: Duration, mark: impl FnOnce(&Members, &mut Pass)) -> usize {
        let late = Late { now: Instant::now(), patience };
        let mut pass = Pass { late, wakers: Vec::new(), given_up: 0 };
        mark(&self.members(), &mut pass);
        pass.wakers.into_iter().for_each(std::task::Waker::wake);
        pass.given_up
    }

    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When a listener is late: something has been pending for longer than this.
#[derive(Clone, Copy)]
pub(crate) struct Late {
    pub now: Instant,
    pub patience: Duration,
}

/// One change on its way to everybody.
struct Pass {
    late: Late,
    wakers: Vec<std::task::Waker>,
    given_up: usize,
}

impl Pass {
    fn wake(&mut self, told: listener::Told) {
        self.wakers.extend(told.waker);
        self.given_up += usize::from(told.given_up);
    }
}
