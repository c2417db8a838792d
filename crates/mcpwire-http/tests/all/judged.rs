//! What crosses in these tests, judged by the rulebook: whatever a client does, our server breaks
//! no rule.

use http::request::Parts;
use mcpwire_check::{Checker, Options};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::recording::{
    Body, Close, CloseReason, Content, Event, EventKind, HttpField, Micros, Open, OpenKind,
    RequestHead, ResponseHead, StreamId,
};

use super::harness::Got;

/// One exchange, as a recorder would have seen it.
///
/// # Panics
///
/// If the server breaks a rule in it.
pub(crate) fn judge(request: &Parts, sent: &str, got: &Got) {
    let open = Open { what: OpenKind::Exchange, within: None, peer: None };
    let head = RequestHead {
        method: request.method.to_string(),
        target: request.uri.to_string(),
        version: None,
        headers: fields(&request.headers),
    };
    let response =
        ResponseHead { status: got.status.as_u16(), version: None, headers: fields(&got.headers) };
    let body = |direction, text| {
        let content = Content::of(str::as_bytes(text));
        EventKind::Body(Body { direction, content, more: false })
    };
    let end = Close { direction: None, reason: CloseReason::End, detail: None };
    let events = [
        EventKind::Open(open),
        EventKind::RequestHead(head),
        body(Direction::ClientToServer, sent),
        EventKind::ResponseHead(response),
        body(Direction::ServerToClient, &got.body),
        EventKind::Close(end),
    ];
    let mut checker = Checker::with_options(Options { server_only: true, ..Options::default() });
    checker.begin("a test");
    for kind in events {
        checker.event(None, &Event::new(Micros(0), StreamId(1), kind));
    }
    let report = checker.finish();
    let findings: Vec<_> = report.causes.iter().flat_map(|cause| &cause.findings).collect();
    let words: Vec<_> =
        findings.iter().map(|it| format!("{}: {}", it.rule.as_str(), it.seen)).collect();
    assert!(words.is_empty(), "{words:#?}\nfor {request:?} {sent:.2000}\n{got:?}");
}

fn fields(headers: &http::HeaderMap) -> Vec<HttpField<'_>> {
    let field = |(name, value): (&http::HeaderName, &'_ http::HeaderValue)| HttpField {
        name: name.to_string(),
        value: Content::of(value.as_bytes()).into_owned(),
    };
    headers.iter().map(field).collect()
}
