use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use mcpwire::Running;
use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

/// How open answers learn that the server goes: streams of notifications at once, since they have
/// no end of their own, and handlers when their time is up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending {
    /// The server begins to end.
    pub begun: Moment,
    /// Nothing is waited for any more.
    pub due: Moment,
}

impl Ending {
    /// Waits until this answer has to come to its end.
    pub(crate) fn of(&self, running: &Running) -> Awaited {
        if running.is_listening() { self.begun.wait() } else { self.due.wait() }
    }
}

/// Something that happens once, and that any number of answers may wait for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment(Arc<(AtomicBool, Arc<Notify>)>);

impl Moment {
    /// It has come.
    pub(crate) fn come(&self) {
        self.0.0.store(true, Ordering::SeqCst);
        self.0.1.notify_waiters();
    }

    pub(crate) fn wait(&self) -> Awaited {
        // Asked for before the mark is looked at, so that the moment is never missed.
        let notified = Box::pin(self.0.1.clone().notified_owned());
        if self.0.0.load(Ordering::SeqCst) {
            return Awaited::Come;
        }
        Awaited::Waiting(notified)
    }
}

/// A moment that is waited for.
#[derive(Debug)]
pub(crate) enum Awaited {
    Waiting(Pin<Box<OwnedNotified>>),
    Come,
    /// It has come and was told.
    Told,
}

impl Awaited {
    /// Whether it has come; told once.
    pub(crate) fn has_come(&mut self, cx: &mut Context<'_>) -> bool {
        let has_come = match self {
            Awaited::Waiting(notified) => notified.as_mut().poll(cx) == Poll::Ready(()),
            Awaited::Come => true,
            Awaited::Told => false,
        };
        if has_come {
            *self = Awaited::Told;
        }
        has_come
    }
}
