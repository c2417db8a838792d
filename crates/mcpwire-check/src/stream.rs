//! One stream: a client and a server that exchange lines.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use mcpwire_protocol::conversation::{Conversation, Limits, Link, Opened};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::framing::BOM;
use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::{Incoming, Outcome, Request, Response};
use mcpwire_protocol::lifecycle::batch_messages;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::recording::{Close, CloseReason, Exit};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Facts, Violation, message};

use crate::asked::{Asked, Spot, due};
use crate::checker::Desk;
use crate::finding::{Finding, sender};
use crate::here::Here;
use crate::known::Known;
use crate::rules::Exchange;
use crate::silence::Unread;

/// How much of the text of an event crossed the wire as it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// All of it.
    Whole,
    /// All but values inside that were replaced: it can be followed, but not judged.
    Redacted,
    /// Nobody knows what it was.
    Lost,
}

/// How the messages of a stream travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// As lines that all requests share.
    Lines,
    /// In the bodies of one HTTP exchange.
    Http,
}

/// A stream so far.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) conversation: Conversation,
    pub(crate) now: Duration,
    /// The number of its last event.
    pub(crate) used: u64,
    /// Whether its beginning is in evidence.
    pub(crate) begins: bool,
    /// Whether something of it is missing.
    pub(crate) has_gaps: bool,
    /// The command line of the server.
    pub(crate) command: Option<String>,
    pub(crate) exit: Option<Exit>,
    /// Whether the server ended its output in the regular way.
    pub(crate) output_ended: bool,
    /// The client's requests that wait for an answer, by their exchange.
    pub(crate) asked: BTreeMap<u64, Asked>,
    /// The client's lines that were no messages and have no id.
    pub(crate) unread: VecDeque<Unread>,
    /// How many such lines there were in all.
    pub(crate) unreadable: u64,
    /// The client's notifications.
    pub(crate) notifications: u64,
    /// The latest request that was answered.
    pub(crate) last_answered: Option<u64>,
    pub(crate) known: Known,
    /// A response whose id nobody used, while one request was open.
    pub(crate) stray: Option<(u64, Finding)>,
    /// How its messages travel.
    pub(crate) carrier: Carrier,
    /// Whether a message of the client could not be read whole, so that nobody knows all that it
    /// asked for.
    pub(crate) doubtful: bool,
    /// Whether a request that asked for logs has ended, and whether one was cancelled.
    pub(crate) logs_ended: [bool; 2],
    /// Whether the server can send no more than the answer.
    pub(crate) is_single: bool,
    /// Whether the last error answered a request that lacks what each has in `_meta`.
    pub(crate) meta_refused: bool,
    /// Whether the request was refused over HTTP by a status that says nothing of its message, so
    /// that nobody need have read it.
    pub(crate) turned_away: bool,
    /// Whether the client has ever asked for a subscription.
    pub(crate) has_listened: bool,
    /// Whether a handshake was made, or may have been, of which the revision is not known.
    pub(crate) unknown_lifecycle: bool,
    /// Whether it is made of lines without a recording around them.
    pub(crate) is_bare: bool,
    /// Whether it counts as seen from its beginning, although nothing shows that.
    pub(crate) no_handshake: bool,
    /// Whether the server has sent a request.
    server_asked: bool,
    started: [bool; 2],
}

const REVISION: &str = "Messages that came before anything that tells their revision are judged by \
    what all revisions share.";

/// How much of a conversation is remembered: less than an endpoint needs, as only what is open
/// counts here.
const LIMITS: Limits = Limits { open: 1024, closed: 256, key_bytes: 1024 };

impl Default for Stream {
    fn default() -> Self {
        Stream {
            conversation: Conversation::with_limits(LIMITS),
            now: Duration::ZERO,
            used: 0,
            begins: false,
            has_gaps: false,
            command: None,
            exit: None,
            output_ended: false,
            asked: BTreeMap::new(),
            unread: VecDeque::new(),
            unreadable: 0,
            notifications: 0,
            last_answered: None,
            known: Known::default(),
            stray: None,
            carrier: Carrier::Lines,
            doubtful: false,
            logs_ended: [false; 2],
            is_single: false,
            meta_refused: false,
            turned_away: false,
            has_listened: false,
            unknown_lifecycle: false,
            is_bare: false,
            no_handshake: false,
            server_asked: false,
            started: [false; 2],
        }
    }
}

