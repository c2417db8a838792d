//! One event of a recording.

use super::content::Content;
use super::http::{Body, RequestHead, ResponseHead, SseComment, SseEvent, SseIncomplete};
use super::marks::{Gap, Mark, Origin, Source};
use super::process::{Close, Open, ProcessExit, ProcessStart, Stderr};
use crate::direction::Direction;
use crate::framing::Ending;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Microseconds since the start of the recording, on a clock that never goes back.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Micros(pub u64);

impl From<Duration> for Micros {
    /// A time too long to count, in the order of 500,000 years, is the longest.
    fn from(time: Duration) -> Self {
        Self(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
    }
}

impl From<Micros> for Duration {
    fn from(micros: Micros) -> Self {
        Self::from_micros(micros.0)
    }
}

/// Which process, connection or HTTP exchange an event belongs to. Never reused within a recording.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct StreamId(pub u64);

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event<'a> {
    /// When.
    pub at: Micros,
    /// On which stream.
    pub stream: StreamId,
    /// What.
    #[serde(rename = "event", borrow)]
    pub kind: EventKind<'a>,
    /// What is not as it crossed the wire.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The ids of the rules that it breaks on purpose, as a test does: whoever judges the
    /// recording counts them apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
    /// Where in a foreign log it comes from, if it was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl<'a> Event<'a> {
    /// An event seen by this program itself, with nothing changed in it.
    pub fn new(at: Micros, stream: StreamId, kind: EventKind<'a>) -> Self {
        Self { at, stream, kind, marks: Vec::new(), expected: Vec::new(), origin: None }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind<'a> {
    /// A stream began.
    Open(Open),
    /// A stream, or one direction of it, ended.
    Close(Close),
    /// A process was started.
    ProcessStart(ProcessStart),
    /// A process ended.
    ProcessExit(ProcessExit),
    /// A line of the stdio transport.
    #[serde(borrow)]
    Line(Line<'a>),
    /// A line that a process wrote to its standard error output.
    #[serde(borrow)]
    Stderr(Stderr<'a>),
    /// The head of an HTTP request.
    #[serde(borrow)]
    RequestHead(RequestHead<'a>),
    /// The head of an HTTP response.
    #[serde(borrow)]
    ResponseHead(ResponseHead<'a>),
    /// A body of an HTTP message, or a piece of one.
    #[serde(borrow)]
    Body(Body<'a>),
    /// A server-sent event.
    #[serde(borrow)]
    SseEvent(SseEvent<'a>),
    /// A comment in a stream of server-sent events.
    #[serde(borrow)]
    SseComment(SseComment<'a>),
    /// The start of a server-sent event of which the rest is not here.
    #[serde(borrow)]
    SseIncomplete(SseIncomplete<'a>),
    /// Something is missing from here on.
    Gap(Gap),
    /// A foreign log that events were imported from.
    Source(Source),
}

impl EventKind<'_> {
    /// The names of all kinds, as they are written.
    pub const NAMES: [&'static str; 14] = [
        "open",
        "close",
        "process-start",
        "process-exit",
        "line",
        "stderr",
        "request-head",
        "response-head",
        "body",
        "sse-event",
        "sse-comment",
        "sse-incomplete",
        "gap",
        "source",
    ];
}

/// A line of the stdio transport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line<'a> {
    /// Which way it went.
    pub direction: Direction,
    /// Its bytes without the line end; a byte order mark at the start of a stream is part of them.
    #[serde(borrow)]
    pub content: Content<'a>,
    /// How it ended. Absent means by a line feed; `none` means that the input ended in the middle of it.
    #[serde(default, skip_serializing_if = "is_line_feed")]
    pub ending: Ending,
}

impl<'a> Line<'a> {
    /// A line as it came, line end and byte order mark included.
    pub fn of(direction: Direction, raw: &'a [u8]) -> Self {
        let (content, ending) = cut(raw);
        Self { direction, content, ending }
    }
}

/// The content of a line as it came, and its end.
pub(super) fn cut(raw: &[u8]) -> (Content<'_>, Ending) {
    let ending = Ending::of(raw);
    (Content::of(&raw[..raw.len() - ending.bytes().len()]), ending)
}

pub(super) fn is_line_feed(ending: &Ending) -> bool {
    *ending == Ending::Lf
}
