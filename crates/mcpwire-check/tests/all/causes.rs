//! What looks alike is told once.

use mcpwire_check::{Checker, MOST_CAUSES, MOST_FINDINGS};
use mcpwire_protocol::rules::{Level, Party};

use crate::talk::{INFO, broken, judge, request};

/// A list of tools of which some have no name.
fn nameless(id: u64, count: usize) -> String {
    let tools = vec![r#"{"inputSchema":{"type":"object"}}"#; count].join(",");
    format!(
        r#"<{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{tools}],{INFO}}}}}"#
    )
}

#[test]
fn one_mistake_made_often_is_one_cause() {
    let (one, other) = (nameless(1, 4), nameless(2, 3));
    let report = judge(&[&request(1, "tools/list"), &one, &request(2, "tools/list"), &other]);
    assert_eq!(broken(&report), ["tool-name-missing"]);
    let cause = &report.causes[0];
    assert_eq!(cause.count, 7);
    assert_eq!(cause.findings.len(), MOST_FINDINGS);
    assert_eq!(cause.party, Party::Server);
    assert_eq!(cause.name, "server/tool-name-missing/result/tools/*/name");
    assert_eq!(report.totals.must, 7);
    assert_eq!(report.count_from(Level::Should), 7);
}

#[test]
fn findings_that_differ_are_kept_before_those_that_say_the_same_again() {
    let id = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
    let rows: [(&[&str], &[&str]); 3] = [
        (&["1.5", "1.5", "1.5", "1.5", "2.5", "1.5", "3.5"], &["1.5", "2.5", "3.5"]),
        (&["1.5", "2.5", "3.5", "4.5"], &["1.5", "2.5", "3.5"]),
        (&["1.5", "1.5", "1.5"], &["1.5"]),
    ];
    for (ids, distinct) in rows {
        let mut checker = Checker::new();
        for (line, one) in (1..).zip(ids) {
            checker.bare_line(line, id(one).as_bytes());
        }
        let report = checker.finish();
        let cause = report.causes.iter().find(|cause| cause.rule.as_str() == "id-fractional");
        let cause = cause.expect("it is found");
        let told: Vec<_> = cause.distinct().map(|finding| finding.at.marked()).collect();
        let due: Vec<_> = distinct.iter().map(|text| text.as_bytes()).collect();
        assert_eq!(told, due, "{ids:?}");
        assert_eq!((cause.count, cause.findings.len()), (ids.len() as u64, MOST_FINDINGS));
        let lines: Vec<_> = cause.findings.iter().map(|finding| finding.at.line).collect();
        assert!(lines.is_sorted(), "{lines:?}");
    }
}

#[test]
fn a_column_counts_in_the_line_of_the_file() {
    let text = r#"{"jsonrpc":"2.0","id":true,"method":"a"}"#;
    let column = |bare: &str| {
        let mut checker = Checker::new();
        checker.bare_line(1, bare.as_bytes());
        checker.finish().causes[0].findings[0].at.column
    };
    assert_eq!(column(text), Some(23));
    assert_eq!(column(&format!("  {text}")), Some(25));
    assert_eq!(column(&format!("\u{feff}{text}")), Some(26));
    let report = judge(&[&request(1, "tools/list"), text]);
    assert!(
        report.causes.iter().flat_map(|cause| &cause.findings).all(|it| it.at.column.is_none())
    );
}

#[test]
fn the_place_is_in_the_excerpt_however_long_the_message_is() {
    for before in [0, 10, 300, 700, 100_000] {
        let padding = "ä".repeat(before);
        let text = format!(
            r#"{{"jsonrpc":"2.0","x":"{padding}","id":true,"method":"a","y":"{padding}"}}"#
        );
        let mut checker = Checker::new();
        checker.bare_line(7, text.as_bytes());
        let report = checker.finish();
        let at = &report.causes[0].findings[0].at;
        assert_eq!(&text[at.bytes.clone()], "true");
        let place = at.excerpt.place(&at.bytes);
        assert_eq!(&at.excerpt.bytes[place], b"true", "{before}");
        assert!(at.excerpt.bytes.len() <= mcpwire_check::Excerpt::MOST);
        assert_eq!((at.line, at.excerpt.length), (Some(7), text.len()));
    }
}

#[test]
fn causes_are_bounded_and_all_findings_counted() {
    let mut checker = Checker::new();
    checker.bare_line(1, request(1, "tools/list").as_bytes());
    for number in 0..2_000_u64 {
        let key: String =
            number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect();
        let text = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":1,"_meta":{{"{key}-":1}}}}}}"#
        );
        checker.bare_line(number + 2, text.as_bytes());
    }
    assert!(checker.remembered()[2] <= MOST_CAUSES);
    let report = checker.finish();
    let of_keys = report.causes.iter().filter(|cause| cause.rule.as_str() == "meta-key-name");
    assert_eq!(of_keys.map(|cause| cause.count).sum::<u64>(), 2_000);
}

#[test]
fn the_heaviest_come_first() {
    let report = judge(&[&request(1, "tools/list"), r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#]);
    let levels: Vec<_> = report.causes.iter().map(|cause| cause.level).collect();
    assert!(levels.is_sorted_by(|one, other| one >= other), "{levels:?}");
    assert_eq!(levels.first(), Some(&Level::Must));
}
