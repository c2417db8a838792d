//! Handlers that fail or panic: their request has an answer, and the server goes on.

use mcpwire::{
    Content, ErrorCode, Failure, Prompt, Resource, RpcError, Server, Tool, ToolError, ToolOutput,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use super::harness::{Client, call, code, echo, modern, rule};

struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("as asked")
    }
}

impl JsonSchema for Unwritable {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Unwritable".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "object"})
    }
}

#[derive(JsonSchema)]
struct Unreadable {}

impl<'de> Deserialize<'de> for Unreadable {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("as asked")
    }
}

fn die() {
    if true {
        panic!("as asked")
    }
}

async fn yes<T>(value: T) -> T {
    value
}

fn panicking() -> Server {
    Server::new("tests", "1")
        .tool(echo())
        .tool(Tool::new("before_the_future", || {
            die();
            yes(())
        }))
        .tool(Tool::new("in_place", || async { die() }))
        .tool(Tool::new("in_a_task", || async {
            tokio::task::yield_now().await;
            die();
        }))
        .tool(Tool::blocking("on_a_thread", |_: mcpwire::NoArguments| die()))
        .tool(Tool::new("when_written", || async { mcpwire::Json(Unwritable) }))
        .tool(Tool::new("when_read", |_: Unreadable| async {}))
        .resource(Resource::new("x:sync", "x", || {
            die();
            yes("")
        }))
        .resource(Resource::new("x:async", "x", || async {
            die();
            ""
        }))
        .prompt(Prompt::new("p", || {
            die();
            yes("")
        }))
}

#[tokio::test]
async fn a_panic_is_an_internal_error_of_its_request_alone() {
    let mut client = Client::of(panicking());
    let tools =
        ["before_the_future", "in_place", "in_a_task", "on_a_thread", "when_written", "when_read"];
    let mut lines: Vec<String> = tools.iter().map(|tool| call("1", tool, json!({}))).collect();
    lines.push(modern("1", "resources/read", json!({"uri": "x:sync"})));
    lines.push(modern("1", "resources/read", json!({"uri": "x:async"})));
    lines.push(modern("1", "prompts/get", json!({"name": "p"})));
    for line in &lines {
        let answer = client.ask(line).await;
        assert_eq!((code(&answer), rule(&answer)), (-32603, "handler-failed"), "{line}");
        assert_eq!(answer["id"], 1, "{answer}");
        assert!(!answer.to_string().contains("as asked"), "{answer}");
        assert!(client.ask(call("1", "echo", json!({}))).await["result"].is_object());
    }
    let (_, notices) = client.close().await;
    let panics = notices.iter().filter(|line| line.contains("panicked"));
    // A thread of its own has no request to name; its panic is told by the hook alone.
    assert_eq!(panics.count(), lines.len() - 1, "{notices:?}");
}

#[derive(Debug)]
struct Broken;

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("The pump is broken.")
    }
}

impl std::error::Error for Broken {}

/// The four kinds of failure, for any handler.
fn failure(kind: &str) -> Failure {
    match kind {
        "rpc" => RpcError::new(ErrorCode(4030), "Not for you.").with("why", "so").into(),
        "tool" => ToolError { content: vec![Content::text("a"), Content::text("b")] }.into(),
        "missing" => Failure::not_found("No such door."),
        "text" => Failure::new("Just so."),
        _ => Broken.into(),
    }
}

#[tokio::test]
async fn failures_of_tools_are_for_the_model_unless_they_are_protocol_errors() {
    let server = ["rpc", "tool", "missing", "text", "any"].iter().fold(
        Server::new("tests", "1"),
        |server, kind| {
            server.tool(Tool::new(*kind, || async { Err::<ToolOutput, _>(failure(kind)) }))
        },
    );
    let mut client = Client::of(server);
    let answer = client.ask(call("1", "rpc", json!({}))).await;
    let due = json!({"code": 4030, "message": "Not for you.", "data": {"why": "so"}});
    assert_eq!(answer["error"], due);
    let answer = client.ask(call("1", "missing", json!({}))).await;
    assert_eq!((code(&answer), rule(&answer)), (-32602, "not-found"));
    for (tool, texts) in
        [("tool", &["a", "b"][..]), ("text", &["Just so."]), ("any", &["The pump is broken."])]
    {
        let result = client.ask(call("1", tool, json!({}))).await["result"].clone();
        let blocks: Vec<_> = texts.iter().map(|it| json!({"type": "text", "text": it})).collect();
        assert_eq!((&result["isError"], &result["content"]), (&json!(true), &json!(blocks)));
        assert_eq!(result["resultType"], "complete");
    }
}

#[tokio::test]
async fn failures_of_resources_and_prompts_are_protocol_errors() {
    let server = ["rpc", "tool", "missing", "text", "any"].iter().fold(
        Server::new("tests", "1"),
        |server, kind| {
            let read = || async { Err::<String, _>(failure(kind)) };
            let get = || async { Err::<String, _>(failure(kind)) };
            server
                .resource(Resource::new(format!("x:{kind}"), *kind, read))
                .prompt(Prompt::new(*kind, get))
        },
    );
    let mut client = Client::of(server);
    for (kind, due) in
        [("rpc", 4030), ("tool", -32603), ("missing", -32602), ("text", -32603), ("any", -32603)]
    {
        let read = modern("1", "resources/read", json!({"uri": format!("x:{kind}")}));
        let answer = client.ask(read).await;
        assert_eq!(code(&answer), due, "{answer}");
        if kind == "missing" {
            assert_eq!(rule(&answer), "resource-unknown");
            assert_eq!(answer["error"]["message"], "No such door.");
        }
        let answer = client.ask(modern("1", "prompts/get", json!({ "name": kind }))).await;
        assert_eq!(code(&answer), due, "{answer}");
    }
}
