//! What it means that something came for a probe, or that nothing did.

use std::time::Duration;

use mcpwire_check::probe::{Came, Lines, Offer, Opening, Outcome, Probe, judge, legacy, modern};
use mcpwire_protocol::rules::Level;
use serde_json::{Value, json};

fn probe(name: &str) -> Probe {
    let mut offer = Offer::default();
    let list = json!({ "jsonrpc": "2.0", "id": 1, "result": {
        "capabilities": { "tools": {}, "resources": {}, "prompts": {} },
        "tools": [{ "name": "look", "inputSchema": { "type": "object", "required": ["at"] },
            "annotations": { "readOnlyHint": true } }],
        "resources": [{ "uri": "a://b" }],
        "prompts": [{ "name": "p", "arguments": [{ "name": "x", "required": true }] }],
    } });
    offer.learn(list.to_string().as_bytes());
    let mut lines = Lines::new(Opening::PerRequest, 1);
    let mut all = vec![modern::discovery(&mut lines)];
    all.extend(modern::lists(&mut lines, &offer).probes);
    all.extend(modern::features(&mut lines, &offer, &[]).0.probes);
    all.extend(modern::protocol(&mut lines, &offer, "1").probes);
    all.extend(modern::noise(&mut lines, &offer));
    all.push(modern::older_client(&mut lines));
    all.push(legacy::handshake(&mut lines));
    all.into_iter().find(|probe| probe.name == name).unwrap_or_else(|| panic!("no probe {name}"))
}

fn outcome(probe: Probe, answer: Option<Value>) -> Outcome {
    let came = answer.map(|answer| Came { at: 5, text: answer.to_string().into_bytes() });
    let waited = Duration::from_millis(700);
    Outcome { probe, sent: 4, came: came.into_iter().collect(), waited, is_final: true }
}

fn result(result: Value) -> Option<Value> {
    Some(json!({ "jsonrpc": "2.0", "id": 1, "result": result }))
}

fn error(code: i64, data: Value) -> Option<Value> {
    let error = json!({ "code": code, "message": "no", "data": data });
    Some(json!({ "jsonrpc": "2.0", "id": 1, "error": error }))
}

#[test]
fn each_answer_breaks_the_rule_that_speaks_of_it() {
    let none = || json!(null);
    let rows = [
        ("discovery", None, "discover-implemented"),
        ("discovery", error(-32601, none()), "discover-implemented"),
        ("list", error(-32601, none()), "tools-list-served"),
        ("list", None, "response-missing"),
        ("call-wrong", result(json!({ "content": [] })), "tools-server-validate-input"),
        ("call-wrong", error(-32000, none()), "tools-call-invalid-arguments"),
        ("tool-unknown", result(json!({ "isError": true })), "tools-call-unknown-tool"),
        ("tool-unknown", error(-32601, none()), "tools-call-unknown-tool"),
        ("resource-unknown", result(json!({ "contents": [] })), "resources-not-found-empty"),
        ("resource-unknown", error(-32002, none()), "resources-not-found-code"),
        ("prompt-unknown", error(-32603, none()), "prompts-unknown-code"),
        ("prompt-incomplete", result(json!({ "messages": [] })), "prompts-missing-argument-code"),
        ("version-unknown", result(json!({})), "version-unsupported-served"),
        ("version-unknown", error(-32602, none()), "version-unsupported-code"),
        (
            "version-unknown",
            error(-32022, json!({ "requested": "2025-01-01" })),
            "version-unsupported-echo",
        ),
        ("meta-missing", result(json!({})), "meta-rejection-code"),
        ("version-missing", error(-32600, none()), "meta-rejection-code"),
        ("client-missing", error(-32602, none()), "meta-client-info-required-by-server"),
        ("method-unknown", error(-32602, none()), "method-not-found-code"),
        ("id-decimal", None, "response-missing"),
        ("jsonrpc-missing", None, "invalid-request-code"),
        ("line-broken", error(-32600, none()), "parse-error-code"),
        ("id-null", result(json!({})), "invalid-request-code"),
        ("notification-unknown", error(-32601, none()), "notification-answered"),
        ("older-client", error(-32600, none()), "compat-initialize-names-versions"),
    ];
    for (name, answer, rule) in rows {
        let shown = format!("{name} {answer:?}");
        let (breach, _) = judge(&outcome(probe(name), answer));
        assert_eq!(breach.map(|breach| breach.rule), Some(rule), "{shown}");
    }
}

#[test]
fn what_is_due_or_left_open_is_no_breach() {
    let none = || json!(null);
    let rows = [
        ("call", error(-32603, none())),
        ("call", result(json!({ "isError": true }))),
        ("call-wrong", result(json!({ "isError": true }))),
        ("call-wrong", error(-32602, none())),
        ("call-wrong", result(json!({ "resultType": "input_required" }))),
        // A template may match any address.
        ("resource-unknown", result(json!({ "contents": [{ "uri": "x" }] }))),
        ("version-unknown", error(-32022, json!({ "requested": "2099-01-01" }))),
        ("id-decimal", error(-32600, none())),
        ("id-decimal", result(json!({}))),
        ("older-client", error(-32022, json!({ "supported": ["2026-07-28"] }))),
        ("older-client", result(json!({}))),
        ("notification-unknown", None),
        // What is wrong with such an answer is for the rules of messages to say.
        ("line-broken", Some(json!({ "jsonrpc": "2.0", "error": "no" }))),
    ];
    for (name, answer) in rows {
        let shown = format!("{name} {answer:?}");
        assert_eq!(judge(&outcome(probe(name), answer)).0, None, "{shown}");
    }
}

#[test]
fn silence_counts_only_when_it_was_waited_for() {
    let mut silent = outcome(probe("tool-unknown"), None);
    assert_eq!(judge(&silent).0.map(|breach| breach.at_most), Some(Level::Must));
    silent.is_final = false;
    assert_eq!(judge(&silent), (None, Vec::new()));
    // The server may have read it as no message, for which it owes only an error.
    let doubtful = judge(&outcome(probe("id-decimal"), None)).0;
    assert_eq!(doubtful.map(|breach| breach.at_most), Some(Level::Should));
}

#[test]
fn a_rule_is_kept_only_by_what_could_have_broken_it() {
    let kept = judge(&outcome(probe("method-unknown"), error(-32601, json!(null)))).1;
    assert!(kept.contains(&"method-not-found-code"), "{kept:?}");
    let open = judge(&outcome(probe("resource-unknown"), result(json!({ "contents": [1] })))).1;
    assert!(open.is_empty(), "{open:?}");
}
