//! The four revisions that open with a handshake.

use mcpwire::protocol::revision::Revision;
use mcpwire::{Content, Failure, Message, Prompt, Resource, ResourceTemplate, Server, Tool};
use serde_json::{Value, json};

use super::harness::{Client, code, initialize, legacy, rule};

const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn server() -> Server {
    let blocks = || async { vec![Content::audio(&[1], "audio/wav"), Content::link("a:b", "n")] };
    let more = |tool: Tool| tool.title("T").with("icons", json!([])).with("_meta", json!({}));
    Server::new("tests", "1.0")
        .identify("title", "Tests")
        .identify("websiteUrl", "https://example.org")
        .identify("icons", json!([]))
        .instructions("Be kind.")
        .logging()
        .tool(more(Tool::new("text", || async { "hi" }).read_only()))
        .tool(Tool::new("bare", || async { vec![1i32] }).bare_output())
        .tool(Tool::new("blocks", blocks))
        .tool(Tool::raw(
            "strict",
            json!({"type": "object", "required": ["n"]}),
            |_: Value| async move { "fine" },
        ))
        .resource(Resource::text("file:///a", "a", "text").title("A"))
        .resource(Resource::new("file:///gone", "gone", || async {
            Err::<String, _>(Failure::not_found("It is gone."))
        }))
        .template(ResourceTemplate::new("x://{a}", "t", |_: Value| async move { "x" }))
        .prompt(Prompt::new("p", || async { Message::user(Content::audio(&[1], "audio/wav")) }))
}

async fn opened(version: &str) -> Client {
    let mut client = Client::of(server());
    let answer = client.ask(initialize("1", version)).await;
    assert_eq!(answer["result"]["protocolVersion"], version);
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client
}

async fn ask(client: &mut Client, method: &str, params: Value) -> Value {
    client.ask(legacy("1", method, params)).await
}

#[tokio::test]
async fn the_handshake_is_answered_in_the_shape_of_its_revision() {
    for version in REVISIONS {
        let mut client = Client::of(server());
        let answer = client.ask(initialize(r#""one""#, version)).await;
        let mut info = json!({"name": "tests", "version": "1.0"});
        if version >= "2025-06-18" {
            info["title"] = json!("Tests");
        }
        if version >= "2025-11-25" {
            info["websiteUrl"] = json!("https://example.org");
            info["icons"] = json!([]);
        }
        let due = json!({
            "protocolVersion": version,
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}, "logging": {}},
            "serverInfo": info,
            "instructions": "Be kind."
        });
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": "one", "result": due}));
    }
}

#[tokio::test]
async fn an_unknown_version_is_answered_with_the_latest_of_the_handshake() {
    for version in ["2023-01-01", "2026-07-28", "", "2025-06-18x"] {
        let answer = Client::of(server()).ask(initialize("1", version)).await;
        assert_eq!(answer["result"]["protocolVersion"], Revision::LATEST_LEGACY.as_str());
    }
}

#[tokio::test]
async fn a_handshake_without_a_version_opens_nothing() {
    for params in [json!({}), json!({"protocolVersion": null}), json!({"protocolVersion": 1})] {
        let mut client = Client::of(server());
        let answer = ask(&mut client, "initialize", params).await;
        assert_eq!(code(&answer), -32602, "{answer}");
        assert_eq!(rule(&answer), "initialize-protocol-version");
        assert!(answer["error"]["message"].as_str().unwrap().contains("protocolVersion"));
        assert_eq!(rule(&ask(&mut client, "ping", json!({})).await), "meta-missing");
    }
}

/// Who the client is and what it can do is taken as it comes: it never leads to a refusal.
#[tokio::test]
async fn a_handshake_is_read_generously() {
    for params in [
        json!({"protocolVersion": "2025-06-18"}),
        json!({"protocolVersion": "2025-06-18", "capabilities": null, "clientInfo": 7}),
    ] {
        let mut client = Client::of(server());
        let answer = ask(&mut client, "initialize", params).await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18", "{answer}");
    }
}

/// No member of a later revision stands anywhere in an answer.
fn no_later_members(value: &Value, version: &str) {
    let later: &[(&str, &str)] = &[
        ("resultType", "2026"),
        ("ttlMs", "2026"),
        ("cacheScope", "2026"),
        ("icons", "2025-11-25"),
        ("title", "2025-06-18"),
        ("_meta", "2025-06-18"),
        ("structuredContent", "2025-06-18"),
        ("outputSchema", "2025-06-18"),
        ("annotations", "2025-03-26"),
    ];
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                if name == "inputSchema" || name == "outputSchema" && version >= "2025-06-18" {
                    continue;
                }
                let since = later.iter().find(|(later, _)| later == name).map(|(_, since)| *since);
                assert!(since.is_none_or(|since| version >= since), "{name} under {version}");
                no_later_members(value, version);
            }
        }
        Value::Array(elements) => elements.iter().for_each(|it| no_later_members(it, version)),
        _ => {}
    }
}

