//! What a recording says is broken on purpose.

use mcpwire_check::{Checker, Report, Verdict};
use mcpwire_protocol::recording::{Direction, Event, EventKind, Line, Micros, StreamId};

use crate::talk::broken;

const NULL: &str = r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#;

fn judge(lines: &[(&str, &[&str])]) -> Report {
    let mut checker = Checker::new();
    for (number, (text, expected)) in (1..).zip(lines) {
        let line = Line::of(Direction::ClientToServer, text.as_bytes());
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