impl Stream {
    /// The stream of an HTTP exchange of which nothing was seen yet.
    pub(crate) fn in_exchange() -> Self {
        Stream { carrier: Carrier::Http, unknown_lifecycle: true, ..Stream::default() }
    }

    /// Takes in a line.
    pub(crate) fn line(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        direction: Direction,
        bytes: &[u8],
        trust: Trust,
    ) {
        let started = &mut self.started[usize::from(direction == Direction::ServerToClient)];
        let bytes = match std::mem::replace(started, true) {
            false => bytes.strip_prefix(BOM).unwrap_or(bytes),
            true => bytes,
        };
        if bytes.trim_ascii().is_empty() {
            return;
        }
        if trust == Trust::Lost {
            desk.totals.skipped += 1;
            self.lose();
            return;
        }
        let handshake = match self.carrier {
            // The handshake was another exchange; only this revision knew batches.
            Carrier::Http if self.unknown_lifecycle => Some(Revision::V2025_03_26),
            _ => self.conversation.handshake(),
        };
        match batch_messages(bytes, handshake) {
            Some(messages) => {
                for text in messages {
                    self.message(desk, spot, direction, text.as_bytes(), trust);
                }
            }
            None => self.message(desk, spot, direction, bytes, trust),
        }
    }

    fn message(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        direction: Direction,
        bytes: &[u8],
        trust: Trust,
    ) {
        self.incoming(desk, spot, direction, (bytes, &Incoming::parse(bytes)), trust);
    }

