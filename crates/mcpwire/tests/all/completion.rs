//! Proposals for arguments of prompts and variables of templates.

use mcpwire::{Completion, Context, Failure, Partial, Prompt, Resource, ResourceTemplate, Server};
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, code, initialize, legacy, modern, rule};

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code)]
struct Review {
    language: String,
    framework: Option<String>,
    focus: Option<String>,
}

const LANGUAGES: [&str; 4] = ["python", "Pascal", "rust", "OCaml-py"];

pub(crate) fn server() -> Server {
    let framework = |partial: Partial| async move {
        match partial.chosen("language") {
            Some("python") => vec!["flask", "django"],
            _ => vec![],
        }
    };
    let tenant = |partial: Partial, context: Context| async move {
        context.set_result_meta("com.example/cost", 1).unwrap();
        match &*partial.value {
            "!" => Err(Failure::new("The directory is down.")),
            "?" => Err(Failure::not_found("No tenants for you.")),
            "known" => Ok(Completion::of(["a", "b"]).total(7)),
            "more" => Ok(Completion::of(["a"]).has_more()),
            _ => Ok(Completion::of((0..250).map(|n| n.to_string()))),
        }
    };
    Server::new("tests", "1")
        .prompt(
            Prompt::new("review", |_: Review| async { "" })
                .complete("language", |partial: Partial| async move {
                    Completion::matching(&partial, LANGUAGES)
                })
                .complete("framework", framework),
        )
        .prompt(Prompt::new("plain", || async { "" }))
        .template(
            ResourceTemplate::new("doc://{tenant}/{+path}", "doc", |_: Value| async { "" })
                .complete("tenant", tenant),
        )
        .resource(Resource::text("doc://fixed", "fixed", ""))
}

fn prompt(name: &str) -> Value {
    json!({"type": "ref/prompt", "name": name})
}

fn resource(uri: &str) -> Value {
    json!({"type": "ref/resource", "uri": uri})
}

fn ask(reference: &Value, argument: &str, value: &str) -> Value {
    json!({"ref": reference, "argument": {"name": argument, "value": value}})
}

/// Params, and what is due under `completion`.
pub(crate) fn table() -> Vec<(Value, Value)> {
    let doc = resource("doc://{tenant}/{+path}");
    let mut with_language = ask(&prompt("review"), "framework", "");
    with_language["context"] = json!({"arguments": {"language": "python"}});
    let all =
        |values: Value, total: usize| json!({"values": values, "total": total, "hasMore": false});
    vec![
        (ask(&prompt("review"), "language", "P"), all(json!(["python", "Pascal", "OCaml-py"]), 3)),
        (ask(&prompt("review"), "language", ""), all(json!(LANGUAGES), 4)),
        (ask(&prompt("review"), "language", "zig"), all(json!([]), 0)),
        (with_language, all(json!(["flask", "django"]), 2)),
        (ask(&prompt("review"), "framework", ""), all(json!([]), 0)),
        // An argument that has no completer.
        (ask(&prompt("review"), "focus", "x"), all(json!([]), 0)),
        (ask(&doc, "path", "x"), all(json!([]), 0)),
        (ask(&doc, "tenant", "known"), json!({"values": ["a", "b"], "total": 7, "hasMore": true})),
        (ask(&doc, "tenant", "more"), json!({"values": ["a"], "hasMore": true})),
        // A URI of the template's form means the template.
        (
            ask(&resource("doc://acme/a/b"), "tenant", "known"),
            json!({"values": ["a", "b"], "total": 7, "hasMore": true}),
        ),
    ]
}

#[tokio::test]
async fn proposals_come_for_both_kinds_in_both_lifecycles() {
    let mut client = Client::of(server());
    for (params, due) in table() {
        let answer = client.ask(modern("1", "completion/complete", params.clone())).await;
        assert_eq!(answer["result"]["completion"], due, "{params}");
        assert_eq!(answer["result"]["resultType"], "complete");
        assert_eq!(answer["result"].get("ttlMs"), None, "only other results are kept");
    }
    client.ask(initialize("0", "2025-06-18")).await;
    for (params, due) in table() {
        let answer = client.ask(legacy("1", "completion/complete", params.clone())).await;
        assert_eq!(answer["result"]["completion"], due, "{params}");
        assert_eq!(answer["result"].get("resultType"), None);
    }
}

