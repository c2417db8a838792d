//! Which lifecycle a message belongs to, read from the message and the handshake alone.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Incoming, Request};
use mcpwire_protocol::lifecycle::{
    Batch, Eras, HandshakeAnswer, Lifecycle, batch_messages, negotiate, of_http_request,
    of_request, spoken,
};
use mcpwire_protocol::revision::Revision;

const MODERN: &str = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#;
const UNKNOWN: &str = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/clientCapabilities":{}}}"#;
const NAMED_LEGACY: &str = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}}"#;
const HALF: &str = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#;
const TOKEN: &str = r#"{"_meta":{"progressToken":1}}"#;
const OLD: &str =
    r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
const NEW: &str = r#"{"protocolVersion":"2026-07-28","capabilities":{}}"#;
const BROKEN: &str = r#"{"protocolVersion":7}"#;

fn say(method: &str, params: &str, handshake: Option<Revision>, eras: Eras) -> String {
    with_request(method, params, |request| in_words(of_request(request, handshake, eras)))
}

fn with_request<T>(method: &str, params: &str, read: impl FnOnce(&Request<'_>) -> T) -> T {
    let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
    match Incoming::parse(text.as_bytes()) {
        Incoming::Request(request) => read(&request),
        other => panic!("{text} is no request: {other:?}"),
    }
}

fn in_words(lifecycle: Lifecycle<'_>) -> String {
    let refusal = |error: &mcpwire_protocol::jsonrpc::RpcError| {
        let data = error.data.as_ref().expect("a refusal names its rule");
        format!("{} {}", error.code, data["rule"].as_str().expect("the rule is a string"))
    };
    match lifecycle {
        Lifecycle::Modern(fields) => match spoken(&fields) {
            Ok(revision) => format!("modern {revision}"),
            Err(error) => {
                let data = error.data.as_ref().expect("the versions are in the data");
                format!("{} {} for {}", refusal(&error), data["supported"], data["requested"])
            }
        },
        Lifecycle::Legacy(revision) => format!("legacy {revision}"),
        Lifecycle::Handshake(handshake) => {
            format!("handshake {} for {}", handshake.revision, handshake.requested)
        }
        Lifecycle::Refuse(error) => refusal(&error),
    }
}

#[test]
fn a_request_tells_its_lifecycle() {
    let made = Some(Revision::V2025_03_26);
    let table = [
        ("tools/list", MODERN, None, "modern 2026-07-28"),
        ("tools/list", MODERN, made, "modern 2026-07-28"),
        (
            "tools/list",
            UNKNOWN,
            None,
            r#"-32022 version-unsupported ["2026-07-28"] for "1900-01-01""#,
        ),
        (
            "tools/list",
            NAMED_LEGACY,
            made,
            r#"-32022 version-unsupported ["2026-07-28"] for "2025-11-25""#,
        ),
        ("tools/list", HALF, None, "-32602 meta-client-capabilities-missing"),
        ("tools/list", HALF, made, "-32602 meta-client-capabilities-missing"),
        ("tools/list", "{}", None, "-32602 meta-missing"),
        ("tools/list", TOKEN, None, "-32602 meta-protocol-version-missing"),
        ("tools/list", "{}", made, "legacy 2025-03-26"),
        ("tools/list", TOKEN, made, "legacy 2025-03-26"),
        ("ping", "{}", None, "-32602 meta-missing"),
        ("ping", "{}", made, "legacy 2025-03-26"),
        ("initialize", OLD, None, "handshake 2025-06-18 for 2025-06-18"),
        ("initialize", OLD, made, "handshake 2025-06-18 for 2025-06-18"),
        ("initialize", NEW, None, "handshake 2025-11-25 for 2026-07-28"),
        ("initialize", BROKEN, None, "-32602 initialize-protocol-version"),
        ("initialize", "{}", None, "-32602 initialize-protocol-version"),
        ("initialize", MODERN, None, "modern 2026-07-28"),
    ];
    for (method, params, handshake, expected) in table {
        assert_eq!(
            say(method, params, handshake, Eras::Dual),
            expected,
            "{method} {params} after {handshake:?}"
        );
    }
}

#[test]
fn over_http_the_header_and_the_session_count_too() {
    let session = Some(Revision::V2025_11_25);
    let (modern, old, unknown) = (Some("2026-07-28"), Some("2025-11-25"), Some("1900-01-01"));
    let table = [
        ("tools/list", MODERN, modern, None, "modern 2026-07-28"),
        ("tools/list", MODERN, None, session, "modern 2026-07-28"),
        ("tools/list", MODERN, old, session, "modern 2026-07-28"),
        ("tools/list", "{}", modern, session, "-32602 meta-missing"),
        ("initialize", OLD, modern, None, "-32602 meta-missing"),
        ("initialize", OLD, old, None, "handshake 2025-06-18 for 2025-06-18"),
        ("initialize", OLD, None, session, "handshake 2025-06-18 for 2025-06-18"),
        ("initialize", MODERN, modern, None, "modern 2026-07-28"),
        ("tools/list", "{}", old, session, "legacy 2025-11-25"),
        ("tools/list", "{}", None, session, "legacy 2025-11-25"),
        ("tools/list", "{}", unknown, session, "legacy 2025-11-25"),
        ("tools/list", "{}", old, None, "-32602 meta-missing"),
        ("tools/list", "{}", None, None, "-32602 meta-missing"),
    ];
    for (method, params, header, session, expected) in table {
        let said = with_request(method, params, |request| {
            in_words(of_http_request(request, header, session, Eras::Dual))
        });
        assert_eq!(said, expected, "{method} {params} with {header:?} in {session:?}");
    }
}

#[test]
fn a_modern_only_server_names_its_versions_to_initialize() {
    for params in [OLD, NEW, BROKEN, "{}"] {
        let refused = with_request("initialize", params, |request| {
            match of_request(request, None, Eras::ModernOnly) {
                Lifecycle::Refuse(error) => Some(error),
                _ => None,
            }
        });
        let error = refused.expect("a modern-only server has no handshake");
        assert_eq!(error.code.0, -32022, "{params}");
        assert!(error.message.contains("2026-07-28"), "{error}");
        let data = error.data.expect("the versions are in the data");
        assert_eq!(data["supported"], serde_json::json!(["2026-07-28"]));
        assert!(data["requested"].is_string());
    }
    assert_eq!(say("tools/list", MODERN, None, Eras::ModernOnly), "modern 2026-07-28");
    assert_eq!(say("tools/list", "{}", None, Eras::ModernOnly), "-32602 meta-missing");
}

#[test]
fn the_handshake_repeats_a_known_version_and_offers_the_latest_for_others() {
    for revision in Revision::LEGACY {
        assert_eq!(negotiate(revision.as_str()), *revision);
    }
    for other in ["2026-07-28", "1900-01-01", "", "2025-11-25 "] {
        assert_eq!(negotiate(other), Revision::V2025_11_25, "{other}");
    }
}

#[test]
fn the_result_of_initialize_is_read() {
    let table = [
        (
            r#"{"protocolVersion":"2025-06-18","capabilities":{}}"#,
            Some(Some(Revision::V2025_06_18)),
        ),
        (r#"{"protocolVersion":"2026-07-28","capabilities":{}}"#, Some(None)),
        (r#"{"protocolVersion":"0.1"}"#, Some(None)),
        (r#"{"protocolVersion":1}"#, None),
        ("{}", None),
    ];
    for (result, expected) in table {
        let text = Text::parse(result).expect("valid JSON");
        assert_eq!(HandshakeAnswer::read(text).map(|answer| answer.revision), expected, "{result}");
    }
}

#[test]
fn only_the_revision_with_batches_splits_them() {
    let split = |text: &'static str, handshake| {
        let whole = batch_messages(text.as_bytes(), handshake).map(Iterator::collect::<Vec<_>>);
        let one_by_one = Batch::of(text.as_bytes(), handshake).map(|mut batch| {
            let mut messages = Vec::new();
            while let Some(message) = batch.next_message() {
                messages.push(message.to_owned());
            }
            messages
        });
        assert_eq!(one_by_one.is_some(), whole.is_some(), "{text}");
        assert_eq!(one_by_one.unwrap_or_default(), whole.clone().unwrap_or_default(), "{text}");
        whole
    };
    let batch = r#" [{"a":[1,2]}, 7 ,"]"]"#;
    for revision in Revision::ALL {
        assert_eq!(split(batch, Some(*revision)).is_some(), *revision == Revision::V2025_03_26);
    }
    assert_eq!(split(batch, None), None);
    let made = Some(Revision::V2025_03_26);
    assert_eq!(split(batch, made), Some(vec![r#"{"a":[1,2]}"#, "7", r#""]""#]));
    for one in ["[]", "{}", "[1", "", "[1]x"] {
        assert_eq!(split(one, made), None, "{one}");
    }
}