    /// Takes in a message that was read already.
    pub(crate) fn incoming(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        direction: Direction,
        (bytes, incoming): (&[u8], &Incoming<'_>),
        trust: Trust,
    ) {
        if self.is_bare && self.started == [false; 2] {
            self.no_handshake |= direction == Direction::ClientToServer;
        }
        let link = self.conversation.observe(direction, self.now, incoming);
        if direction == Direction::ServerToClient {
            self.known.shows_its_revision(incoming);
        }
        let facts = Facts::observed(&self.conversation, &link, direction, incoming);
        let method = match incoming {
            Incoming::Response(_) => facts.method.and_then(Method::named),
            other => other.method().as_deref().and_then(Method::named),
        };
        let shakes_hands = method == Some(Method::Initialize) && is_result(incoming);
        self.unknown_lifecycle |= shakes_hands && self.conversation.handshake().is_none();
        let untold = facts.revision.is_none()
            && self.carrier == Carrier::Lines
            && !self.is_from_its_beginning();
        if untold {
            desk.remark(REVISION);
        }
        let revision = match (self.unknown_lifecycle || untold) && !is_modern(incoming) {
            true if shakes_hands => Revision::V2024_11_05,
            true => self.oldest(&link),
            // Where nothing tells, no handshake came before: only the newest revision has none.
            false => facts.revision.unwrap_or(Revision::LATEST),
        };
        let heuristics = desk.options.heuristics;
        let facts = Facts { heuristics, revision: Some(revision), ..facts };
        let mut violations =
            if trust == Trust::Whole { message(incoming, &facts) } else { Vec::new() };
        desk.count(incoming, trust);
        if trust == Trust::Whole {
            desk.evidence.message(incoming, revision, Some(direction), method);
        }
        let here = Here { spot, direction, bytes, revision, trust, answers: None };
        match direction {
            Direction::ClientToServer => {
                self.started[0] = true;
                self.client_sent(desk, &here, incoming, &link, &violations);
            }
            Direction::ServerToClient => {
                self.started[1] = true;
                self.server_asked |= matches!(incoming, Incoming::Request(_));
                self.learn(incoming, method);
                let consequence = self.server_sent(desk, &here, incoming, &link);
                if consequence {
                    violations.clear();
                }
            }
        }
        let log = direction == Direction::ServerToClient
            && revision.is_modern()
            && self.carrier == Carrier::Lines;
        for violation in violations {
            desk.add(here.finding(violation, log));
        }
    }

    /// Whether no handshake can have come before what was seen: the beginning is in evidence, the
    /// server answers as only those of the newest revision do, or there are bare lines of which a
    /// client has sent the first.
    fn is_from_its_beginning(&self) -> bool {
        self.begins || self.known.is_modern || self.no_handshake
    }

    /// The revision of a message that may belong to a handshake of which the revision is not
    /// known: that of its request, or the oldest, of which only the core is judged.
    fn oldest(&self, link: &Link) -> Revision {
        let asked = match link {
            Link::Answer { exchange, .. } => self.asked.get(exchange),
            _ => None,
        };
        asked.map_or(Revision::V2024_11_05, |asked| asked.revision)
    }

    fn client_sent(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        incoming: &Incoming<'_>,
        link: &Link,
        violations: &[Violation],
    ) {
        self.doubtful |= here.trust != Trust::Whole || matches!(incoming, Incoming::Malformed(_));
        match (incoming, link) {
            (Incoming::Request(request), Link::Opened(opened)) => {
                self.has_listened |= request.is(Method::SubscriptionsListen.name());
                self.begins |= self.opens(request);
                let fault = violations.iter().find_map(due);
                let asked = Asked::of(here, request, (*opened, fault), self.now);
                self.open(desk, here, request.id.text(), *opened, asked);
            }
            (Incoming::Malformed(malformed), Link::Opened(opened)) => {
                if let Some(id) = malformed.id {
                    let asked = Asked::malformed(here, malformed, id, self.now);
                    self.open(desk, here, id.text(), *opened, asked);
                }
            }
            (Incoming::Malformed(malformed), _) => self.unreadable_line(here, malformed),
            (Incoming::Notification(_), link) => {
                self.notifications += 1;
                desk.evidence.occasion(Exchange::NotificationAnswered);
                if let Link::Cancellation { exchange, .. } = link {
                    self.cancelled(desk, *exchange);
                }
            }
            _ => {}
        }
    }

    /// Whether a response can only be that of the client to what the server asked.
    pub(crate) fn asked_by_server(&self, response: &Response<'_>) -> bool {
        let Some(id) = response.id.filter(|_| self.server_asked) else { return false };
        let key = id.key();
        let mut open = self.conversation.open().filter(|open| open.id == key);
        let first = open.next().map(|open| open.direction);
        first == Some(Direction::ServerToClient) && open.next().is_none()
    }

    /// Whether this is what a conversation begins with.
    fn opens(&self, request: &Request<'_>) -> bool {
        let first = !self.started[1] && self.asked.is_empty();
        first
            && (request.is(Method::ServerDiscover.name()) || request.is(Method::Initialize.name()))
    }

    fn open(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        id: Text<'_>,
        opened: Opened,
        mut asked: Asked,
    ) {
        desk.evidence.occasion(Exchange::IdReused);
        if let Some(earlier) = opened.id_in_use {
            asked.shares_id = true;
            let other = self.asked.get_mut(&earlier);
            let line = other.map(|other| {
                other.shares_id = true;
                other.spot.told()
            });
            let waits = line.unwrap_or_else(|| "an earlier request".to_owned());
            let seen =
                format!("The id {id:.40} is that of {waits}, which still waits for its answer.");
            let advice = "Give each request an id that no open request has, such as a counter.";
            let place = (sender(Some(here.direction)), here.at(id, Pointer::spelled("/id")));
            let finding = desk.broken(Exchange::IdReused, here.revision, place, (seen, advice));
            desk.add(finding);
        }
        self.asked.insert(opened.exchange, asked);
    }

    /// Forgets what a missing piece may have answered.
    pub(crate) fn lose(&mut self) {
        self.has_gaps = true;
        self.unknown_lifecycle |= self.conversation.handshake().is_none() && !self.known.is_modern;
        self.asked.clear();
        self.unread.clear();
        self.stray = None;
        self.known.lose();
    }

    pub(crate) fn close(&mut self, close: &Close) {
        let of_server = !matches!(
            close.direction,
            Some(mcpwire_protocol::recording::Direction::ClientToServer)
        );
        self.output_ended |= of_server && close.reason == CloseReason::End;
    }

    pub(crate) fn remembered(&self) -> usize {
        self.asked.len() + self.unread.len()
    }
}

/// Whether a message names its revision itself.
pub(crate) fn is_modern(incoming: &Incoming<'_>) -> bool {
    match incoming {
        Incoming::Request(request) => request.params.meta.protocol_version.is_some(),
        Incoming::Notification(notification) => notification.params.meta.protocol_version.is_some(),
        Incoming::Response(_) | Incoming::Malformed(_) => false,
    }
}

fn is_result(incoming: &Incoming<'_>) -> bool {
    matches!(incoming, Incoming::Response(Response { outcome: Outcome::Result(_), .. }))
}
