//! Conversations that show the rules about several messages.

use std::time::Duration;

use mcpwire_protocol::framing::Ending;
use mcpwire_protocol::recording::{
    Close, CloseReason, Content, Direction, Event, EventKind, Line, Micros, StreamId,
};
use mcpwire_protocol::rules::fixture::{self, Example, Fixture};

use crate::checker::Checker;
use crate::options::Options;
use crate::report::Report;
use crate::rules::EXCHANGE_RULES;

macro_rules! examples {
    ($($topic:literal: $($name:literal),+;)+) => {
        static EXAMPLES: &[&[Example]] = &[$(&[$(Example {
            topic: $topic,
            name: $name,
            text: include_str!(concat!("../fixtures/", $topic, "/", $name, ".conversation")),
        }),+]),+];
    };
}

examples! {
    "error-id-mismatch": "bad", "good";
    "error-id-missing": "bad", "good";
    "id-reuse-in-flight": "bad", "good";
    "invalid-request-code": "bad", "bad-silence", "good";
    "meta-rejection-code": "bad", "bad-served", "good";
    "notification-answered": "bad", "good";
    "parse-error-code": "bad", "bad-silence", "good";
    "response-duplicate": "bad", "good";
    "response-id-type-changed": "bad", "good";
    "response-missing": "bad", "good";
    "response-unsolicited": "bad", "good";
    "result-id-mismatch": "bad", "good";
    "stdio-stdout-not-mcp": "bad", "good";
    "tools-call-unknown-tool": "bad", "good";
    "version-unsupported-code": "bad", "good";
    "version-unsupported-echo": "bad", "good";
    "version-unsupported-served": "bad", "good";
}

/// The examples of a rule, wrong ones first: those of the protocol crate for a rule about one
/// message, ours for one about several.
pub fn examples_of(rule: &str) -> &'static [Example] {
    let own = EXAMPLES.iter().find(|examples| examples.iter().any(|one| one.topic == rule));
    own.copied().unwrap_or_else(|| fixture::examples_of(rule))
}

/// The time between two messages of an example, long enough for silence to count.
const PAUSE: Duration = Duration::from_secs(2);

/// Judges an example as a recording in which each message comes two seconds after the one before.
/// Examples of rules about several messages are whole: they have a beginning, and an end at which
/// the server closes its output. Message number `n`, from 1, is event `n`.
pub fn check_example(fixture: &Fixture<'_>, topic: &str, heuristics: bool) -> Report {
    let whole = EXCHANGE_RULES.contains(&topic);
    let mut checker = Checker::with_options(Options { heuristics, ..Options::default() });
    let mut at = Micros::default();
    let stream = StreamId(1);
    if whole {
        checker.begins(stream);
    } else {
        checker.has_no_handshake(stream);
    }
    for message in fixture.messages() {
        let direction = match message.direction {
            mcpwire_protocol::direction::Direction::ClientToServer => Direction::ClientToServer,
            mcpwire_protocol::direction::Direction::ServerToClient => Direction::ServerToClient,
        };
        let content = Content::of(&message.bytes);
        let line = Line { direction, content, ending: Ending::Lf };
        checker.event(None, &Event::new(at, stream, EventKind::Line(line)));
        at = Micros::from(Duration::from(at) + PAUSE);
    }
    if whole {
        let end = |direction| {
            let close =
                Close { direction: Some(direction), reason: CloseReason::End, detail: None };
            Event::new(at, stream, EventKind::Close(close))
        };
        checker.event(None, &end(Direction::ClientToServer));
        checker.event(None, &end(Direction::ServerToClient));
    }
    checker.finish()
}
