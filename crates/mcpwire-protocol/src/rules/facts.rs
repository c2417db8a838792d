use crate::conversation::{Conversation, Exchange, Link};
use crate::direction::Direction;
use crate::jsonrpc::Incoming;
use crate::method::Method;
use crate::revision::Revision;

/// What is known about a message beside its text.
///
/// By default that is a message of the newest revision, going any way.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'f> {
    /// Which way it went; without it, nothing is said about who may send what.
    pub direction: Option<Direction>,
    /// The revision in force. Messages of older revisions are judged by the core of JSON-RPC only,
    /// and those of an unknown one (`None`) by what holds in all revisions.
    pub revision: Option<Revision>,
    /// For a response, the method of the request that it answers, where that is in evidence.
    /// Without it, a result is known by its members only, and what needs the request is not judged.
    pub method: Option<&'f str>,
    /// Whether rules that guess at meaning are judged as well.
    pub heuristics: bool,
}

impl Default for Facts<'_> {
    fn default() -> Self {
        Facts { direction: None, revision: Some(Revision::LATEST), method: None, heuristics: false }
    }
}

impl<'f> Facts<'f> {
    /// What a conversation knows about a message that it has just taken in.
    ///
    /// The revision is known where the message names one itself, belongs to an exchange whose
    /// revision is known, or is of a method that only the newest revision has; otherwise it is that
    /// of the conversation. A recording that begins in the middle may tell none of these: then it
    /// is unknown, and whoever knows better says so.
    pub fn observed(
        conversation: &'f Conversation,
        link: &Link,
        direction: Direction,
        incoming: &Incoming<'_>,
    ) -> Self {
        let exchange = exchange_of(link).and_then(|number| conversation.exchange(number));
        let method = match incoming {
            Incoming::Response(_) => exchange.map(|exchange| &*exchange.method),
            _ => None,
        };
        Facts {
            direction: Some(direction),
            revision: revision_of(conversation, exchange, incoming),
            method: method.filter(|method| !method.is_empty()),
            heuristics: false,
        }
    }

    /// The revision in force, if that is a modern one.
    pub(super) fn modern(&self) -> Option<Revision> {
        self.revision.filter(|revision| revision.is_modern())
    }
}

/// The exchange that a message belongs to.
fn exchange_of(link: &Link) -> Option<u64> {
    match link {
        Link::Opened(opened) => Some(opened.exchange),
        Link::Answer { exchange, .. }
        | Link::Progress { exchange, .. }
        | Link::Cancellation { exchange, .. }
        | Link::Subscription { exchange, .. }
        | Link::Task { exchange } => Some(*exchange),
        Link::AnswerWithoutId
        | Link::Unknown { .. }
        | Link::WithoutReference(_)
        | Link::Alone
        | Link::Malformed
        | Link::Overflow(_) => None,
    }
}

fn revision_of(
    conversation: &Conversation,
    exchange: Option<&Exchange>,
    incoming: &Incoming<'_>,
) -> Option<Revision> {
    let params = match incoming {
        Incoming::Request(request) => Some(&request.params),
        Incoming::Notification(notification) => Some(&notification.params),
        Incoming::Response(_) | Incoming::Malformed(_) => None,
    };
    if let Some(version) = params.and_then(|params| params.meta.protocol_version) {
        // Only modern messages name their version, even one that is not known here.
        let named = version.as_string().and_then(|version| Revision::named(&version));
        return Some(named.unwrap_or(Revision::LATEST));
    }
    let known = match exchange {
        Some(exchange) => exchange.revision,
        None => conversation.revision(),
    };
    known.or_else(|| only_revision(incoming))
}

/// The revision of a method that no other one has.
fn only_revision(incoming: &Incoming<'_>) -> Option<Revision> {
    let method = Method::named(&incoming.method()?)?;
    (method.since() == Revision::LATEST).then_some(Revision::LATEST)
}
