//! Refusals: the code, the rule that names the cause, and which one comes first.

use mcpwire::{Prompt, Resource, Server, Tool};
use serde_json::{Value, json};

use super::harness::{Client, call, code, echo, legacy, modern, modern_with, rule};

fn server() -> Server {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    Server::new("tests", "1.0")
        .tool(echo())
        .tool(Tool::raw("strict", schema, |_: Value| async move { "fine" }))
        .prompt(Prompt::new("p", || async { "hello" }))
        .resource(Resource::text("file:///a", "a", "text"))
}

/// Modern `_meta` with one member replaced, or taken out by `null`.
fn meta(key: &str, value: Value) -> String {
    let key = match key {
        "progressToken" => key.to_owned(),
        key => format!("io.modelcontextprotocol/{key}"),
    };
    modern_with("1", "tools/call", json!({"name": "echo"}), json!({ key: value }))
}

/// Each of these breaks one rule, in the order in which they are refused.
fn table() -> Vec<(String, i64, &'static str)> {
    vec![
        ("{".to_owned(), -32700, "json-invalid"),
        (format!("{}1{}", "[".repeat(200), "]".repeat(200)), -32700, "limit-depth"),
        ("[]".to_owned(), -32600, "jsonrpc-batch"),
        (format!("[{}]", modern("1", "tools/list", json!({}))), -32600, "jsonrpc-batch"),
        ("3".to_owned(), -32600, "message-not-object"),
        ("{}".to_owned(), -32600, "jsonrpc-version"),
        (r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#.to_owned(), -32600, "jsonrpc-version"),
        (r#"{"jsonrpc":"2.0","id":1}"#.to_owned(), -32600, "message-kind-undecidable"),
        (r#"{"jsonrpc":"2.0","id":1,"method":1}"#.to_owned(), -32600, "method-not-string"),
        (r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"x"}"#.to_owned(), -32600, "member-repeated"),
        (legacy("1", "tools/list", json!([])), -32600, "params-not-object"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"x","result":{}}"#.to_owned(),
            -32600,
            "message-method-and-result",
        ),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned(), -32602, "params-missing"),
        (legacy("1", "tools/list", json!({})), -32602, "meta-missing"),
        (legacy("1", "tools/list", json!({"_meta": 1})), -32602, "meta-not-object"),
        (legacy("1", "tools/list", json!({"_meta": {}})), -32602, "meta-protocol-version-missing"),
        (meta("protocolVersion", json!(1)), -32602, "meta-protocol-version-type"),
        (meta("clientCapabilities", json!(null)), -32602, "meta-client-capabilities-type"),
        (meta("progressToken", json!(1.5)), -32602, "meta-progress-token-type"),
        (meta("logLevel", json!("loud")), -32602, "meta-log-level-value"),
        (meta("protocolVersion", json!("2020-01-01")), -32022, "version-unsupported"),
        (modern("1", "no/such", json!({})), -32601, "method-unknown"),
        (modern("1", "completion/complete", json!({})), -32601, "method-unknown"),
        (modern("1", "notifications/cancelled", json!({})), -32601, "method-unknown"),
        (modern("1", "ping", json!({})), -32601, "method-removed"),
        (modern("1", "logging/setLevel", json!({})), -32601, "method-removed"),
        (modern("1", "tools/call", json!({})), -32602, "tools-call-name-missing"),
        (modern("1", "tools/call", json!({"name": 1})), -32602, "tools-call-name-missing"),
        (
            modern("1", "tools/call", json!({"name": "no", "arguments": 1})),
            -32602,
            "tools-call-arguments-type",
        ),
        (
            modern("1", "tools/call", json!({"name": "no", "arguments": null})),
            -32602,
            "tools-call-arguments-type",
        ),
        (modern("1", "prompts/get", json!({})), -32602, "prompts-get-name-missing"),
        (
            modern("1", "prompts/get", json!({"name": "no", "arguments": []})),
            -32602,
            "prompts-get-arguments-type",
        ),
        (modern("1", "resources/read", json!({"uri": 1})), -32602, "resources-read-uri-missing"),
        (modern("1", "tools/list", json!({"cursor": 1})), -32602, "page-cursor-type"),
        (modern("1", "tools/list", json!({"cursor": "x"})), -32602, "cursor-unknown"),
        (call("1", "no", json!({})), -32602, "tool-unknown"),
        (modern("1", "prompts/get", json!({"name": "no"})), -32602, "prompt-unknown"),
        (modern("1", "resources/read", json!({"uri": "file:///b"})), -32602, "resource-unknown"),
    ]
}

#[tokio::test(start_paused = true)]
async fn each_refusal_has_its_code_and_names_its_rule() {
    let mut client = Client::of(server());
    for (line, due_code, due_rule) in table() {
        // Noise is answered once a second.
        tokio::time::advance(std::time::Duration::from_secs(2)).await;
        let answer = client.ask(&line).await;
        assert_eq!((code(&answer), rule(&answer)), (due_code, due_rule), "{line}\n{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.ends_with('.') && !message.ends_with(".."), "{message}");
    }
    client.is_quiet().await;
}

#[tokio::test]
async fn the_first_refusal_that_applies_wins() {
    let old = json!({"io.modelcontextprotocol/protocolVersion": "2020-01-01"});
    let no_capabilities = json!({"io.modelcontextprotocol/protocolVersion": "2020-01-01",
        "io.modelcontextprotocol/clientCapabilities": 1});
    let pairs = [
        // Shape before meta, meta before version, version before method, method before params,
        // params before look-up, look-up before arguments.
        (legacy("null", "tools/list", json!({})), "id-null"),
        (modern_with("1", "no/such", json!({}), no_capabilities), "meta-client-capabilities-type"),
        (modern_with("1", "no/such", json!({}), old.clone()), "version-unsupported"),
        (modern_with("1", "tools/call", json!({}), old.clone()), "version-unsupported"),
        (modern_with("1", "initialize", json!({}), old), "version-unsupported"),
        (modern("1", "no/such", json!({"cursor": 1})), "method-unknown"),
        (modern("1", "tools/call", json!({"arguments": 1})), "tools-call-name-missing"),
        (
            modern("1", "tools/call", json!({"name": "no", "arguments": "n"})),
            "tools-call-arguments-type",
        ),
        (call("1", "no", json!({"n": "wrong"})), "tool-unknown"),
    ];
    let mut client = Client::of(server());
    for (line, due) in pairs {
        let answer = client.ask(&line).await;
        assert_eq!(rule(&answer), due, "{line}\n{answer}");
    }
}

#[tokio::test]
async fn wrong_arguments_are_a_result_for_the_model() {
    let mut client = Client::of(server());
    let answer = client.ask(call("1", "strict", json!({"n": "five"}))).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(answer["result"]["resultType"], "complete");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`strict`") && text.contains('n') && text.ends_with('.'), "{text}");
}

#[tokio::test]
async fn what_was_not_registered_is_not_offered() {
    let methods = [
        "tools/list",
        "tools/call",
        "prompts/list",
        "prompts/get",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    ];
    let mut client = Client::of(Server::new("empty", "1"));
    for method in methods {
        assert_eq!(rule(&client.ask(modern("1", method, json!({}))).await), "method-unknown");
    }
    let answer = client.ask(modern("1", "server/discover", json!({}))).await;
    assert_eq!(answer["result"]["capabilities"], json!({}));
}

#[tokio::test]
async fn long_names_are_cut_in_what_a_refusal_says() {
    let mut client = Client::of(server());
    let long = "x".repeat(100_000);
    for line in [call("1", &long, json!({})), modern("1", &long, json!({}))] {
        let answer = client.ask(line).await;
        assert!(answer["error"].to_string().len() < 1_000, "{answer}");
    }
}
