//! Conversations that show the rules about several messages, judged.

use std::time::Duration;

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::framing::Ending;
use mcpwire_protocol::recording::{
    Body, Close, CloseReason, Content, Event, EventKind, Line, Micros, SseComment, SseEvent,
    StreamId,
};
use mcpwire_protocol::rules::fixture::{Fixture, Message, Step};

use crate::checker::Checker;
use crate::example_head::Heads;
use crate::example_probe;
use crate::options::Options;
use crate::report::Report;
use crate::rules::EXCHANGE_RULES;

/// The time between two messages of an example, long enough for silence to count.
const PAUSE: Duration = Duration::from_secs(2);

/// The stream of an example's lines; HTTP exchanges have the numbers after it.
const LINES: StreamId = StreamId(1);

/// Judges an example as a recording in which each message comes two seconds after the one before.
/// Examples of rules about several messages are whole: they have a beginning, and an end at which
/// the server closes its output. Message number `n`, from 1, is event `n`.
///
/// The first line of a request's head begins an HTTP exchange and ends the one before. Messages
/// that follow belong to it; one without bytes has no body, and one that begins with a colon is a
/// comment in an event stream.
///
/// Examples of rules that only an active check judges are a request of it and the answer.
pub fn check_example(fixture: &Fixture<'_>, topic: &str, heuristics: bool) -> Report {
    let mut checker = Checker::with_options(Options { heuristics, ..Options::default() });
    let is_probe = crate::probe::RULES.contains(&topic);
    let whole = is_probe || EXCHANGE_RULES.contains(&topic);
    if whole {
        checker.begins(LINES);
    } else {
        checker.has_no_handshake(LINES);
    }
    let mut play =
        Play { checker, at: Micros::default(), number: 0, stream: LINES, heads: Heads::default() };
    for step in &fixture.steps {
        match step {
            Step::Comment(_) => {}
            Step::Head(direction, line) => {
                if *direction == Direction::ClientToServer && !play.heads.is_requesting() {
                    play.end_exchange();
                    play.stream = StreamId(play.stream.0 + 1);
                }
                play.heads.take(*direction, line);
            }
            Step::Message(message) => play.message(message),
        }
    }
    play.end_exchange();
    if whole {
        play.stream = LINES;
        for direction in [Direction::ClientToServer, Direction::ServerToClient] {
            play.close(direction);
        }
    }
    if is_probe && let Some(finding) = example_probe::finding(fixture, topic) {
        play.checker.add(finding);
    }
    play.checker.finish()
}

/// A recording in the making.
struct Play {
    checker: Checker,
    at: Micros,
    number: u64,
    stream: StreamId,
    heads: Heads,
}

impl Play {
    fn message(&mut self, message: &Message<'_>) {
        self.number += 1;
        let direction = message.direction;
        let content = Content::of(&message.bytes);
        if self.stream == LINES {
            self.tell(EventKind::Line(Line { direction, content, ending: Ending::Lf }));
        } else {
            if let Some(head) = self.heads.finish(direction) {
                self.tell(head);
            }
            match message.bytes.as_ref() {
                [] => {}
                [b':', ..] => self.tell(EventKind::SseComment(SseComment { content })),
                _ if direction == Direction::ServerToClient && self.heads.is_event_stream() => {
                    let data = Some(content);
                    let event = SseEvent { data, event: None, id: None, retry: None };
                    self.tell(EventKind::SseEvent(event));
                }
                _ => self.tell(EventKind::Body(Body { direction, content, more: false })),
            }
        }
        self.at = Micros::from(Duration::from(self.at) + PAUSE);
    }

    fn end_exchange(&mut self) {
        if self.stream != LINES {
            self.close(Direction::ServerToClient);
        }
    }

    fn close(&mut self, direction: Direction) {
        let close = Close { direction: Some(direction), reason: CloseReason::End, detail: None };
        self.tell(EventKind::Close(close));
    }

    fn tell(&mut self, kind: EventKind<'_>) {
        self.checker.number_next(self.number);
        self.checker.event(None, &Event::new(self.at, self.stream, kind));
    }
}
