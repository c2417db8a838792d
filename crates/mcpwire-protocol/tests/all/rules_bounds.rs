//! What a peer makes long stays where it is: reports repeat little of it, whatever is found.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Incoming, RpcError};
use mcpwire_protocol::lifecycle::{initialize_unsupported, version_unsupported};
use mcpwire_protocol::rules::{Facts, Violation, message};
use mcpwire_protocol::types::{ListToolsResult, Shaped};

const LONG: usize = 1 << 20;
const MANY: usize = 50_000;

/// `item` many times, `#` being the number of each.
fn many(item: &str) -> String {
    let items: Vec<_> = (0..MANY).map(|at| item.replace('#', &at.to_string())).collect();
    items.join(",")
}

fn found(text: &str) -> Vec<Violation> {
    let asks = text.contains("input_required");
    let method = Some(if asks { "tools/call" } else { "tools/list" });
    let facts = Facts { method, heuristics: true, ..Facts::default() };
    message(&Incoming::parse(text.as_bytes()), &facts)
}

fn result(members: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{{members}}}}}"#)
}

/// One key of a megabyte over so many values that a pointer to each would take 50 GB.
#[test]
fn a_long_key_over_many_values_costs_no_memory_for_each() {
    let key = "k".repeat(LONG);
    let schema = |properties: &str| {
        result(&format!(
            r#""resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{{"name":"t","inputSchema":{{"type":"object","properties":{{"{key}":{{"properties":{{{properties}}}}}}}}}}}]"#
        ))
    };
    let asks = |method: &str, params: &str| {
        result(&format!(
            r#""resultType":"input_required","inputRequests":{{"{key}":{{"method":"{method}","params":{{{params}}}}}}}"#
        ))
    };
    let sampling = |message: &str| {
        let messages = many(message);
        asks("sampling/createMessage", &format!(r#""maxTokens":1,"messages":[{messages}]"#))
    };
    let texts = [
        (
            schema(&many(r#""p#":{}"#).replacen("{}", r#"{"x-mcp-header":""}"#, 1)),
            "xhdr-name-empty",
        ),
        (schema(&many(r##""p#":{"x-mcp-header":7}"##)), "xhdr-name-type"),
        (sampling(r#"{"role":"user","content":{"type":"text","text":"hi"}}"#), ""),
        (
            sampling(
                r#"{"role":"user","content":[{"type":"tool_use","id":"a","name":"a","input":{}}]}"#,
            ),
            "sampling-tool-use-role",
        ),
        (
            sampling(
                r#"{"role":"user","content":{"type":"text","text":"hi","_meta":{"traceparent":"x"}}}"#,
            ),
            "trace-traceparent-format",
        ),
        (
            asks(
                "elicitation/create",
                &format!(
                    r#""message":"m","requestedSchema":{{"type":"object","properties":{{{}}}}}"#,
                    many(r#""password#":{"type":"string"}"#)
                ),
            ),
            "elicit-form-secrets",
        ),
    ];
    for (text, rule) in texts {
        let found = found(&text);
        let rules: Vec<_> = found.iter().map(|found| found.rule.as_str()).collect();
        assert!(rule.is_empty() || rules.contains(&rule), "{rule}: {rules:?}");
        assert!(found.len() <= 64);
        found.iter().for_each(assert_short);
    }
}

fn assert_short(found: &Violation) {
    let pointer = found.place.pointer.as_str();
    assert!(pointer.len() < 1_000, "{}: a pointer of {} bytes", found.rule, pointer.len());
    for words in [&*found.seen, &*found.advice] {
        assert!(words.len() < 1_000, "{}: {} bytes", found.rule, words.len());
    }
}

#[test]
fn a_shortened_pointer_ends_in_an_ellipsis_and_the_bytes_stay_exact() {
    let key = "ü".repeat(300);
    let text = result(&format!(
        r#""resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{{"name":"t","inputSchema":{{"type":"object"}},"_meta":{{"{key}":1}}}}]"#
    ));
    let found = found(&text);
    let found = found.iter().find(|found| found.rule.as_str() == "meta-key-name");
    let found = found.expect("the key is no key of `_meta`");
    assert_eq!(found.place.pointer.as_str(), format!("/result/tools/0/_meta/{}…", "ü".repeat(98)));
    assert_eq!(&text[found.place.bytes.clone()], format!("\"{key}\""));
}

#[test]
fn long_words_of_a_peer_are_not_repeated() {
    let long = "w".repeat(LONG);
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let texts = [
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"notifications/{long}"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tasks/{long}","params":{{{meta}}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/tasks/{long}"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"_meta":{{"{long}":1}}}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a","{long}":1,"{long}":2}}"#),
        result(&format!(
            r#""tools":[{{"inputSchema":{{"type":"object"}},"name":"{long}"}},{{"name":"{long}"}}]"#
        )),
        result(&format!(
            r#""resultType":"input_required","inputRequests":{{"a":{{"method":"elicitation/create","params":{{"message":"","requestedSchema":{{"type":"object","properties":{{}},"{long}":1}}}}}}}}"#
        )),
    ];
    for text in texts {
        let found = found(&text);
        assert!(!found.is_empty(), "{text:.80}");
        found.iter().for_each(assert_short);
    }
}

#[test]
fn refusals_repeat_only_the_start_of_a_long_word() {
    let long = "9".repeat(LONG);
    let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a","{long}":1,"{long}":2}}"#);
    let Incoming::Malformed(malformed) = Incoming::parse(text.as_bytes()) else {
        panic!("a member stands twice")
    };
    let refusals = [
        version_unsupported(&long),
        initialize_unsupported(Some(&long)),
        RpcError::from(&malformed.fault),
    ];
    for refusal in refusals {
        let data = refusal.data.expect("refusals have data").to_string();
        assert!(refusal.message.len() < 500 && data.len() < 500, "{:.80}", refusal.message);
        assert!(data.contains('…'), "{data}");
    }
}

#[test]
fn a_verdict_names_a_long_key_by_its_start() {
    let key = "k".repeat(LONG);
    let tools = format!(
        r#"[{{"name":"t","inputSchema":{{"type":"object"}},"_meta":7,"{key}":1,"{key}":2}}]"#
    );
    let text =
        format!(r#"{{"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":{tools}}}"#);
    let judgement = mcpwire_protocol::rules::judge(
        Text::parse(&text).expect("JSON"),
        ListToolsResult::SHAPE,
        ListToolsResult::RULE,
    );
    assert_eq!(judgement.mismatches.len(), 2);
    assert!(judgement.to_string().len() < 1_000);
}
