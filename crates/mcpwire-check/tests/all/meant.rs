//! What a recording says is broken on purpose.

use mcpwire_check::probe::{Lines, Opening, legacy, modern};
use mcpwire_check::{Checker, Report, Verdict};
use mcpwire_protocol::recording::{Direction, Event, EventKind, Line, Micros, StreamId};

use mcpwire_protocol::rules::Party;

use crate::probe::{all, offer};
use crate::talk::broken;

const NULL: &str = r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#;

/// Lines with what is marked of them; those of the server begin with `<`.
fn judge(lines: &[(&str, &[&str])]) -> Report {
    let mut checker = Checker::new();
    for (number, (text, expected)) in (1..).zip(lines) {
        let (direction, text) = match text.strip_prefix('<') {
            Some(text) => (Direction::ServerToClient, text),
            None => (Direction::ClientToServer, *text),
        };
        let line = Line::of(direction, text.as_bytes());
        let mut event = Event::new(Micros(number), StreamId(1), EventKind::Line(line));
        event.expected = expected.iter().map(ToString::to_string).collect();
        checker.event(Some(number + 1), &event);
    }
    checker.finish()
}

#[test]
fn what_is_meant_is_no_finding_and_is_counted() {
    let report = judge(&[(NULL, &["id-null", "no-such-rule"]), (NULL, &["id-null"])]);
    assert_eq!(broken(&report), Vec::<&str>::new());
    assert_eq!(report.totals.expected, 2);
    let expected: Vec<_> =
        report.expected.iter().map(|(rule, count)| (rule.as_str(), *count)).collect();
    assert_eq!(expected, [("id-null", 2)]);
    assert_ne!(report.verdict("id-null"), Some(Verdict::Broken));
}

#[test]
fn what_is_not_named_and_what_stands_beside_is_a_finding_as_ever() {
    let report = judge(&[(NULL, &["json-invalid"]), (NULL, &[])]);
    assert_eq!(broken(&report), ["id-null"]);
    assert_eq!((report.causes[0].count, report.totals.expected), (2, 0));
    let report = judge(&[(NULL, &["id-null"]), (NULL, &[])]);
    assert_eq!((report.causes[0].count, report.totals.expected), (1, 1));
}

#[test]
fn what_is_meant_is_bounded() {
    let lines = vec![(NULL, &["id-null"][..]); 5_000];
    let report = judge(&lines);
    assert_eq!(report.totals.expected, 5_000);
}

/// The rules that the client breaks by these lines.
fn by_client(lines: &[&str]) -> Vec<&'static str> {
    let lines: Vec<_> = lines.iter().map(|line| (*line, &[][..])).collect();
    let causes = judge(&lines).causes.into_iter();
    causes.filter(|cause| cause.party == Party::Client).map(|cause| cause.rule.as_str()).collect()
}

#[test]
fn a_probe_breaks_what_it_says_and_nothing_else() {
    let mut lines = Lines::new(Opening::PerRequest, 900);
    let opening = modern::discovery(&mut lines).line;
    for probe in all(&offer()) {
        assert_eq!(by_client(&[&opening, &probe.line]), probe.breaks, "{}", probe.name);
    }
    let mut lines = Lines::new(Opening::Handshake, 1);
    let hello = legacy::handshake(&mut lines);
    let done = legacy::initialized(&lines).line;
    let welcome = r#"<{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"resources":{},"prompts":{}},"serverInfo":{"name":"old","version":"1"}}}"#;
    let mut probes = legacy::protocol(&mut lines, &offer(), &[]).probes;
    probes.extend(legacy::lists(&mut lines, &offer()).probes);
    probes.extend(legacy::noise(&mut lines));
    for probe in probes {
        let found = by_client(&[&hello.line, welcome, &done, &probe.line]);
        assert_eq!(found, probe.breaks, "{}", probe.name);
    }
}
