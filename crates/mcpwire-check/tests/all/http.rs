//! HTTP exchanges: however they are cut, and whatever of them is missing.

use mcpwire_check::{Checker, Report};
use mcpwire_protocol::recording::{
    Body, Close, CloseReason, Content, Direction, Event, EventKind, Gap, HttpField, Mark, MarkKind,
    MarkPlace, Micros, Origin, RequestHead, ResponseHead, SseEvent, StreamId,
};

use crate::talk::{META, broken, no_tools, request};

const MODERN: &[(&str, &str)] = &[
    ("Host", "example.com"),
    ("Content-Type", "application/json"),
    ("Accept", "application/json, text/event-stream"),
    ("MCP-Protocol-Version", "2026-07-28"),
    ("Mcp-Method", "tools/list"),
];
const JSON: &[(&str, &str)] = &[("Content-Type", "application/json")];
const STREAM: &[(&str, &str)] =
    &[("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")];

fn fields(all: &[(&str, &'static str)]) -> Vec<HttpField<'static>> {
    let field = |(name, value): &(&str, &'static str)| HttpField {
        name: (*name).to_owned(),
        value: Content::from(*value),
    };
    all.iter().map(field).collect()
}

fn asks(headers: &[(&str, &'static str)]) -> EventKind<'static> {
    let (method, target) = ("POST".to_owned(), "/mcp".to_owned());
    EventKind::RequestHead(RequestHead { method, target, version: None, headers: fields(headers) })
}

fn answers(status: u16, headers: &[(&str, &'static str)]) -> EventKind<'static> {
    EventKind::ResponseHead(ResponseHead { status, version: None, headers: fields(headers) })
}

fn piece(direction: Direction, text: &[u8], more: bool) -> EventKind<'_> {
    EventKind::Body(Body { direction, content: Content::of(text), more })
}

fn sent(text: &str) -> EventKind<'_> {
    piece(Direction::ClientToServer, text.as_bytes(), false)
}

fn came(text: &str) -> EventKind<'_> {
    piece(Direction::ServerToClient, text.as_bytes(), false)
}

fn told(text: &str) -> EventKind<'_> {
    EventKind::SseEvent(SseEvent { data: Some(text.into()), event: None, id: None, retry: None })
}

fn ends(reason: CloseReason) -> EventKind<'static> {
    EventKind::Close(Close { direction: Some(Direction::ServerToClient), reason, detail: None })
}

fn on(stream: u64, kind: EventKind<'_>) -> Event<'_> {
    Event::new(Micros(0), StreamId(stream), kind)
}

fn judge<'e>(events: impl IntoIterator<Item = Event<'e>>) -> Report {
    let mut checker = Checker::new();
    for event in events {
        checker.event(None, &event);
    }
    checker.finish()
}

fn judge_one<'e>(kinds: impl IntoIterator<Item = EventKind<'e>>) -> Report {
    judge(kinds.into_iter().map(|kind| on(1, kind)))
}

#[test]
fn a_body_in_two_pieces_is_one_message() {
    let (asked, answer) = (request(1, "tools/list"), no_tools(2));
    let whole = judge_one([asks(MODERN), sent(&asked), answers(200, JSON), came(&answer)]);
    assert_eq!(broken(&whole), ["result-id-mismatch"]);
    for at in 0..=answer.len() {
        let (first, second) = answer.as_bytes().split_at(at);
        let (to_client, is_json) = (Direction::ServerToClient, answers(200, JSON));
        let pieces = [piece(to_client, first, true), piece(to_client, second, false)];
        let start = [asks(MODERN), sent(&asked), is_json];
        let report = judge_one(start.into_iter().chain(pieces).chain([ends(CloseReason::End)]));
        assert_eq!(broken(&report), ["result-id-mismatch"], "cut at {at}");
        assert_eq!(report.totals.messages, whole.totals.messages);
    }
}

#[test]
fn an_event_stream_of_bytes_is_read_as_its_events() {
    let asked = request(1, "tools/list");
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}"#;
    let bytes = format!(": hello\n\ndata: {log}\n\nevent: message\ndata: {}\n\n", no_tools(1));
    for at in 0..=bytes.len() {
        let (first, second) = bytes.as_bytes().split_at(at);
        let to_client = Direction::ServerToClient;
        let report = judge_one([
            asks(MODERN),
            sent(&asked),
            answers(200, STREAM),
            piece(to_client, first, true),
            piece(to_client, second, false),
            ends(CloseReason::End),
        ]);
        assert_eq!(broken(&report), ["log-without-level"], "cut at {at}");
        assert_eq!(report.totals.messages, 3);
    }
}

#[test]
fn what_is_not_in_evidence_is_not_judged() {
    let asked = request(1, "tools/list");
    let bare = &MODERN[..1];
    // What is wrong with each is known only if all of it is seen.
    let head = || on(1, asks(bare));
    let redacted = |name: &str| {
        let place = MarkPlace::Header(name.to_owned());
        Mark { what: MarkKind::Redacted, place, original_length: 9 }
    };
    let mut hidden = head();
    for (name, _) in &MODERN[1..] {
        hidden.marks.push(redacted(name));
    }
    let mut imported = head();
    imported.origin = Some(Origin { source: 1, line: 1 });
    for head in [hidden, imported] {
        let report = judge([head, on(1, sent(&asked))]);
        assert_eq!(broken(&report), Vec::<&str>::new());
    }
    let wrong = no_tools(2);
    let gap =
        || EventKind::Gap(Gap { events: None, bytes: None, direction: None, why: String::new() });
    let report = judge_one([asks(MODERN), sent(&asked), gap(), answers(500, JSON), came(&wrong)]);
    assert_eq!(broken(&report), Vec::<&str>::new());
    let mut cut = on(1, came("{\"jsonrpc\""));
    let place = MarkPlace::Content;
    cut.marks.push(Mark { what: MarkKind::Truncated, place, original_length: 99 });
    let start = [asks(MODERN), sent(&asked), answers(200, JSON)].map(|kind| on(1, kind));
    assert_eq!(broken(&judge(start.into_iter().chain([cut]))), Vec::<&str>::new());
}

#[test]
fn only_the_server_can_end_its_stream_too_early() {
    let asked = request(1, "tools/list");
    let table = [
        (Some(CloseReason::End), vec!["sse-stream-without-response"]),
        (Some(CloseReason::Abandoned), vec![]),
        (Some(CloseReason::Broken), vec![]),
        (Some(CloseReason::RecordingEnded), vec![]),
        (None, vec![]),
    ];
    for (reason, expected) in table {
        let start = [asks(MODERN), sent(&asked), answers(200, STREAM)];
        let report = judge_one(start.into_iter().chain(reason.map(ends)));
        assert_eq!(broken(&report), expected, "{reason:?}");
    }
}

#[test]
fn older_revisions_are_not_judged_by_this_one() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    let welcome = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}"#;
    let ask = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}"#;
    let question = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#;
    let reply = r#"{"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}"#;
    let done = r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#;
    let plain = &[("Host", "example.com")];
    let session = &[
        ("Host", "example.com"),
        ("Mcp-Session-Id", "4711"),
        ("MCP-Protocol-Version", "2025-11-25"),
    ];
    let opened = &[("Content-Type", "application/json"), ("Mcp-Session-Id", "4711")];
    let streams = &[("Content-Type", "text/event-stream")];
    let report = judge([
        on(1, asks(plain)),
        on(1, sent(hello)),
        on(1, answers(200, opened)),
        on(1, came(welcome)),
        on(2, asks(session)),
        on(2, sent(ask)),
        on(2, answers(200, streams)),
        on(2, told(question)),
        on(3, asks(session)),
        on(3, sent(reply)),
        on(3, answers(202, &[])),
        on(3, ends(CloseReason::End)),
        on(2, told(done)),
        on(2, ends(CloseReason::End)),
    ]);
    assert_eq!(broken(&report), Vec::<&str>::new());
    assert_eq!(report.totals.messages, 6);
}