#[tokio::test]
async fn the_answer_is_written_as_the_page_shows_it() {
    let mut client = Client::of(server().hide_identity());
    client.say(modern("7", "completion/complete", ask(&prompt("review"), "language", "ru"))).await;
    assert_eq!(
        client.text().await.unwrap(),
        r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","completion":{"values":["rust"],"total":1,"hasMore":false}}}"#
    );
}

#[tokio::test]
async fn more_than_a_hundred_are_cut_and_said_to_be_more() {
    let mut client = Client::of(server());
    let params = ask(&resource("doc://{tenant}/{+path}"), "tenant", "many");
    let answer = client.ask(modern("1", "completion/complete", params)).await;
    let completion = &answer["result"]["completion"];
    assert_eq!(completion["values"].as_array().unwrap().len(), Completion::MOST);
    assert_eq!(completion["values"][99], "99");
    assert_eq!((&completion["total"], &completion["hasMore"]), (&json!(250), &json!(true)));
    assert_eq!(answer["result"]["_meta"]["com.example/cost"], 1);
}

#[tokio::test]
async fn what_was_chosen_is_told_since_2025_06_18_only() {
    let mut params = ask(&prompt("review"), "framework", "");
    params["context"] = json!({"arguments": {"language": "python"}});
    for (version, due) in [("2025-03-26", 0), ("2025-06-18", 2), ("2025-11-25", 2)] {
        let mut client = Client::of(server());
        client.ask(initialize("0", version)).await;
        let answer = client.ask(legacy("1", "completion/complete", params.clone())).await;
        let values = answer["result"]["completion"]["values"].as_array().unwrap().len();
        assert_eq!(values, due, "{version}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_refused_by_name() {
    let review = prompt("review");
    let argument = json!({"name": "language", "value": ""});
    let table = [
        (ask(&prompt("no"), "a", ""), "prompt-unknown", "/params/ref/name"),
        (ask(&resource("x://y"), "a", ""), "template-unknown", "/params/ref/uri"),
        (ask(&review, "no", ""), "argument-unknown", "/params/argument/name"),
        (ask(&prompt("plain"), "a", ""), "argument-unknown", "/params/argument/name"),
        (ask(&resource("doc://fixed"), "a", ""), "argument-unknown", "/params/argument/name"),
        (
            ask(&resource("doc://{tenant}/{+path}"), "+path", ""),
            "argument-unknown",
            "/params/argument/name",
        ),
        (json!({}), "completion-ref-missing", "/params/ref"),
        (json!({"argument": argument}), "completion-ref-missing", "/params/ref"),
        (json!({"ref": review}), "completion-argument-missing", "/params/argument"),
        (
            json!({"ref": review, "argument": "a"}),
            "completion-argument-missing",
            "/params/argument",
        ),
        (
            json!({"ref": review, "argument": {"name": "language"}}),
            "completion-argument-missing",
            "/params/argument/value",
        ),
        (
            json!({"ref": {"type": "ref/tool", "name": "x"}, "argument": argument}),
            "completion-ref-type",
            "/params/ref/type",
        ),
        (
            json!({"ref": {"type": "ref/prompt"}, "argument": argument}),
            "completion-ref-prompt-name",
            "/params/ref/name",
        ),
        (
            json!({"ref": {"type": "ref/resource", "uri": 1}, "argument": argument}),
            "completion-ref-resource-uri",
            "/params/ref/uri",
        ),
        (
            json!({"ref": review, "argument": argument, "context": []}),
            "completion-context-type",
            "/params/context",
        ),
    ];
    let mut client = Client::of(server());
    client.ask(initialize("0", "2025-11-25")).await;
    for (params, due, at) in table {
        for request in [
            modern("1", "completion/complete", params.clone()),
            legacy("1", "completion/complete", params.clone()),
        ] {
            let answer = client.ask(request).await;
            assert_eq!((code(&answer), rule(&answer)), (-32602, due), "{params}: {answer}");
            assert_eq!(answer["error"]["data"]["at"], at, "{answer}");
        }
    }
    let wrong = json!({"arguments": {"language": 1}});
    let mut params = ask(&review, "framework", "");
    params["context"] = wrong;
    let answer = client.ask(modern("1", "completion/complete", params)).await;
    assert_eq!((code(&answer), rule(&answer)), (-32602, "completion-context-type"));
}

#[tokio::test]
async fn a_completer_fails_as_other_handlers_do() {
    let mut client = Client::of(server());
    for (value, code_due, rule_due) in [("!", -32603, "handler-failed"), ("?", -32602, "not-found")]
    {
        let params = ask(&resource("doc://{tenant}/{+path}"), "tenant", value);
        let answer = client.ask(modern("1", "completion/complete", params)).await;
        assert_eq!((code(&answer), rule(&answer)), (code_due, rule_due), "{answer}");
    }
    client.is_quiet().await;
}

#[tokio::test]
async fn the_capability_follows_from_the_completers() {
    let mut client = Client::of(server());
    let answer = client.ask(modern("1", "server/discover", json!({}))).await;
    assert_eq!(answer["result"]["capabilities"]["completions"], json!({}));
    let answer = client.ask(initialize("0", "2025-03-26")).await;
    assert_eq!(answer["result"]["capabilities"]["completions"], json!({}));
    let answer = client.ask(initialize("0", "2024-11-05")).await;
    assert_eq!(answer["result"]["capabilities"].get("completions"), None, "not known then");
    let params = ask(&prompt("review"), "language", "ru");
    let answer = client.ask(legacy("1", "completion/complete", params.clone())).await;
    assert_eq!(answer["result"]["completion"]["values"], json!(["rust"]), "but the method was");

    let mut client =
        Client::of(Server::new("tests", "1").prompt(Prompt::new("p", || async { "" })));
    let answer = client.ask(modern("1", "completion/complete", params)).await;
    assert_eq!(code(&answer), -32601);
    let answer = client.ask(modern("1", "server/discover", json!({}))).await;
    assert_eq!(answer["result"]["capabilities"].get("completions"), None);
}

#[tokio::test]
async fn a_prompt_that_comes_later_has_completers_only_if_clients_know_that_they_can_ask() {
    let late = || {
        Prompt::new("late", |_: Review| async { "" })
            .complete("focus", |_: Partial| async { ["x"] })
    };
    let server = server().prompts_may_change();
    let changes = server.changes();
    let mut client = Client::of(server);
    client.is_quiet().await; // It is built by now.
    changes.add_prompt(late()).unwrap();
    let answer =
        client.ask(modern("1", "completion/complete", ask(&prompt("late"), "focus", ""))).await;
    assert_eq!(answer["result"]["completion"]["values"], json!(["x"]));

    let endpoint = Server::new("tests", "1").prompts_may_change().build().unwrap();
    let misuse = endpoint.changes().add_prompt(late()).unwrap_err();
    assert!(misuse.reasons[0].contains("none had when the server was built"), "{misuse}");
}

proptest! {
    /// Whatever a completer says, what is sent fits the page.
    #[test]
    fn an_answer_is_never_too_long(given in 0usize..250, total in prop::option::of(0usize..300), more: bool) {
        let answer = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async move {
            let completer = move |_: Partial| async move {
                let mut completion = Completion::of((0..given).map(|n| n.to_string()));
                if let Some(total) = total {
                    completion = completion.total(total);
                }
                if more { completion.has_more() } else { completion }
            };
            let template = ResourceTemplate::new("x:{a}", "t", |_: Value| async { "" });
            let mut client = Client::of(Server::new("t", "1").template(template.complete("a", completer)));
            client.ask(modern("1", "completion/complete", ask(&resource("x:{a}"), "a", ""))).await
        });
        let completion = &answer["result"]["completion"];
        let sent = completion["values"].as_array().unwrap().len();
        let told = completion["total"].as_u64().map(|total| total as usize);
        prop_assert_eq!(sent, given.min(100));
        prop_assert!(told.is_none_or(|told| told >= given));
        let left = more || given > 100 || total.is_some_and(|total| total > given);
        prop_assert_eq!(completion["hasMore"].as_bool(), Some(left));
    }
}
