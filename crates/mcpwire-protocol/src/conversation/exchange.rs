use std::borrow::Cow;
use std::time::Duration;

use super::answer::{Answer, Audience};
use crate::direction::Direction;
use crate::jsonrpc::IdKey;
use crate::method::Method;
use crate::revision::Revision;

/// A request with its answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Its number in the conversation, from 0, in the order of the requests.
    pub number: u64,
    /// Which way the request went.
    pub direction: Direction,
    /// The id of the request.
    pub id: IdKey,
    /// The method's name, cut to 200 bytes where it is none that is known; empty where a
    /// malformed request has none.
    pub method: Cow<'static, str>,
    /// The method, if it is a known one.
    pub known: Option<Method>,
    /// The revision that it is written in: the one it names, or else that of the conversation
    /// ([`Conversation::revision`](super::Conversation::revision)); `None` if unknown. For a
    /// handshake, the one that the answer chooses.
    pub revision: Option<Revision>,
    /// When the request was seen.
    pub opened: Duration,
    /// How it ended, if it did.
    pub closed: Option<Closing>,
    /// What arrived after it was cancelled or given up.
    pub late: Option<Answer>,
    /// Whether a subscription was acknowledged.
    pub acknowledged: bool,
    /// The number of the first exchange of the act that this one belongs to.
    pub operation: u64,
    pub(super) keys: Keys,
}

/// Under what else an exchange can be found, to take it out of the tables again.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    pub(super) token: Option<IdKey>,
    /// What a retry has in common with the request, where there may be one.
    pub(super) shape: Option<u64>,
    pub(super) round: Option<u64>,
    pub(super) task: Option<u64>,
}

/// When and how an exchange ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// When.
    pub at: Duration,
    /// How.
    pub ending: Ending,
}

/// How an exchange ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// With an answer.
    Answered(Answer),
    /// By a cancellation that was sent this way.
    Cancelled(Direction),
    /// Without an answer: the time allowed was over, or the stream ended.
    GivenUp,
}

impl Exchange {
    /// Whether the answer is still due.
    pub fn is_open(&self) -> bool {
        self.closed.is_none()
    }

    /// How long it took, if it ended.
    pub fn took(&self) -> Option<Duration> {
        self.closed.map(|closing| closing.at.saturating_sub(self.opened))
    }

    /// Who can do something about how it ended: for silence that is the client.
    pub fn audience(&self) -> Option<Audience> {
        Some(match self.closed?.ending {
            Ending::Answered(answer) => answer.audience(self.known),
            Ending::Cancelled(_) => Audience::Host,
            Ending::GivenUp => Audience::Client,
        })
    }
}

/// Exchanges that are one act: a request with its retries after input, a task with its polls.
#[derive(Clone, Debug)]
pub struct Operation<'a> {
    /// The number of its first exchange, which may be forgotten by now.
    pub number: u64,
    /// Its exchanges that are remembered, in order.
    pub exchanges: Vec<&'a Exchange>,
}
