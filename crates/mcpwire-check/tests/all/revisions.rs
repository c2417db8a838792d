//! The revision by which a message is judged: its own, its request's, or none that is known.

use mcpwire_check::{Checker, Report, Verdict};
use mcpwire_protocol::recording::StreamId;

use crate::talk::{broken, judge, line, no_tools, request};

/// A legacy answer, which lacks what the newest revision demands of each.
const OLD_LIST: &str = r#"<{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#;
const OLD_REQUEST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;

fn handshake(version: &str) -> [String; 3] {
    let hello = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"a","version":"1"}}}}}}"#
    );
    let answer = format!(
        r#"<{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"{version}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"b","version":"1"}}}}}}"#
    );
    [hello, answer, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned()]
}

#[test]
fn a_modern_request_after_a_handshake_is_judged_as_modern_and_the_others_as_legacy() {
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let [hello, answer, initialized] = handshake(version);
        let opened = [&*hello, &answer, &initialized];
        let modern = request(3, "tools/list");
        let good = format!("<{}", no_tools(3));
        let bad = r#"<{"jsonrpc":"2.0","id":3,"result":{"tools":[]}}"#;
        let after = [OLD_REQUEST, OLD_LIST];
        let talk = |middle: &[&str]| judge(&[&opened, middle, &after].concat());
        assert_eq!(broken(&talk(&[&modern, &good])), Vec::<&str>::new(), "{version}");
        // The legacy answer that looks the same breaks nothing.
        let report = talk(&[&modern, bad]);
        let of_result =
            report.causes.iter().filter(|cause| cause.rule.as_str() == "result-type-missing");
        assert_eq!(of_result.map(|cause| cause.count).sum::<u64>(), 1, "{version}");
        let lines = report.causes.iter().flat_map(|cause| &cause.findings);
        assert!(lines.clone().all(|finding| finding.at.line == Some(6)), "{version}");
        assert!(lines.count() > 0);
    }
}

/// A conversation that is seen from somewhere in the middle.
fn middle(lines: &[&str]) -> Report {
    let mut checker = Checker::new();
    for (at, text) in (0..).zip(lines) {
        checker.event(Some(at + 2), &line(at, text));
    }
    checker.finish()
}

#[test]
fn what_only_the_newest_revision_demands_is_not_judged_where_no_revision_is_known() {
    let report = middle(&[OLD_REQUEST, OLD_LIST]);
    assert_eq!(broken(&report), Vec::<&str>::new());
    assert_eq!(report.verdict("meta-missing"), Some(Verdict::NotVerifiable));
    assert_eq!(report.verdict("result-type-missing"), Some(Verdict::NotVerifiable));
    assert!(report.remarks.iter().any(|remark| remark.contains("revision")), "{report:?}");
    // What all revisions share is judged.
    let report = middle(&[r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#]);
    assert_eq!(broken(&report), ["id-null"]);
    // From the beginning it cannot be legacy, as no handshake came before.
    assert!(broken(&judge(&[OLD_REQUEST, OLD_LIST])).contains(&"params-missing"));
    // Nor is it after something has told.
    let modern = request(1, "tools/list");
    let report = middle(&[&modern, &format!("<{}", no_tools(1)), OLD_REQUEST, OLD_LIST]);
    assert!(broken(&report).contains(&"params-missing"));
}

#[test]
fn bare_lines_that_begin_with_an_answer_begin_in_the_middle() {
    let bare = |lines: &[&str]| {
        let mut checker = Checker::new();
        for (number, text) in (1..).zip(lines) {
            checker.bare_line(number, text.trim_start_matches('<').as_bytes());
        }
        broken(&checker.finish())
    };
    // Only that it is still open at the end.
    assert_eq!(bare(&[OLD_LIST, OLD_REQUEST]), ["response-missing"]);
    assert!(bare(&[OLD_REQUEST, OLD_LIST]).contains(&"params-missing"));
}

#[test]
fn a_stream_that_opens_with_a_handshake_has_its_beginning_in_it() {
    let [hello, answer, initialized] = handshake("2025-06-18");
    let mut checker = Checker::new();
    checker.begins(StreamId(1));
    for (at, text) in [&*hello, &answer, &initialized, OLD_REQUEST, OLD_LIST].iter().enumerate() {
        checker.event(None, &line(at as u64, text));
    }
    assert_eq!(broken(&checker.finish()), Vec::<&str>::new());
}