#[test]
fn exchanges_share_what_is_known_of_their_server_and_no_ids() {
    let list = request(1, "tools/list");
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"no","arguments":{{}},{META}}}}}"#
    );
    let failed = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"No."}}"#;
    let headers = |host: &'static str, user: &'static str| {
        let mut all = MODERN.to_vec();
        all[0].1 = host;
        all[4].1 = "tools/call";
        all.extend([("Mcp-Name", "no"), ("Authorization", user)]);
        all
    };
    let mut known = MODERN.to_vec();
    known.push(("Authorization", "Amira"));
    let empty = no_tools(1);
    let table = [
        ("example.com", "Amira", vec!["tools-call-unknown-tool"]),
        ("example.com", "Bela", vec![]),
        ("example.org", "Amira", vec![]),
    ];
    for (host, user, expected) in table {
        let report = judge([
            on(1, asks(&known)),
            on(2, asks(&headers(host, user))),
            on(1, sent(&list)),
            on(2, sent(&call)),
            on(1, answers(200, JSON)),
            on(1, came(&empty)),
            on(2, answers(200, JSON)),
            on(2, came(failed)),
        ]);
        assert_eq!(broken(&report), expected, "{host} {user}");
    }
}

#[test]
fn what_is_remembered_of_exchanges_is_bounded() {
    let asked = request(1, "tools/list");
    let mut checker = Checker::new();
    for number in 0..5_000 {
        checker.event(None, &on(number, asks(MODERN)));
        checker.event(None, &on(number, sent(&asked)));
        let [streams, waiting, _] = checker.remembered();
        assert!(streams <= 1_100 && waiting <= 1_100, "{streams} {waiting}");
    }
    assert_eq!(checker.finish().causes, []);
}
