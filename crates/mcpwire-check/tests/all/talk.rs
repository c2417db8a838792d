//! Conversations for the tests.

use mcpwire_check::{Checker, Report};
use mcpwire_protocol::framing::Ending;
use mcpwire_protocol::recording::{
    Content, Direction, Event, EventKind, Line, Mark, MarkKind, MarkPlace, Micros, StreamId,
};

pub(crate) const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"shop","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

pub(crate) const INFO: &str =
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"stock","version":"1.0"}}"#;

/// A request without other parameters.
pub(crate) fn request(id: impl std::fmt::Display, method: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{META}}}}}"#)
}

/// An empty list of tools.
pub(crate) fn no_tools(id: impl std::fmt::Display) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[],{INFO}}}}}"#
    )
}

/// A line of a recording; those that begin with `<` come from the server.
pub(crate) fn line(at: u64, text: &str) -> Event<'_> {
    let (direction, text) = match text.strip_prefix('<') {
        Some(text) => (Direction::ServerToClient, text),
        None => (Direction::ClientToServer, text),
    };
    let content = Content::from(text);
    let line = Line { direction, content, ending: Ending::Lf };
    Event::new(Micros(at * 1_000_000), StreamId(1), EventKind::Line(line))
}

pub(crate) fn marked(mut event: Event<'_>, what: MarkKind, place: MarkPlace) -> Event<'_> {
    event.marks.push(Mark { what, place, original_length: 9 });
    event
}

/// A conversation that is seen from its beginning, a second between two lines.
pub(crate) fn judge(lines: &[&str]) -> Report {
    let mut checker = Checker::new();
    checker.begins(StreamId(1));
    for (at, text) in (0..).zip(lines) {
        checker.event(Some(at + 2), &line(at, text));
    }
    checker.finish()
}

/// The broken rules, each once, in the order of the causes.
pub(crate) fn broken(report: &Report) -> Vec<&'static str> {
    let mut rules: Vec<_> = report.causes.iter().map(|cause| cause.rule.as_str()).collect();
    rules.dedup();
    rules
}
