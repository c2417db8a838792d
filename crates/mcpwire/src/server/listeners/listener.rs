use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::Late;
use super::inbox::{End, Heard, Inbox, Topic};
use super::members::Subject;
use crate::server::kinds::Kinds;

/// One who wants to hear of changes.
#[derive(Debug)]
pub(crate) struct Listener {
    /// The lists that it asked for.
    pub kinds: Kinds,
    /// Whether it is a stream: it can be ended, also because it takes nothing for too long. A
    /// legacy peer has none, and may come back for what is pending.
    pub is_stream: bool,
    inbox: Mutex<Inbox>,
}

/// What came of telling a listener something.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub waker: Option<Waker>,
    pub given_up: bool,
}

impl Listener {
    pub(super) fn new(kinds: Kinds, is_stream: bool) -> Self {
        Listener { kinds, is_stream, inbox: Mutex::default() }
    }

    pub(super) fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn list_changed(&self, kind: Kinds, late: Late) -> Told {
        self.tell(late, |inbox| inbox.kinds = inbox.kinds.and(kind))
    }

    /// What it subscribed to in `slot` changed.
    pub(super) fn updated(&self, slot: u32, state: Option<&Arc<str>>, late: Late) -> Told {
        self.tell(late, |inbox| {
            let Some(Some(topic)) = inbox.topics.get_mut(slot as usize) else { return };
            topic.state = state.cloned();
            if !topic.is_pending {
                topic.is_pending = true;
                inbox.order.push_back(slot);
            }
        })
    }

    fn tell(&self, late: Late, mark: impl FnOnce(&mut Inbox)) -> Told {
        let mut inbox = self.inbox();
        if inbox.end.is_some() {
            return Told::default();
        }
        let since = *inbox.since.get_or_insert(late.now);
        let given_up = self.is_stream && late.now.duration_since(since) > late.patience;
        if given_up {
            inbox.end = Some(End::Late);
            inbox.clear();
        } else {
            mark(&mut inbox);
        }
        Told { waker: inbox.waker.take(), given_up }
    }

    /// Ends it, after what is pending.
    pub(crate) fn end(&self, end: End) -> Option<Waker> {
        let mut inbox = self.inbox();
        inbox.end.get_or_insert(end);
        inbox.waker.take()
    }

    /// What it hears next; messages are tagged with the id of the subscription if there is one.
    pub(crate) fn poll_next(&self, cx: &mut Context<'_>, tag: Option<&str>) -> Poll<Heard> {
        let mut inbox = self.inbox();
        if let Some(heard) = inbox.take(tag) {
            return Poll::Ready(heard);
        }
        let before = inbox.wait(cx);
        drop(inbox);
        drop(before);
        Poll::Pending
    }

    /// Is woken by the next change, or by [`Listener::wake`].
    pub(crate) fn wait(&self, cx: &Context<'_>) {
        let before = self.inbox().wait(cx);
        drop(before);
    }

    pub(crate) fn wake(&self) {
        let waker = self.inbox().waker.take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Gives a subject a slot.
    pub(super) fn add(&self, subject: Subject) -> u32 {
        let topics = &mut self.inbox().topics;
        let topic = Some(Topic { subject, is_pending: false, state: None });
        // The subscriptions of a stream all come at once, so that none of its slots is ever free.
        let free = if self.is_stream { None } else { topics.iter().position(Option::is_none) };
        match free {
            Some(free) => {
                topics[free] = topic;
                free as u32
            }
            None => {
                topics.push(topic);
                topics.len() as u32 - 1
            }
        }
    }

    /// Gives a slot back, and forgets what is pending for it.
    pub(super) fn remove(&self, slot: u32) {
        let mut inbox = self.inbox();
        inbox.order.retain(|pending| *pending != slot);
        if let Some(topic) = inbox.topics.get_mut(slot as usize) {
            *topic = None;
        }
    }

    /// How many subjects it subscribed to.
    pub(super) fn subjects(&self) -> usize {
        self.inbox().topics.iter().flatten().count()
    }

    /// Forgets everything, as before the first subscription.
    pub(super) fn clear(&self) -> Vec<Subject> {
        let mut inbox = self.inbox();
        inbox.clear();
        let topics = std::mem::take(&mut inbox.topics);
        topics.into_iter().flatten().map(|topic| topic.subject).collect()
    }
}
