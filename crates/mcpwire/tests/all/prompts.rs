//! Prompts.

use mcpwire::{Content, Context, Message, Prompt, Server};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, code, modern, rule};

#[derive(Deserialize, JsonSchema)]
struct Review {
    /// What to look at.
    code: String,
    tone: Option<Tone>,
    #[serde(default)]
    extra: String,
}

#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "lowercase")]
enum Tone {
    Kind,
}

fn server() -> Server {
    let review = |review: Review| async move {
        let Review { code, tone, extra } = review;
        vec![
            Message::user(format!("{code}|{tone:?}|{extra}")),
            Message::assistant(Content::link("file:///x", "x")),
        ]
    };
    Server::new("tests", "1")
        .prompt(Prompt::new("review", review).describe("Reviews.").title("Review"))
        .prompt(Prompt::new("plain", || async { "hello" }))
        .prompt(Prompt::new("strict", |_: Strict, _: Context| async { "hello".to_owned() }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Strict {}

async fn get(client: &mut Client, name: &str, arguments: Value) -> Value {
    client.ask(modern("1", "prompts/get", json!({"name": name, "arguments": arguments}))).await
}

#[tokio::test]
async fn fields_are_listed_as_arguments_in_their_order() {
    let mut client = Client::of(server());
    let answer = client.ask(modern("1", "prompts/list", json!({}))).await;
    let due = json!([
        {"name": "review", "arguments": [
            {"name": "code", "description": "What to look at.", "required": true},
            {"name": "tone"},
            {"name": "extra"}
        ], "description": "Reviews.", "title": "Review"},
        {"name": "plain"},
        {"name": "strict"}
    ]);
    assert_eq!(answer["result"]["prompts"], due);
    assert_eq!(answer["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn messages_are_made_from_the_arguments() {
    let mut client = Client::of(server());
    let answer =
        get(&mut client, "review", json!({"code": "a", "tone": "kind", "more": "x"})).await;
    let result = &answer["result"];
    assert_eq!(result["description"], "Reviews.");
    assert_eq!(result["resultType"], "complete");
    let due = json!([
        {"role": "user", "content": {"type": "text", "text": "a|Some(Kind)|"}},
        {"role": "assistant", "content": {"type": "resource_link", "uri": "file:///x", "name": "x"}}
    ]);
    assert_eq!(result["messages"], due);
    assert!(result.get("ttlMs").is_none());
    let answer = client.ask(modern("1", "prompts/get", json!({"name": "plain"}))).await;
    let text = json!([{"role": "user", "content": {"type": "text", "text": "hello"}}]);
    assert_eq!(answer["result"]["messages"], text);
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_refused() {
    let mut client = Client::of(server());
    for (name, arguments, due) in [
        ("review", json!({}), "prompt-argument-missing"),
        ("review", json!({"code": 1}), "prompts-get-arguments-type"),
        ("review", json!({"code": null}), "prompts-get-arguments-type"),
        ("review", json!({"code": "a", "other": [1]}), "prompts-get-arguments-type"),
        ("review", json!({"code": "a", "tone": "rude"}), "arguments-rejected"),
        ("strict", json!({"x": "y"}), "arguments-rejected"),
    ] {
        let answer = get(&mut client, name, arguments).await;
        assert_eq!((code(&answer), rule(&answer)), (-32602, due), "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(!message.contains("line 1"), "{message}");
    }
}
