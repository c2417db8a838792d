//! One HTTP request with its response.

use std::hash::{DefaultHasher, Hash, Hasher};

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::framing::{SseLimits, SseReader};
use mcpwire_protocol::http::{SESSION_ID, is_json};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::recording::{Body, Close, CloseReason, Event, EventKind, RequestHead};

use super::authorization::{Target, is_for_authorization};
use super::head::Head;
use super::pieces::Pieces;
use super::posted::{Kind, Posted, says_modern};
use crate::asked::Spot;
use crate::checker::{Desk, trust};
use crate::rules::Exchange;
use crate::stream::{Stream, Trust};

/// An exchange so far.
#[derive(Debug)]
pub(crate) struct HttpExchange {
    pub(crate) stream: Stream,
    /// The number of its last event.
    pub(crate) used: u64,
    /// The server that it is with, where that is known.
    pub(crate) server: Option<u64>,
    pub(crate) is_over: bool,
    /// The HTTP method.
    pub(super) verb: String,
    /// Whether it is with somebody else than a server of the protocol.
    pub(super) is_foreign: bool,
    /// What the target shows of authorization.
    pub(super) target: Target,
    pub(super) request: Option<Head>,
    pub(super) response: Option<(Head, u16)>,
    pub(super) posted: Posted,
    /// Whether the request has had its answer.
    pub(super) is_answered: bool,
    /// Whether a body came, whole, or an event.
    pub(super) has_body: bool,
    sent: Pieces,
    came: Pieces,
    /// An event stream that was recorded as bytes.
    bytes: Option<SseReader>,
}

impl HttpExchange {
    /// The longest event of a stream that was recorded as bytes.
    const LONGEST_EVENT: usize = 4 << 20;

    pub(crate) fn new() -> Self {
        let stream = Stream::in_exchange();
        HttpExchange {
            stream,
            used: 0,
            server: None,
            is_over: false,
            verb: String::new(),
            is_foreign: false,
            target: Target::default(),
            request: None,
            response: None,
            posted: Posted::default(),
            is_answered: false,
            has_body: false,
            sent: Pieces::default(),
            came: Pieces::default(),
            bytes: None,
        }
    }

    /// How many bytes wait for the rest of their body.
    pub(crate) fn waiting(&self) -> usize {
        let bytes = self.bytes.as_ref().map_or(0, SseReader::memory);
        self.sent.waiting() + self.came.waiting() + bytes
    }

    /// Takes in the head of the request.
    pub(crate) fn request(&mut self, spot: &Spot, event: &Event<'_>, head: &RequestHead<'_>) {
        self.verb = head.method.chars().take(20).collect();
        self.target = Target::of(&head.target);
        let line = format!("{} {:.150}", self.verb, self.target.shown(&head.target));
        let own = Head::of(spot, event, &line, &head.headers);
        self.stream.unknown_lifecycle = !says_modern(&own);
        self.server = Some(server_of(&own, &head.target, event.stream.0));
        self.request = Some(own);
    }

    pub(crate) fn event(&mut self, desk: &mut Desk, spot: &Spot, event: &Event<'_>, room: usize) {
        match &event.kind {
            EventKind::ResponseHead(head) if head.status >= 200 => {
                let line = format!("HTTP {}", head.status);
                let own = Head::of(spot, event, &line, &head.headers);
                self.response = Some((own, head.status));
                // What is wrong with a message has the statuses 400 and 404.
                let speaks_of_it = matches!(head.status, 200..=400 | 404);
                let is_refused = head.status >= 400;
                self.stream.turned_away = !speaks_of_it || is_refused && self.may_be_older();
                self.replied(desk);
            }
            EventKind::Body(body) => self.body(desk, spot, event, (body, room)),
            EventKind::SseEvent(sse) => {
                self.has_body = true;
                self.sse_event(desk, spot, sse, trust(event));
            }
            EventKind::SseComment(comment) => {
                self.has_body = true;
                self.after_final(desk, spot, "A comment", comment.content.bytes());
            }
            EventKind::SseIncomplete(_) => {
                desk.totals.skipped += 1;
                self.stream.has_gaps = true;
            }
            EventKind::Gap(_) => self.stream.lose(),
            EventKind::Close(close) => self.close(desk, spot, close),
            _ => {}
        }
    }

