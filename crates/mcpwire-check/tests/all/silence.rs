//! Silence, and other things that only the whole conversation shows.

use mcpwire_check::{Checker, Report};
use mcpwire_protocol::recording::{
    Event, EventKind, Gap, MarkKind, MarkPlace, Micros, ProcessStart, StreamId,
};
use mcpwire_protocol::rules::{Level, Party};

use crate::talk::{META, broken, judge, line, marked, no_tools, request};

#[test]
fn a_request_that_is_open_at_the_end_is_a_note() {
    let report = judge(&[&request(1, "tools/list")]);
    assert_eq!(broken(&report), ["response-missing"]);
    assert_eq!(report.causes[0].level, Level::Note);
}

fn level(report: &Report) -> Level {
    let missing = report.causes.iter().find(|cause| cause.rule.as_str() == "response-missing");
    missing.expect("the answer is missing").level
}

#[test]
fn an_overtaken_request_is_missing_its_answer_but_a_tool_may_take_its_time() {
    let answer = format!("<{}", no_tools(2));
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"slow","arguments":{{}},{META}}}}}"#
    );
    let list = request(2, "tools/list");
    let overtaken = |first: &str| level(&judge(&[first, &list, &answer]));
    assert_eq!(overtaken(&request(1, "prompts/list")), Level::Should);
    assert_eq!(overtaken(&request(1, "resources/read")), Level::Note);
    let mut checker = Checker::new();
    checker.event(None, &line(0, &request(1, "prompts/list")));
    checker.event(None, &line(0, &list));
    checker.event(None, &line(20, &answer));
    assert_eq!(level(&checker.finish()), Level::Must, "nobody is that slow");
    assert_eq!(overtaken(&call), Level::Note);
    assert_eq!(
        overtaken(&request("1.0", "prompts/list")),
        Level::Should,
        "a server may misread it"
    );
    let report = judge(&[&request(1, "subscriptions/listen"), &list, &answer]);
    assert!(!broken(&report).contains(&"response-missing"));
}

#[test]
fn silence_needs_time() {
    let broken_line = r#"{"jsonrpc":"2.0","id":5,"method""#;
    for (wait, rules) in [(0, vec!["json-invalid"]), (3, vec!["json-invalid", "parse-error-code"])]
    {
        let mut checker = Checker::new();
        checker.begins(StreamId(1));
        checker.event(None, &line(0, broken_line));
        let (list, answer) = (request(6, "tools/list"), format!("<{}", no_tools(6)));
        checker.event(None, &line(0, &list));
        checker.event(None, &line(wait, &answer));
        assert_eq!(broken(&checker.finish()), rules, "after {wait} s");
    }
}

#[test]
fn one_answer_may_stand_for_several_broken_lines() {
    let error = r#"<{"jsonrpc":"2.0","error":{"code":-32700,"message":"No JSON."}}"#;
    let report =
        judge(&["{", "{{", error, "", &request(1, "tools/list"), &format!("<{}", no_tools(1))]);
    assert_eq!(broken(&report), ["json-invalid"]);
}

#[test]
fn what_may_be_a_notification_or_an_answer_gets_none() {
    for text in [r#"{"method":"a"}"#, r#"{"jsonrpc":"2.0","id":null,"result":{}}"#] {
        let report = judge(&[text, &request(1, "tools/list"), &format!("<{}", no_tools(1))]);
        assert!(!broken(&report).contains(&"invalid-request-code"), "{text}");
    }
}

#[test]
fn what_is_missing_from_a_recording_is_nobodys_fault() {
    let answer = format!("<{}", no_tools(1));
    let stray = format!("<{}", no_tools(9));
    let list = request(1, "tools/list");
    let lost: [(&str, Event<'_>); 3] = [
        ("a gap", {
            let why = "The disk was slow.".to_owned();
            let gap = Gap { events: None, bytes: None, direction: None, why };
            Event::new(Micros(0), StreamId(1), EventKind::Gap(gap))
        }),
        ("a cut line", marked(line(1, &answer[..60]), MarkKind::Truncated, MarkPlace::Content)),
        ("a hidden line", marked(line(1, "<…"), MarkKind::Redacted, MarkPlace::Content)),
    ];
    for (what, event) in lost {
        let mut checker = Checker::new();
        checker.begins(StreamId(1));
        checker.event(None, &line(0, &list));
        checker.event(None, &event);
        checker.event(None, &line(5, &stray));
        assert_eq!(broken(&checker.finish()), Vec::<&str>::new(), "{what}");
    }
}

#[test]
fn a_redacted_message_is_followed_but_not_judged() {
    let mut checker = Checker::new();
    checker.begins(StreamId(1));
    let call =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"…"}}"#;
    let place = MarkPlace::Pointer("/params/arguments".to_owned());
    checker.event(None, &marked(line(0, call), MarkKind::Redacted, place));
    let answer = r#"<{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No."},"x":1}"#;
    checker.event(None, &line(1, answer));
    let report = checker.finish();
    assert_eq!(broken(&report), Vec::<&str>::new());
    assert_eq!((report.totals.skipped, report.totals.messages), (1, 1));
}