#[tokio::test]
async fn members_that_came_later_are_left_out() {
    for version in REVISIONS {
        let mut client = opened(version).await;
        for (method, params) in [
            ("tools/list", json!({})),
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("prompts/list", json!({})),
            ("tools/call", json!({"name": "text"})),
            ("tools/call", json!({"name": "bare"})),
            ("tools/call", json!({"name": "blocks"})),
            ("resources/read", json!({"uri": "file:///a"})),
            ("prompts/get", json!({"name": "p"})),
            ("ping", json!({})),
        ] {
            let answer = ask(&mut client, method, params).await;
            assert!(answer["result"].is_object(), "{method} under {version}: {answer}");
            no_later_members(&answer["result"], version);
        }
    }
}

#[tokio::test]
async fn members_are_there_since_their_revision() {
    for version in REVISIONS {
        let mut client = opened(version).await;
        let tools = ask(&mut client, "tools/list", json!({})).await["result"]["tools"].clone();
        let has = |tool: usize, member: &str| tools[tool].get(member).is_some();
        assert_eq!(has(0, "annotations"), version >= "2025-03-26", "{version}");
        assert_eq!(has(0, "title"), version >= "2025-06-18", "{version}");
        assert_eq!(has(0, "outputSchema"), version >= "2025-06-18", "{version}");
        assert_eq!(has(0, "icons"), version >= "2025-11-25", "{version}");
        assert!(!has(1, "outputSchema"), "an array at the root came with 2026-07-28");
        let text = ask(&mut client, "tools/call", json!({"name": "text"})).await;
        let structured = text["result"].get("structuredContent").is_some();
        assert_eq!(structured, version >= "2025-06-18", "{version}");
        assert_eq!(text["result"]["content"][0]["type"], "text");
        let bare = ask(&mut client, "tools/call", json!({"name": "bare"})).await;
        assert!(bare["result"].get("structuredContent").is_none(), "{version}: {bare}");
        let blocks = ask(&mut client, "tools/call", json!({"name": "blocks"})).await;
        let kind = |at: usize| blocks["result"]["content"][at]["type"].as_str().unwrap();
        assert_eq!(kind(0) == "audio", version >= "2025-03-26", "{version}");
        assert_eq!(kind(1) == "resource_link", version >= "2025-06-18", "{version}");
    }
}

#[tokio::test]
async fn wrong_arguments_are_a_protocol_error_before_2025_11_25() {
    for version in REVISIONS {
        let mut client = opened(version).await;
        let answer = ask(&mut client, "tools/call", json!({"name": "strict"})).await;
        if version < "2025-11-25" {
            assert_eq!((code(&answer), rule(&answer)), (-32602, "arguments-rejected"));
        } else {
            assert_eq!(answer["result"]["isError"], true, "{answer}");
        }
    }
}

#[tokio::test]
async fn a_missing_resource_has_the_older_code_wherever_it_is_missed() {
    for version in REVISIONS {
        let mut client = opened(version).await;
        for uri in ["file:///none", "file:///gone"] {
            let answer = ask(&mut client, "resources/read", json!({ "uri": uri })).await;
            assert_eq!((code(&answer), rule(&answer)), (-32002, "resource-unknown"));
            assert_eq!(answer["error"]["data"]["uri"], uri);
        }
    }
}

#[tokio::test]
async fn ping_is_answered_with_an_empty_result() {
    for version in REVISIONS {
        let answer = ask(&mut opened(version).await, "ping", json!({})).await;
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
        let mut client = opened(version).await;
        let answer = client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await;
        assert_eq!(answer["result"], json!({}));
    }
}

#[tokio::test]
async fn discovery_belongs_to_the_modern_lifecycle() {
    for version in REVISIONS {
        let answer = ask(&mut opened(version).await, "server/discover", json!({})).await;
        assert_eq!((code(&answer), rule(&answer)), (-32601, "method-unknown"));
    }
}

#[tokio::test]
async fn batches_exist_at_2025_03_26_only() {
    let ping = |id: &str| legacy(id, "ping", json!({}));
    let batch = format!("  [{},\n{}, 5 , [] ]", ping("1"), ping("2")).replace('\n', " ");
    for version in REVISIONS {
        let mut client = opened(version).await;
        client.say(&batch).await;
        if version == "2025-03-26" {
            assert_eq!(client.next().await["id"], 1);
            assert_eq!(client.next().await["id"], 2);
            assert_eq!(rule(&client.next().await), "message-not-object");
            assert_eq!(rule(&client.next().await), "jsonrpc-batch");
        } else {
            let answer = client.next().await;
            assert_eq!((code(&answer), rule(&answer)), (-32600, "jsonrpc-batch"));
        }
        client.is_quiet().await;
        assert_eq!(rule(&client.ask("[]").await), "jsonrpc-batch");
        assert_eq!(code(&client.ask("[1").await), -32700);
        client.is_quiet().await;
    }
}

#[tokio::test]
async fn a_large_batch_is_worked_through_as_its_answers_are_read() {
    const COUNT: usize = 20_000;
    let Client { mut source, mut sink, .. } = opened("2025-03-26").await;
    let call = legacy("7", "tools/list", json!({}));
    let batch = format!("[{}]", vec![call; COUNT].join(","));
    let write = async { sink.send(batch.as_bytes()).await.unwrap() };
    let read = async {
        for _ in 0..COUNT {
            assert!(source.line().await.unwrap().is_some());
        }
    };
    tokio::join!(write, read);
}