    fn body(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        event: &Event<'_>,
        (body, room): (&Body<'_>, usize),
    ) {
        let (bytes, trust) = (body.content.bytes(), trust(event));
        match body.direction {
            Direction::ClientToServer => {
                let whole = self.sent.take(bytes, trust, body.more, room);
                if let Some((bytes, trust)) = whole {
                    self.post(desk, spot, &bytes, trust);
                }
            }
            Direction::ServerToClient if self.is_event_stream() => {
                self.has_body = true;
                if bytes.len() > room {
                    self.bytes = None;
                    desk.totals.skipped += 1;
                    return self.stream.lose();
                }
                let limits = SseLimits { event: Self::LONGEST_EVENT, ..SseLimits::default() };
                let mut reader = self.bytes.take().unwrap_or_else(|| SseReader::new(limits));
                self.sse_bytes(desk, spot, &mut reader, (bytes, trust));
                self.bytes = body.more.then_some(reader);
            }
            Direction::ServerToClient => {
                let whole = self.came.take(bytes, trust, body.more, room);
                if let Some((bytes, trust)) = whole {
                    self.has_body = true;
                    self.reply(desk, spot, (&bytes, trust));
                }
            }
        }
    }

    /// Takes in what the client sent.
    fn post(&mut self, desk: &mut Desk, spot: &Spot, bytes: &[u8], trust: Trust) {
        if trust == Trust::Whole && is_for_authorization(self.request.as_ref(), bytes) {
            self.is_foreign = true;
            return self.to_authority(desk, bytes);
        }
        if trust == Trust::Lost {
            self.stream.has_gaps = true;
        } else if !bytes.trim_ascii().is_empty() {
            let incoming = Incoming::parse(bytes);
            let mut posted = Posted::of(self.request.as_ref(), &incoming);
            if posted.is_modern && posted.method != Some(Method::Initialize) {
                self.stream.unknown_lifecycle = false;
            }
            self.stream.begins = posted.kind == Kind::Request && posted.is_modern;
            if let (Incoming::Request(request), Some(head), true, Trust::Whole) =
                (&incoming, &self.request, posted.is_modern, trust)
            {
                posted.headers(desk, head, request);
                let tool = request.params.name.filter(|_| posted.method == Some(Method::ToolsCall));
                if let Some(tool) = tool.and_then(Text::as_string) {
                    let mirrored = self.stream.known.mirrored.of(&tool);
                    posted.params(desk, head, request, mirrored);
                }
            }
            self.posted = posted;
            self.token_in_target(desk);
        }
        self.stream.line(desk, spot, Direction::ClientToServer, bytes, trust);
    }

    /// Takes in a message of the server; says whether it was the answer.
    pub(super) fn message(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        bytes: &[u8],
        trust: Trust,
    ) -> bool {
        let waited = !self.stream.asked.is_empty();
        self.stream.line(desk, spot, Direction::ServerToClient, bytes, trust);
        let answers = waited && self.stream.asked.is_empty();
        self.is_answered |= answers;
        answers
    }

    fn close(&mut self, desk: &mut Desk, spot: &Spot, close: &Close) {
        let of_server = close.direction != Some(Direction::ClientToServer);
        if !of_server {
            return;
        }
        if close.reason == CloseReason::End && self.response.is_some() {
            match (self.is_event_stream(), self.has_body) {
                (true, _) => self.stream_ended(desk),
                (false, false) => self.reply(desk, spot, (b"", Trust::Whole)),
                (false, true) => {}
            }
        }
        self.is_over = true;
    }

    /// Enters what waited for the end.
    pub(crate) fn end(mut self, desk: &mut Desk) {
        if let Some((_, finding)) = self.stream.stray.take() {
            desk.add(finding);
        }
        self.stream.known.end(desk);
    }

    /// Whether the request is in evidence and modern, so that the rules of this revision hold.
    pub(super) fn is_modern(&self) -> bool {
        self.posted.is_modern && !self.stream.has_gaps
    }

    /// Whether a server that speaks older revisions too may take the request for one of theirs.
    pub(super) fn may_be_older(&self) -> bool {
        self.posted.broken_header == Some(Exchange::HeaderVersionMissing)
    }

    pub(super) fn content_type(&self) -> Option<&[u8]> {
        self.response.as_ref().and_then(|(head, _)| head.first("content-type"))
    }

    pub(super) fn is_event_stream(&self) -> bool {
        self.content_type()
            .is_some_and(|value| media(value).eq_ignore_ascii_case(b"text/event-stream"))
    }

    pub(super) fn is_json(&self) -> bool {
        self.content_type().is_some_and(is_json)
    }
}

fn media(value: &[u8]) -> &[u8] {
    value.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii()
}

/// Which server an exchange is with, as one client sees it: what is listed may depend on who asks.
fn server_of(head: &Head, target: &str, stream: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    head.first("host").hash(&mut hasher);
    target.split('?').next().hash(&mut hasher);
    head.first("authorization").hash(&mut hasher);
    head.first(SESSION_ID).hash(&mut hasher);
    // Nobody knows whether two are the same that were replaced.
    let hidden = ["host", "authorization", SESSION_ID].iter().any(|name| head.is_redacted(name));
    hidden.then_some(stream).hash(&mut hasher);
    hasher.finish()
}
