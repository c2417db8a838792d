//! What a modern request says about itself, and what is refused.

use mcpwire_protocol::jsonrpc::{Incoming, Request};
use mcpwire_protocol::meta::{self, LogLevel};
use mcpwire_protocol::revision::Revision;

fn with_request<T>(params: &str, read: impl FnOnce(&Request<'_>) -> T) -> T {
    let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a"{params}}}"#);
    match Incoming::parse(text.as_bytes()) {
        Incoming::Request(request) => read(&request),
        other => panic!("{text} is no request: {other:?}"),
    }
}

const VERSION: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
const CAPABILITIES: &str =
    r#""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"roots":false}"#;

/// The rule, and the bytes and the pointer that it is seen at.
fn refusal(params: &str) -> String {
    with_request(params, |request| match meta::modern(&request.params, request.text) {
        Ok(_) => "served".to_owned(),
        Err(fault) => {
            assert_eq!(fault.code.0, -32602);
            let bytes = &request.text[fault.place.bytes];
            let seen = if bytes == request.text { "all" } else { bytes };
            let pointer = fault.place.pointer.to_string();
            format!("{} {pointer} {seen}", fault.rule)
                .replace("/io.modelcontextprotocol~1", "/IO~1")
        }
    })
}

#[test]
fn the_first_missing_or_wrong_field_is_refused() {
    let meta = |members: &[&str]| format!(r#","params":{{"_meta":{{{}}}}}"#, members.join(","));
    let both = |member| meta(&[VERSION, CAPABILITIES, member]);
    let no_version = r#""io.modelcontextprotocol/protocolVersion":20260728"#;
    let null_version = r#""io.modelcontextprotocol/protocolVersion":null"#;
    let no_capabilities = r#""io.modelcontextprotocol/clientCapabilities":[]"#;
    let table = [
        (String::new(), "params-missing  all"),
        (r#","params":{}"#.to_owned(), "meta-missing /params {}"),
        (r#","params":{"_meta":"x"}"#.to_owned(), r#"meta-not-object /params/_meta "x""#),
        (r#","params":{"_meta":null}"#.to_owned(), "meta-not-object /params/_meta null"),
        (meta(&[]), "meta-protocol-version-missing /params/_meta {}"),
        (
            meta(&[VERSION]),
            &format!("meta-client-capabilities-missing /params/_meta {{{VERSION}}}"),
        ),
        (
            meta(&[no_version]),
            "meta-protocol-version-type /params/_meta/IO~1protocolVersion 20260728",
        ),
        (
            meta(&[null_version, CAPABILITIES]),
            "meta-protocol-version-type /params/_meta/IO~1protocolVersion null",
        ),
        (
            meta(&[VERSION, no_capabilities]),
            "meta-client-capabilities-type /params/_meta/IO~1clientCapabilities []",
        ),
        (
            both(r#""progressToken":1.5,"io.modelcontextprotocol/logLevel":7"#),
            "meta-progress-token-type /params/_meta/progressToken 1.5",
        ),
        (
            both(r#""progressToken":null"#),
            "meta-progress-token-type /params/_meta/progressToken null",
        ),
        (
            both(r#""io.modelcontextprotocol/logLevel":"trace""#),
            r#"meta-log-level-value /params/_meta/IO~1logLevel "trace""#,
        ),
        (
            both(r#""io.modelcontextprotocol/logLevel":null"#),
            "meta-log-level-value /params/_meta/IO~1logLevel null",
        ),
        (both(r#""progressToken":0"#), "served"),
        (both(r#""io.modelcontextprotocol/clientInfo":7"#), "served"),
        (both(r#""traceparent":7,"tracestate":null,"baggage":"""#), "served"),
        (both(r#""com..example/":1,"dev.mcp/own":2"#), "served"),
    ];
    for (params, expected) in table {
        assert_eq!(refusal(&params), expected, "{params}");
    }
}

#[test]
fn the_fields_come_out_as_they_were_sent() {
    let params = format!(
        r#","params":{{"_meta":{{{VERSION},{CAPABILITIES},"progressToken":1.0,"io.modelcontextprotocol/logLevel":"war\u006eing","traceparent":"x"}}}}"#
    );
    with_request(&params, |request| {
        let fields = meta::modern(&request.params, request.text).expect("valid fields");
        assert_eq!(fields.revision, Some(Revision::V2026_07_28));
        assert_eq!(fields.requested(), "2026-07-28");
        assert_eq!(fields.log_level, Some(LogLevel::Warning));
        assert_eq!(fields.progress_token.map(|token| token.as_str()), Some("1.0"));
        assert_eq!(fields.traceparent.map(|value| value.as_str()), Some("\"x\""));
        assert!(fields.client_info.is_none());
        assert!(fields.declares(&["elicitation"]) && fields.declares(&["elicitation", "form"]));
        assert!(!fields.declares(&["elicitation", "url"]) && !fields.declares(&["roots"]));
    });
}

#[test]
fn a_version_is_known_however_it_is_escaped_and_kept_if_not() {
    let table = [
        (r#""2026-07-28""#, Some(Revision::V2026_07_28), "2026-07-28"),
        (r#""2026\u002d07-28""#, Some(Revision::V2026_07_28), "2026-07-28"),
        (r#""2025-11-25""#, Some(Revision::V2025_11_25), "2025-11-25"),
        (r#""1900-01-01""#, None, "1900-01-01"),
        (r#""\ud800""#, None, r#""\ud800""#),
    ];
    for (spelled, revision, requested) in table {
        let params = format!(
            r#","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":{spelled},{CAPABILITIES}}}}}"#
        );
        with_request(&params, |request| {
            let fields = meta::modern(&request.params, request.text).expect("valid fields");
            assert_eq!((fields.revision, &*fields.requested()), (revision, requested));
        });
    }
}

#[test]
fn a_log_level_has_one_name_everywhere() {
    assert_eq!(LogLevel::ALL.len(), LogLevel::NAMES.len());
    for (level, name) in LogLevel::ALL.iter().zip(LogLevel::NAMES) {
        assert_eq!((level.as_str(), LogLevel::named(name)), (*name, Some(*level)));
        assert_eq!(serde_json::to_value(level).expect("a word"), *name);
        assert_eq!(serde_json::from_value::<LogLevel>((*name).into()).expect("a level"), *level);
    }
    assert!(LogLevel::ALL.is_sorted());
}
