use crate::conversation::{Conversation, Link};
use crate::direction::Direction;
use crate::jsonrpc::Incoming;
use crate::lifecycle;
use crate::revision::Revision;

/// What is known about a message beside its text.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'f> {
    /// Which way it went; without it, nothing is said about who may send what.
    pub direction: Option<Direction>,
    /// The revision in force. Messages of older revisions are judged by the core of JSON-RPC only.
    pub revision: Revision,
    /// For a response, the method of the request that it answers, where that is in evidence.
    /// Without it, a result is known by its members only, and what needs the request is not judged.
    pub method: Option<&'f str>,
    /// Whether rules that guess at meaning are judged as well.
    pub heuristics: bool,
}

impl Default for Facts<'_> {
    fn default() -> Self {
        Facts { direction: None, revision: Revision::LATEST, method: None, heuristics: false }
    }
}

impl<'f> Facts<'f> {
    /// What a conversation knows about a message that it has just taken in.
    pub fn observed(
        conversation: &'f Conversation,
        link: &Link,
        direction: Direction,
        incoming: &Incoming<'_>,
    ) -> Self {
        let exchange = match link {
            Link::Opened(opened) => conversation.exchange(opened.exchange),
            Link::Answer { exchange, .. } => conversation.exchange(*exchange),
            _ => None,
        };
        let handshake = conversation.handshake();
        let revision = match (exchange, incoming) {
            (Some(exchange), _) => exchange.revision,
            (None, Incoming::Notification(notification)) => {
                Some(lifecycle::of_notification(notification, handshake))
            }
            (None, _) => handshake,
        };
        let method = match incoming {
            Incoming::Response(_) => exchange.map(|exchange| &*exchange.method),
            _ => None,
        };
        Facts {
            direction: Some(direction),
            revision: revision.unwrap_or(Revision::LATEST),
            method: method.filter(|method| !method.is_empty()),
            heuristics: false,
        }
    }
}
