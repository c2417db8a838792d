//! `_meta`: handlers read foreign keys of a request and write into that of the result.

use mcpwire::protocol::revision::Revision;
use mcpwire::{Context, Failure, NoArguments, Prompt, Resource, ResourceTemplate, Server, Tool};
use serde_json::{Value, json};

use super::harness::{Client, initialize, legacy, modern_with};

fn note(context: &Context) -> Result<(), Failure> {
    let tenant = context.meta("com.example/tenant").unwrap_or("null").to_owned();
    context.set_result_meta("com.example/tenant", serde_json::from_str::<Value>(&tenant)?)?;
    context.set_result_meta("cost", 3)?;
    Ok(())
}

fn server() -> Server {
    let tool = |_: NoArguments, context: Context| async move { note(&context).map(|()| "x") };
    let slow = |_: NoArguments, context: Context| async move {
        tokio::task::yield_now().await;
        note(&context).map(|()| "x")
    };
    let read = |context: Context| async move { note(&context).map(|()| "x") };
    let template = |_: Value, context: Context| async move { note(&context).map(|()| "x") };
    Server::new("tests", "1")
        .tool(Tool::new("tool", tool))
        .tool(Tool::new("slow", slow))
        .resource(Resource::new("x:y", "r", read))
        .template(ResourceTemplate::new("z:{a}", "t", template))
        .prompt(Prompt::new("p", tool))
}

const REQUESTS: [(&str, &str, &str); 5] = [
    ("tools/call", "name", "tool"),
    ("tools/call", "name", "slow"),
    ("resources/read", "uri", "x:y"),
    ("resources/read", "uri", "z:1"),
    ("prompts/get", "name", "p"),
];

#[tokio::test]
async fn foreign_keys_come_in_and_go_out_in_both_lifecycles() {
    let mut client = Client::of(server());
    client.ask(initialize("1", "2025-06-18")).await;
    let tenants = [json!("a"), json!({"id": [1, null]}), json!(null)];
    for ((method, key, name), tenant) in
        REQUESTS.iter().flat_map(|it| tenants.iter().map(move |tenant| (it, tenant)))
    {
        let foreign = json!({ "com.example/tenant": tenant });
        let answer =
            client.ask(modern_with("1", method, json!({ *key: name }), foreign.clone())).await;
        let due = json!({
            "com.example/tenant": tenant,
            "cost": 3,
            "io.modelcontextprotocol/serverInfo": {"name": "tests", "version": "1"}
        });
        assert_eq!(answer["result"]["_meta"], due, "{answer}");
        let answer = client.ask(legacy("1", method, json!({ *key: name, "_meta": foreign }))).await;
        let due = json!({ "com.example/tenant": tenant, "cost": 3 });
        assert_eq!(answer["result"]["_meta"], due, "{answer}");
    }
}

#[tokio::test]
async fn keys_of_the_protocol_and_broken_keys_cannot_be_set() {
    let tool = |_: NoArguments, context: Context| async move {
        for key in [
            "io.modelcontextprotocol/serverInfo",
            "io.modelcontextprotocol/anything",
            "dev.mcp/x",
            "progressToken",
            "traceparent",
            "/x",
            "a b",
            "a/b/c",
        ] {
            let refused = context.set_result_meta(key, 1).unwrap_err().to_string();
            assert!(refused.contains(key) && refused.ends_with('.'), "{refused}");
        }
        assert!(context.set_result_meta("com.example.mcp/x", 1).is_ok());
    };
    let mut client = Client::of(Server::new("tests", "1").tool(Tool::new("t", tool)));
    let answer = client.ask(super::harness::call("1", "t", json!({}))).await;
    assert_eq!(answer["result"]["_meta"]["com.example.mcp/x"], 1, "{answer}");
}

#[tokio::test]
async fn a_handler_knows_its_request() {
    let tool = |_: NoArguments, context: Context| async move {
        json!({
            "id": context.id(),
            "revision": context.revision().as_str(),
            "capabilities": context.client_capabilities(),
            "absent": context.meta("absent"),
        })
    };
    let mut client = Client::of(Server::new("tests", "1").tool(Tool::new("t", tool)));
    let capabilities = json!({"io.modelcontextprotocol/clientCapabilities": {"roots": {}}});
    let line = modern_with("1e0", "tools/call", json!({"name": "t"}), capabilities);
    let answer = client.ask(line).await;
    let due = json!({"id": "1e0", "revision": Revision::LATEST.as_str(),
        "capabilities": {"roots": {}}, "absent": null});
    assert_eq!(answer["result"]["structuredContent"], due);
    client.ask(initialize("1", "2025-06-18")).await;
    let answer = client.ask(legacy(r#""é""#, "tools/call", json!({"name": "t"}))).await;
    let due = json!({"id": "\"é\"", "revision": "2025-06-18", "capabilities": {}, "absent": null});
    assert_eq!(answer["result"]["structuredContent"], due);
}
