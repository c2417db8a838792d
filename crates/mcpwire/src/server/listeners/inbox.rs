use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Waker};

use mcpwire_protocol::json::write_string;
use tokio::time::Instant;

use super::members::Subject;
use crate::server::kinds::Kinds;

/// What is pending for one listener.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// The lists that changed.
    pub kinds: Kinds,
    /// What the listener subscribed to, each in a slot that it keeps; `None` is free.
    pub topics: Vec<Option<Topic>>,
    /// The slots with news, the oldest first, none twice.
    pub order: VecDeque<u32>,
    /// Who waits for news.
    pub waker: Option<Waker>,
    /// Since when something is pending of which nothing was taken.
    pub since: Option<Instant>,
    pub end: Option<End>,
}

/// One resource or task that a listener subscribed to.
#[derive(Debug)]
pub(super) struct Topic {
    pub subject: Subject,
    pub is_pending: bool,
    /// The latest state of a task.
    pub state: Option<Arc<str>>,
}

/// Why a listener hears no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The server ends it.
    Closed,
    /// It took nothing for too long.
    Late,
    /// The client has said its last word, and is told nothing of the end.
    Left,
}

/// What a listener hears.
#[derive(Debug)]
pub(crate) enum Heard {
    Message(Vec<u8>),
    End(End),
}

impl Inbox {
    /// Takes the next message, tagged with the id of the subscription if there is one.
    pub(super) fn take(&mut self, tag: Option<&str>) -> Option<Heard> {
        if self.end == Some(End::Late) {
            return self.end.map(Heard::End);
        }
        let message = match self.kinds.first() {
            Some(kind) => {
                self.kinds = self.kinds.without(kind);
                list_changed(kind, tag)
            }
            None => match self.next_topic() {
                Some(topic) => topic.take(tag),
                None => return self.end.map(Heard::End),
            },
        };
        self.since = None;
        Some(Heard::Message(message))
    }

    fn next_topic(&mut self) -> Option<&mut Topic> {
        let slot = self.order.pop_front()?;
        self.topics.get_mut(slot as usize)?.as_mut()
    }

    /// Is woken by the next news. Gives back who waited before, to be dropped when nothing is held:
    /// a waker may be the last that keeps a task, and with it a listener.
    pub(super) fn wait(&mut self, cx: &Context<'_>) -> Option<Waker> {
        match &self.waker {
            Some(waker) if waker.will_wake(cx.waker()) => None,
            _ => self.waker.replace(cx.waker().clone()),
        }
    }

    /// Forgets what is pending.
    pub(super) fn clear(&mut self) {
        self.kinds = Kinds::NONE;
        self.order = VecDeque::new();
        self.since = None;
    }
}

impl Topic {
    fn take(&mut self, tag: Option<&str>) -> Vec<u8> {
        self.is_pending = false;
        let state = self.state.take();
        let (method, name) = match &self.subject {
            Subject::Resource(uri) => ("notifications/resources/updated", uri),
            Subject::Task(id) => ("notifications/tasks", id),
        };
        let length = state.as_deref().map_or(name.len(), str::len);
        let mut message = begin(method, tag, length);
        message.extend_from_slice(br#","params":{"#);
        if let Some(tag) = tag {
            write_tag(&mut message, tag);
            message.push(b',');
        }
        match state {
            Some(state) => message.extend_from_slice(state.as_bytes()),
            None => {
                message.extend_from_slice(br#""uri":"#);
                write_string(&mut message, name);
            }
        }
        message.extend_from_slice(b"}}");
        message
    }
}

fn list_changed(kind: Kinds, tag: Option<&str>) -> Vec<u8> {
    let mut message = begin(kind.method(), tag, 0);
    if let Some(tag) = tag {
        message.extend_from_slice(br#","params":{"#);
        write_tag(&mut message, tag);
        message.push(b'}');
    }
    message.push(b'}');
    message
}

fn begin(method: &str, tag: Option<&str>, more: usize) -> Vec<u8> {
    let length = 104 + method.len() + tag.map_or(0, str::len) + more;
    let mut message = Vec::with_capacity(length);
    message.extend_from_slice(br#"{"jsonrpc":"2.0","method":""#);
    message.extend_from_slice(method.as_bytes());
    message.push(b'"');
    message
}

/// Appends the `_meta` that says which subscription a message belongs to: the id of its request
/// as it was spelled.
pub(crate) fn write_tag(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(br#""_meta":{"io.modelcontextprotocol/subscriptionId":"#);
    out.extend_from_slice(id.as_bytes());
    out.push(b'}');
}
