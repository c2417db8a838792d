//! What the answer to the first request tells about a server.

use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming};
use mcpwire_protocol::lifecycle::{Eras, Fatal, LegacySign, Probe, Verdict, judge_probe};
use mcpwire_protocol::revision::Revision::{self, V2025_11_25, V2026_07_28};

fn result(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#)
}

fn error(code: i64, data: &str) -> String {
    let data = if data.is_empty() { String::new() } else { format!(r#","data":{data}"#) };
    format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"m"{data}}}}}"#)
}

fn stdio(text: &str, ours: Eras) -> Verdict {
    let message = Incoming::parse(text.as_bytes());
    judge_probe(Probe::Message(&message), V2026_07_28, ours)
}

fn http(status: u16, text: Option<&str>) -> Verdict {
    let message = text.map(|text| Incoming::parse(text.as_bytes()));
    judge_probe(Probe::Http { status, message: message.as_ref() }, V2026_07_28, Eras::Dual)
}

fn legacy_error(code: i64) -> Verdict {
    Verdict::Legacy(LegacySign::Error(ErrorCode(code)))
}

const MODERN: Verdict = Verdict::Modern(V2026_07_28);

#[test]
fn versions_in_a_result_or_a_refusal_decide() {
    let old = Verdict::Legacy(LegacySign::Versions(V2025_11_25));
    let none = |theirs: &[&str]| {
        let theirs = theirs.iter().map(|version| (*version).to_owned()).collect();
        Verdict::Fatal(Fatal::NoCommonVersion { theirs })
    };
    let table = [
        (result(r#"{"supportedVersions":["2026-07-28"]}"#), MODERN),
        (result(r#"{"supportedVersions":["2027-01-01","2026-07-28","2025-11-25"]}"#), MODERN),
        (result(r#"{"supportedVersions":["2025-11-25","2024-11-05"]}"#), old.clone()),
        (result(r#"{"supportedVersions":["2027-01-01",7]}"#), none(&["2027-01-01", "7"])),
        (result(r#"{"supportedVersions":[]}"#), none(&[])),
        (result(r#"{"supportedVersions":"2026-07-28"}"#), Verdict::Legacy(LegacySign::OtherResult)),
        (result("{}"), Verdict::Legacy(LegacySign::OtherResult)),
        (error(-32022, r#"{"supported":["2025-11-25"],"requested":"2026-07-28"}"#), old.clone()),
        (error(-32022, r#"{"supported":["2026-07-28","2025-11-25"]}"#), old),
        (
            error(-32022, r#"{"supported":["2026-07-28"]}"#),
            Verdict::Fatal(Fatal::Contradiction(V2026_07_28)),
        ),
        (error(-32022, r#"{"supported":["2026-08-01"]}"#), none(&["2026-08-01"])),
        (error(-32022, r#"{"supported":"2026-08-01"}"#), legacy_error(-32022)),
        (error(-32022, ""), legacy_error(-32022)),
    ];
    for (text, expected) in table {
        assert_eq!(stdio(&text, Eras::Dual), expected, "stdio: {text}");
        assert_eq!(http(400, Some(&text)), expected, "http 400: {text}");
        assert_eq!(http(200, Some(&text)), expected, "http 200: {text}");
    }
}

#[test]
fn only_recognised_errors_are_modern() {
    let capabilities = r#"{"requiredCapabilities":{"sampling":{}}}"#;
    let table = [
        (-32020, "", MODERN, MODERN),
        (-32021, capabilities, MODERN, MODERN),
        (-32021, "", legacy_error(-32021), legacy_error(-32021)),
        (-32601, "", legacy_error(-32601), MODERN),
        (-32602, "", legacy_error(-32602), legacy_error(-32602)),
        (-32600, "", legacy_error(-32600), legacy_error(-32600)),
        (-32700, "", legacy_error(-32700), legacy_error(-32700)),
        (-32603, "", legacy_error(-32603), legacy_error(-32603)),
        (-32000, "", legacy_error(-32000), legacy_error(-32000)),
        (-32001, "", legacy_error(-32001), legacy_error(-32001)),
        (0, "", legacy_error(0), legacy_error(0)),
        (42, capabilities, legacy_error(42), legacy_error(42)),
    ];
    for (code, data, on_stdio, on_http_404) in table {
        let text = error(code, data);
        assert_eq!(stdio(&text, Eras::Dual), on_stdio, "stdio: {text}");
        assert_eq!(http(404, Some(&text)), on_http_404, "http 404: {text}");
    }
    assert_eq!(http(400, Some(&error(-32601, ""))), legacy_error(-32601));
}

#[test]
fn statuses_decide_where_no_message_does() {
    let legacy = |status| Verdict::Legacy(LegacySign::Status(status));
    let fatal = |status| Verdict::Fatal(Fatal::Status(status));
    let table = [
        (200, legacy(200)),
        (202, legacy(202)),
        (301, fatal(301)),
        (307, fatal(307)),
        (400, legacy(400)),
        (401, Verdict::Fatal(Fatal::Unauthorized)),
        (403, Verdict::Fatal(Fatal::Forbidden)),
        (404, legacy(404)),
        (405, legacy(405)),
        (406, legacy(406)),
        (408, fatal(408)),
        (415, legacy(415)),
        (429, fatal(429)),
        (500, fatal(500)),
        (503, fatal(503)),
    ];
    for (status, expected) in table {
        for body in [None, Some(""), Some("Not Found"), Some(r#"{"detail":"Not Acceptable"}"#)] {
            assert_eq!(http(status, body), expected, "{status} {body:?}");
        }
    }
    let no_id = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request"}}"#;
    assert_eq!(http(400, Some(no_id)), legacy_error(-32000));
    assert_eq!(http(401, Some(no_id)), Verdict::Fatal(Fatal::Unauthorized));
    assert_eq!(http(500, Some(no_id)), fatal(500));
    assert_eq!(http(500, Some(&error(-32020, ""))), MODERN);
    assert!(
        LegacySign::Status(405).may_be_http_sse() && !LegacySign::Status(406).may_be_http_sse()
    );
}

#[test]
fn silence_and_noise_are_legacy() {
    let silence = judge_probe(Probe::Silence, V2026_07_28, Eras::Dual);
    assert_eq!(silence, Verdict::Legacy(LegacySign::Silence));
    for text in ["", "Starting server", r#"{"jsonrpc":"2.0","id":1}"#] {
        assert_eq!(stdio(text, Eras::Dual), Verdict::Legacy(LegacySign::OtherResult), "{text}");
    }
}

#[test]
fn a_modern_only_client_gives_up_with_the_reason() {
    let silence = judge_probe(Probe::Silence, V2026_07_28, Eras::ModernOnly);
    assert_eq!(silence, Verdict::Fatal(Fatal::LegacyServer(LegacySign::Silence)));
    let text = result(r#"{"supportedVersions":["2025-11-25","2024-11-05"]}"#);
    let theirs = vec!["2025-11-25".to_owned(), "2024-11-05".to_owned()];
    assert_eq!(stdio(&text, Eras::ModernOnly), Verdict::Fatal(Fatal::NoCommonVersion { theirs }));
    assert_eq!(stdio(&result(r#"{"supportedVersions":["2026-07-28"]}"#), Eras::ModernOnly), MODERN);
}

#[test]
fn no_order_of_versions_changes_the_choice() {
    let names: Vec<_> = Revision::ALL.iter().map(|revision| format!("\"{revision}\"")).collect();
    for turn in 0..names.len() {
        let mut turned = names.clone();
        turned.rotate_left(turn);
        let text = result(&format!(r#"{{"supportedVersions":[{}]}}"#, turned.join(",")));
        assert_eq!(stdio(&text, Eras::Dual), MODERN, "{text}");
    }
}
