//! Which lifecycle a message belongs to: the rows of the first table.

use mcpwire::Server;
use serde_json::json;

use super::harness::{
    Client, call, code, echo, initialize, legacy, modern, modern_with, rule, with,
};

fn server() -> Server {
    with(echo())
}

fn old_call(id: &str) -> String {
    legacy(id, "tools/call", json!({"name": "echo", "arguments": {"a": 1}}))
}

#[tokio::test]
async fn a_modern_request_needs_no_handshake_and_is_not_changed_by_one() {
    let mut client = Client::of(server());
    let before = client.ask(call("1", "echo", json!({"a": 1}))).await;
    assert_eq!(before["result"]["resultType"], "complete");
    assert_eq!(before["result"]["structuredContent"], json!({"a": 1}));
    client.ask(initialize("2", "2025-06-18")).await;
    let after = client.ask(call("1", "echo", json!({"a": 1}))).await;
    assert_eq!(before, after);
}

#[tokio::test]
async fn a_handshake_opens_the_legacy_lifecycle_also_after_modern_requests() {
    let mut client = Client::of(server());
    let refused = client.ask(old_call("1")).await;
    assert_eq!((code(&refused), rule(&refused)), (-32602, "meta-missing"));
    client.ask(call("2", "echo", json!({}))).await;
    let opened = client.ask(initialize("3", "2025-06-18")).await;
    assert_eq!(opened["result"]["protocolVersion"], "2025-06-18");
    let answer = client.ask(old_call("4")).await;
    assert!(answer["result"].get("resultType").is_none(), "{answer}");
    assert_eq!(answer["result"]["structuredContent"], json!({"a": 1}));
    // Both on one wire, in turn.
    let answer = client.ask(call("5", "echo", json!({}))).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    assert!(client.ask(old_call("6")).await["result"].get("resultType").is_none());
}

#[tokio::test]
async fn a_handshake_can_be_made_again_with_another_revision() {
    let mut client = Client::of(server());
    for version in ["2025-11-25", "2024-11-05", "2025-03-26"] {
        let answer = client.ask(initialize("1", version)).await;
        assert_eq!(answer["result"]["protocolVersion"], version);
    }
}

#[tokio::test]
async fn initialize_with_modern_meta_is_a_removed_method() {
    let mut client = Client::of(server());
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}});
    let answer = client.ask(modern("1", "initialize", params)).await;
    assert_eq!((code(&answer), rule(&answer)), (-32601, "method-removed"));
    // And it opened nothing.
    assert_eq!(rule(&client.ask(old_call("2")).await), "meta-missing");
}

#[tokio::test]
async fn a_modern_only_server_refuses_the_handshake_with_its_versions() {
    let mut client = Client::of(server().modern_only());
    let answer = client.ask(initialize("1", "2025-06-18")).await;
    assert_eq!((code(&answer), rule(&answer)), (-32022, "version-unsupported"));
    let data = &answer["error"]["data"];
    assert_eq!(data["supported"], json!(["2026-07-28"]));
    assert_eq!(data["requested"], "2025-06-18");
    assert!(answer["error"]["message"].as_str().unwrap().contains("2026-07-28"));
    assert_eq!(rule(&client.ask(old_call("2")).await), "meta-missing");
    client.is_quiet().await;
}

#[tokio::test]
async fn a_version_that_is_not_modern_is_refused_even_after_a_handshake_of_it() {
    let mut client = Client::of(server());
    client.ask(initialize("1", "2025-06-18")).await;
    for version in ["2025-06-18", "2099-01-01", "", "2026-07-28 "] {
        let meta = json!({"io.modelcontextprotocol/protocolVersion": version});
        let answer = client.ask(modern_with("2", "tools/list", json!({}), meta)).await;
        assert_eq!((code(&answer), rule(&answer)), (-32022, "version-unsupported"));
        assert_eq!(answer["error"]["data"]["requested"], version);
        assert_eq!(answer["error"]["data"]["supported"], json!(["2026-07-28"]));
    }
}

#[tokio::test]
async fn discovery_lists_modern_versions_and_what_was_registered() {
    let mut client = Client::of(server().instructions("Be kind.").logging());
    let answer = client.ask(modern("1", "server/discover", json!({}))).await;
    let expected = json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}, "logging": {}},
        "instructions": "Be kind.",
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "tests", "version": "1.0"}}
    });
    assert_eq!(answer["result"], expected);
}

#[tokio::test]
async fn identity_can_be_hidden_and_has_members_of_its_own() {
    let mut client = Client::of(server().hide_identity());
    let answer = client.ask(call("1", "echo", json!({}))).await;
    assert!(answer["result"].get("_meta").is_none(), "{answer}");
    let mut client = Client::of(server().identify("title", "Tests"));
    let answer = client.ask(call("1", "echo", json!({}))).await;
    let info = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(*info, json!({"name": "tests", "version": "1.0", "title": "Tests"}));
}