#[test]
fn without_a_beginning_no_answer_is_unsolicited() {
    let (list, answer) = (request(1, "tools/list"), no_tools(4));
    let mut checker = Checker::new();
    checker.bare_line(1, answer.as_bytes());
    checker.bare_line(2, list.as_bytes());
    checker.bare_line(3, no_tools(1).as_bytes());
    checker.bare_line(4, answer.as_bytes());
    assert_eq!(broken(&checker.finish()), Vec::<&str>::new());
}

#[test]
fn a_legacy_conversation_is_judged_by_the_core_only() {
    let init = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;
    let chosen = r#"<{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}"#;
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    let answers = r#"<[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}}]"#;
    let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"b"}}"#;
    let failed = r#"<{"jsonrpc":"2.0","id":3,"result":{"content":[],"isError":true}}"#;
    let asks = r#"<{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}"#;
    let said = r#"{"jsonrpc":"2.0","id":1,"result":{"role":"user"}}"#;
    let lines = [init, chosen, batch, answers, call, failed, asks, said];
    assert_eq!(broken(&judge(&lines)), Vec::<&str>::new());
    let mut bare = Checker::new();
    for (number, text) in (1..).zip(lines) {
        bare.bare_line(number, text.trim_start_matches('<').as_bytes());
    }
    assert_eq!(broken(&bare.finish()), Vec::<&str>::new(), "the same as bare lines");
    let twice = judge(&[init, chosen, call, failed, failed]);
    assert_eq!(broken(&twice), ["response-duplicate"]);
}

#[test]
fn an_unknown_handshake_is_no_modern_conversation() {
    let init = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-10-07","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;
    let chosen = r#"<{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2024-10-07","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}"#;
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let tools = r#"<{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#;
    assert_eq!(broken(&judge(&[init, chosen, ready, list, tools])), Vec::<&str>::new());
    let bad = r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#;
    assert_eq!(broken(&judge(&[init, chosen, ready, bad]))[0], "id-null");
}

#[test]
fn an_answer_to_a_broken_line_is_no_stray_answer() {
    let code = |text: &str, answer: &str| {
        let report = judge(&[&request(1, "server/discover"), text, answer]);
        let server = report.causes.iter().filter(|cause| cause.party == Party::Server);
        let rules = server.map(|cause| cause.rule.as_str());
        rules.filter(|rule| *rule != "response-missing").collect::<Vec<_>>()
    };
    let broken_line = r#"{"jsonrpc":"2.0","id":5,"method""#;
    let salvaged = r#"<{"jsonrpc":"2.0","id":5,"error":{"code":-32700,"message":"No JSON."}}"#;
    assert_eq!(code(broken_line, salvaged), Vec::<&str>::new());
    let batch = r#"[{"jsonrpc":"2.0","id":6,"method":"tools/list"}]"#;
    assert_eq!(code(batch, &format!("<{}", no_tools(6))), ["invalid-request-code"]);
    let fraction = r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#;
    assert_eq!(code(fraction, &format!("<{}", no_tools("1.5"))), ["invalid-request-code"]);
    let null = r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#;
    assert_eq!(code(null, &format!("<{}", no_tools("null"))), ["invalid-request-code"]);
}

#[test]
fn a_server_of_an_older_revision_owes_no_code_of_this_one() {
    let bare = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let old = r#"<{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#;
    assert_eq!(broken(&judge(&[bare, old])), ["params-missing"]);
    let modern = format!("<{}", no_tools(2));
    let shown = judge(&[bare, old, &request(2, "tools/list"), &modern]);
    assert_eq!(broken(&shown), ["params-missing", "meta-rejection-code"]);
}

#[test]
fn a_finding_says_how_to_see_it_again() {
    let mut checker = Checker::new();
    let argv = vec!["my server".to_owned(), "--fast".to_owned()];
    let start = ProcessStart { argv, pid: None, cwd: None };
    checker.event(None, &Event::new(Micros(0), StreamId(1), EventKind::ProcessStart(start)));
    checker.event(None, &line(0, r#"{"jsonrpc":"2.0","id":"it's"}"#));
    let answer = r#"<{"jsonrpc":"2.0","id":"it's","error":{"code":-32603,"message":"No."}}"#;
    checker.event(None, &line(1, answer));
    let report = checker.finish();
    let cause = report.causes.iter().find(|cause| cause.rule.as_str() == "invalid-request-code");
    let repeat = cause.and_then(|cause| cause.findings[0].repeat.as_deref());
    let again = r#"printf '%s\n' '{"jsonrpc":"2.0","id":"it'\''s"}' | 'my server' --fast"#;
    assert_eq!(repeat, Some(again));
}
