//! What a server answers about its features breaks no rule, by the rulebook's own judgement.

use mcpwire::protocol::jsonrpc::Incoming;
use mcpwire::protocol::rules::{Facts, Level, message, rule};
use mcpwire::{Message, Prompt, Tool};
use serde_json::{Value, json};

use super::harness::{Client, modern};
use super::{completion, content};

/// Everything in the answer that breaks a rule.
fn broken(answer: &str, method: &str) -> Vec<String> {
    let facts = Facts { method: Some(method), ..Facts::default() };
    let violations = message(&Incoming::parse(answer.as_bytes()), &facts).into_iter();
    let counts = |id: &str| rule(id).is_none_or(|rule| rule.level != Level::Note);
    violations.filter(|it| counts(it.rule.as_str())).map(|it| it.to_string()).collect()
}

async fn ask(client: &mut Client, method: &str, params: Value) -> Value {
    client.say(modern("1", method, params)).await;
    let answer = client.text().await.unwrap();
    assert_eq!(broken(&answer, method), [""; 0], "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(answer["result"].is_object(), "{answer}");
    answer["result"].clone()
}

#[tokio::test]
async fn lists_pages_and_reads_break_no_rule() {
    let mut client =
        Client::of(content::described().page_size(1).tool(Tool::new("another", || async { "x" })));
    ask(&mut client, "server/discover", json!({})).await;
    for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list"] {
        let first = ask(&mut client, method, json!({})).await;
        if let Some(cursor) = first.get("nextCursor") {
            ask(&mut client, method, json!({ "cursor": cursor })).await;
        }
    }
    for uri in ["x:y", "x:z"] {
        ask(&mut client, "resources/read", json!({ "uri": uri })).await;
    }
}

#[tokio::test]
async fn content_of_every_kind_breaks_no_rule() {
    let contents: Vec<_> = content::blocks().into_iter().map(|(content, _)| content).collect();
    let messages = contents.clone();
    let server = mcpwire::Server::new("tests", "1")
        .tool(Tool::new("t", move || {
            let contents = contents.clone();
            async move { contents }
        }))
        .prompt(Prompt::new("p", move || {
            let messages: Vec<_> = messages.iter().cloned().map(Message::user).collect();
            async move { messages }
        }));
    let mut client = Client::of(server);
    ask(&mut client, "tools/call", json!({"name": "t"})).await;
    client.say(modern("1", "prompts/get", json!({"name": "p"}))).await;
    let answer = client.text().await.unwrap();
    // Prompts ask for the media type of a resource inside, which one of the blocks leaves out.
    let broken = broken(&answer, "prompts/get");
    assert!(broken.iter().all(|it| it.starts_with("prompt-embedded-mime")), "{broken:?}");
}

#[tokio::test]
async fn proposals_break_no_rule() {
    let mut client = Client::of(completion::server());
    for (params, _) in completion::table() {
        ask(&mut client, "completion/complete", params).await;
    }
    let many = json!({"ref": {"type": "ref/resource", "uri": "doc://{tenant}/{+path}"},
        "argument": {"name": "tenant", "value": "many"}});
    ask(&mut client, "completion/complete", many).await;
}
