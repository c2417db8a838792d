//! What is going on between two sides: who asked what, what is open, what belongs together.
//!
//! [`Conversation`] knows no side, does no I/O and reads no clock. It is told each message with
//! its direction and time, and tells what the message belongs to. Endpoints route by it, the
//! checker judges by it, the explorer draws it.
//!
//! ```
//! use std::time::Duration;
//! use mcpwire_protocol::conversation::{Answer, Conversation, Link, Timing};
//! use mcpwire_protocol::direction::Direction::{ClientToServer, ServerToClient};
//! use mcpwire_protocol::jsonrpc::Incoming;
//!
//! let mut conversation = Conversation::new();
//! let request = Incoming::parse(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
//! conversation.observe(ClientToServer, Duration::ZERO, &request);
//! let error = br#"{"jsonrpc":"2.0","id":1.0,"error":{"code":-32602,"message":"no _meta"}}"#;
//! let link = conversation.observe(
//!     ServerToClient,
//!     Duration::from_millis(3),
//!     &Incoming::parse(error),
//! );
//! assert!(matches!(link, Link::Answer {
//!     exchange: 0,
//!     answer: Answer::ProtocolError(_),
//!     timing: Timing::InTime,
//! }));
//! ```

mod answer;
mod exchange;
mod limits;
mod link;
mod messages;
mod notices;
mod register;
mod threads;
mod totals;

pub use answer::{Answer, Audience};
pub use exchange::{Closing, Ending, Exchange, Operation};
pub use limits::Limits;
pub use link::{Continues, Link, Opened, Overflow, Reference, Timing};
pub use totals::Totals;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use crate::direction::Direction;
use crate::jsonrpc::Incoming;
use crate::revision::Revision;
use register::Register;
use threads::Threads;

/// What is going on between two sides, told message by message.
///
/// Both sides may ask, as they do in legacy revisions. Memory is bounded by [`Limits`], and the
/// time for a message by its length and the logarithm of what is remembered.
#[derive(Debug, Default)]
pub struct Conversation {
    limits: Limits,
    next: u64,
    exchanges: BTreeMap<u64, Exchange>,
    open: usize,
    /// Closed exchanges, in the order in which they ended.
    history: VecDeque<u64>,
    ids: Register,
    tokens: Register,
    threads: Threads,
    handshake: Option<Revision>,
    /// The revision that a request last named for itself.
    named: Option<Revision>,
    totals: Totals,
    /// Whether something was forgotten or never followed.
    has_gaps: bool,
}

impl Conversation {
    /// A conversation in which nothing was said yet. Allocates nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A conversation with its own limits.
    pub fn with_limits(limits: Limits) -> Self {
        Conversation { limits, ..Self::default() }
    }

    /// Takes in a message and tells what it belongs to. `now` is the time since any fixed moment.
    pub fn observe(&mut self, direction: Direction, now: Duration, message: &Incoming<'_>) -> Link {
        let link = match message {
            Incoming::Request(request) => {
                self.totals.requests += 1;
                self.request(direction, now, request)
            }
            Incoming::Notification(notification) => {
                self.totals.notifications += 1;
                self.notification(direction, now, notification)
            }
            Incoming::Response(response) => {
                self.totals.responses += 1;
                self.response(direction, now, response)
            }
            Incoming::Malformed(malformed) => {
                self.totals.malformed += 1;
                self.malformed(direction, now, malformed)
            }
        };
        self.totals.count_link(&link);
        link
    }

    /// Ends an exchange without an answer, as when the time allowed is over or its HTTP stream
    /// is closed; `false` if it is not open.
    pub fn give_up(&mut self, exchange: u64, now: Duration) -> bool {
        let is_open = self.exchanges.get(&exchange).is_some_and(Exchange::is_open);
        if is_open {
            self.close(exchange, now, Ending::GivenUp);
        }
        is_open
    }

    /// Ends all that is open, as at the end of a stream; returns how many exchanges that were.
    pub fn end(&mut self, now: Duration) -> usize {
        let open: Vec<_> = self.open().map(|exchange| exchange.number).collect();
        for exchange in &open {
            self.close(*exchange, now, Ending::GivenUp);
        }
        open.len()
    }

    /// An exchange, while it is remembered.
    pub fn exchange(&self, number: u64) -> Option<&Exchange> {
        self.exchanges.get(&number)
    }

    /// The exchanges that are remembered, in the order of their requests.
    pub fn exchanges(&self) -> impl Iterator<Item = &Exchange> {
        self.exchanges.values()
    }

    /// The exchanges that wait for an answer, in the order of their requests.
    pub fn open(&self) -> impl Iterator<Item = &Exchange> {
        self.exchanges.values().filter(|exchange| exchange.is_open())
    }

    /// How many exchanges wait for an answer.
    pub fn open_count(&self) -> usize {
        self.open
    }

    /// The act that an exchange belongs to, while the exchange is remembered.
    pub fn operation(&self, exchange: u64) -> Option<Operation<'_>> {
        let exchange = self.exchanges.get(&exchange)?;
        let number = exchange.operation;
        let exchanges = match self.threads.members(number) {
            Some(members) => members.iter().filter_map(|one| self.exchanges.get(one)).collect(),
            None => vec![exchange],
        };
        Some(Operation { number, exchanges })
    }

    /// The revision of the last handshake, if one was made.
    pub fn handshake(&self) -> Option<Revision> {
        self.handshake
    }

    /// The revision of what does not name one itself: that of the last handshake or, without one,
    /// the one that a request last named. `None` until one of them was seen: the conversation may
    /// have begun before.
    pub fn revision(&self) -> Option<Revision> {
        self.handshake.or(self.named)
    }

    /// How many of what were seen.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Whether something was forgotten or never followed because of a limit.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps
    }
}
