//! The server refuses what the catalogue says, with the code that stands there: each example of a
//! rule is sent to it.

use std::collections::BTreeSet;

use mcpwire::protocol::direction::Direction;
use mcpwire::protocol::jsonrpc::{ErrorCode, Incoming};
use mcpwire::protocol::rules::fixture::{Message, examples_of};
use mcpwire::protocol::rules::{Rule, catalogue};
use mcpwire::{Partial, Prompt, Resource, Server, TaskUse, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, modern};

#[derive(Deserialize, JsonSchema)]
struct Topic {
    a: String,
}

/// A server that offers all that there is, under the names that the examples use.
fn server() -> Server {
    let schema = json!({"type": "object"});
    let prompt = Prompt::new("p", |topic: Topic| async move { topic.a });
    let prompt = prompt.complete("a", |_: Partial| async { vec!["b".to_owned()] });
    Server::new("tests", "1.0")
        .logging()
        .tool(Tool::raw("t", schema, |_: Value| async move { "fine" }))
        .prompt(prompt)
        .resource(Resource::text("file:///a", "a", "text"))
        .tool(Tool::new("later", || async { "done" }).task(TaskUse::May))
}

#[tokio::test(start_paused = true)]
async fn what_breaks_a_rule_with_a_code_is_refused_with_it() {
    let mut wrong = Vec::new();
    let mut unshown = BTreeSet::new();
    for (rule, code) in rows() {
        let mut shown = 0;
        for example in examples_of(rule.id.as_str()).iter().filter(|it| !it.is_good()) {
            let mut client = Client::of(server());
            for message in example.fixture().unwrap().messages().filter(from_client) {
                let answers = answers(&mut client, &message.bytes).await;
                let breaks = message.expected.iter().any(|it| it.rule == rule.id.as_str());
                if !breaks {
                    continue;
                }
                let due = expects_answer(message).then(|| refusal(code.0, rule.id.as_str()));
                let seen: Vec<_> = answers.iter().map(seen).collect();
                if seen != due.into_iter().collect::<Vec<_>>() {
                    wrong.push(format!("{}/{}: {seen:?}", rule.id, example.name));
                }
                shown += 1;
            }
        }
        if shown == 0 {
            unshown.insert(rule.id.as_str());
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let listed = UNSHOWN.iter().flat_map(|(_, ids)| ids.iter().copied());
    assert_eq!(unshown, listed.collect::<BTreeSet<_>>());
}

#[tokio::test(start_paused = true)]
async fn what_keeps_a_rule_is_not_refused_for_it() {
    let mut kept = 0;
    for (rule, _) in rows() {
        for example in examples_of(rule.id.as_str()).iter().filter(|it| it.is_good()) {
            let mut client = Client::of(server());
            for message in example.fixture().unwrap().messages().filter(from_client) {
                for answer in answers(&mut client, &message.bytes).await {
                    assert_ne!(answer["error"]["data"]["rule"], rule.id.as_str(), "{answer}");
                    kept += 1;
                }
            }
        }
    }
    assert!(kept > 50, "{kept}");
}

/// The rows that a server refuses by. Only those that one message shows broken have examples.
fn rows() -> impl Iterator<Item = (&'static Rule, ErrorCode)> {
    catalogue().filter_map(|rule| Some((rule, rule.code_due()?)))
}

/// Rows with a code of which no message of a client is an example, and how they are refused.
const UNSHOWN: &[(&str, &[&str])] = &[
    (
        "headers of HTTP, of which lines have none",
        &[
            "client-call-extract",
            "header-duplicate",
            "header-method-mismatch",
            "header-method-missing",
            "header-name-encoding",
            "header-name-mismatch",
            "header-name-missing",
            "header-version-mismatch",
            "header-version-missing",
            "task-header-name",
            "task-header-name-mismatch",
            "xhdr-absent-omit",
            "xhdr-mirror",
            "xhdr-sentinel-escape",
            "xhdr-value-base64",
            "xhdr-value-encode",
        ],
    ),
    (
        "a server's messages; in a client's, they stand in its identity, which nothing is refused \
         for, and in answers to sampling, where the examples are of the rules beside them",
        &[
            "content-annotations-audience",
            "content-annotations-modified-type",
            "content-annotations-priority",
            "content-annotations-type",
            "content-audio-fields",
            "content-embedded-resource",
            "content-image-fields",
            "content-resource-link-fields",
            "content-type-unknown",
            "icon-mime-type",
            "icon-sizes-type",
            "icon-src-missing",
            "icon-theme",
            "sampling-content-missing",
            "sampling-content-type",
            "sampling-tool-result-fields",
            "sampling-tool-use-fields",
        ],
    ),
    ("shown by two messages; the tests of ids have it", &["id-reuse-in-flight"]),
    (
        "what is not offered is not there: `method-unknown`, with the same code",
        &[
            "prompts-respect-capabilities",
            "tools-client-calls-undeclared",
            "unknown-method-unadvertised",
        ],
    ),
    (
        "an answer of another kind is as good as none, and is asked for again",
        &["mrtr-input-response-kind"],
    ),
];

fn from_client(message: &&Message<'_>) -> bool {
    message.direction == Direction::ClientToServer
}

/// Nobody answers a notification or an answer, whatever is wrong with it.
fn expects_answer(message: &Message<'_>) -> bool {
    match Incoming::parse(&message.bytes) {
        Incoming::Request(_) => true,
        Incoming::Notification(_) | Incoming::Response(_) => false,
        Incoming::Malformed(malformed) => !malformed.is_unasked_answer_or_notice(),
    }
}

async fn answers(client: &mut Client, bytes: &[u8]) -> Vec<Value> {
    // Noise is answered once a second.
    tokio::time::advance(std::time::Duration::from_secs(2)).await;
    client.sink.send(bytes).await.unwrap();
    client.say(modern("\"then\"", "server/discover", json!({}))).await;
    let mut answers = Vec::new();
    loop {
        match client.next().await {
            answer if answer["id"] == "then" => return answers,
            answer => answers.push(answer),
        }
    }
}

fn refusal(code: i64, rule: &str) -> (i64, String) {
    (code, rule.to_owned())
}

fn seen(answer: &Value) -> (i64, String) {
    let error = &answer["error"];
    refusal(error["code"].as_i64().unwrap_or(0), error["data"]["rule"].as_str().unwrap_or("none"))
}
