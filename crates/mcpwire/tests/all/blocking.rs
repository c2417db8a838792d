//! Work that blocks, on threads of its own, of every kind of handler.

use std::collections::BTreeMap;
use std::thread;

use mcpwire::{
    Context, Elicit, Failure, NoArguments, Prompt, Resource, ResourceTemplate, Server, Tool,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::harness::{Client, call, code, modern, modern_with, rule};

#[derive(Deserialize, JsonSchema)]
struct Name {
    name: String,
}

fn on_another_thread() -> bool {
    thread::current().name().is_none()
}

fn server() -> Server {
    let told = |name: Name, context: Context| -> Result<String, Failure> {
        for done in 1..=3 {
            context.wait(context.progress(f64::from(done), Some(3.0), None));
        }
        context.set_result_meta("com.example/cost", 3)?;
        Ok(format!("{} {}", name.name, on_another_thread()))
    };
    let asks = |context: Context| -> Result<String, Failure> {
        let name = context.input("name", Elicit::form::<Name>("Who?"))?;
        Ok(name.accepted().map(|it| it.name).unwrap_or_default())
    };
    Server::new("tests", "1")
        .tool(Tool::blocking("told", told))
        .tool(Tool::blocking("plain", |name: Name| name.name))
        .tool(Tool::blocking("nothing", on_another_thread))
        .tool(Tool::blocking("asks", asks))
        .tool(Tool::blocking("panics", |_: NoArguments| {
            if on_another_thread() {
                panic!("as asked")
            }
        }))
        .prompt(Prompt::blocking("p", |name: Name, context: Context| {
            format!("{} {} {}", name.name, context.id(), on_another_thread())
        }))
        .resource(Resource::blocking("x:y", "r", || format!("{}", on_another_thread())))
        .resource(Resource::blocking("x:id", "r", |context: Context| context.id().to_owned()))
        .template(ResourceTemplate::blocking(
            "t:{a}",
            "t",
            |variables: BTreeMap<String, String>| -> Result<String, Failure> {
                match &*variables["a"] {
                    "none" => Err(Failure::not_found("There is none.")),
                    a => Ok(format!("{a} {}", on_another_thread())),
                }
            },
        ))
}

#[tokio::test]
async fn every_kind_runs_on_a_thread_of_its_own() {
    let mut client = Client::of(server());
    for (tool, arguments, due) in [
        ("told", json!({"name": "a"}), json!("a true")),
        ("plain", json!({"name": "a"}), json!("a")),
        ("nothing", json!({}), json!(true)),
    ] {
        let answer = client.ask(call("1", tool, arguments)).await;
        assert_eq!(answer["result"]["structuredContent"]["result"], due, "{answer}");
    }
    let params = json!({"name": "p", "arguments": {"name": "a"}});
    let answer = client.ask(modern("\"i\"", "prompts/get", params)).await;
    assert_eq!(answer["result"]["messages"][0]["content"]["text"], "a \"i\" true");
    for (uri, due) in [("x:y", "true"), ("x:id", "5"), ("t:a", "a true")] {
        let answer = client.ask(modern("5", "resources/read", json!({ "uri": uri }))).await;
        assert_eq!(answer["result"]["contents"][0]["text"], due);
    }
    let answer = client.ask(modern("1", "resources/read", json!({"uri": "t:none"}))).await;
    assert_eq!((code(&answer), rule(&answer)), (-32602, "resource-unknown"));
    let answer = client.ask(call("1", "panics", json!({}))).await;
    assert_eq!((code(&answer), rule(&answer)), (-32603, "handler-failed"));
}

#[tokio::test]
async fn the_context_speaks_from_there() {
    let mut client = Client::of(server());
    let params = json!({"name": "told", "arguments": {"name": "a"}});
    client.say(modern_with("1", "tools/call", params, json!({"progressToken": "p"}))).await;
    for done in 1..=3 {
        let progress = client.next().await;
        assert_eq!(progress["params"], json!({"progressToken": "p", "progress": done, "total": 3}));
    }
    let answer = client.next().await;
    assert_eq!(answer["result"]["_meta"]["com.example/cost"], 3);
}

#[tokio::test]
async fn and_asks_from_there() {
    let mut client = Client::of(server());
    let declared =
        json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}});
    let params = json!({"name": "asks", "arguments": {}});
    let asked = client.ask(modern_with("1", "tools/call", params.clone(), declared.clone())).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let mut again = params;
    again["requestState"] = asked["result"]["requestState"].clone();
    again["inputResponses"] = json!({"name": {"action": "accept", "content": {"name": "Amira"}}});
    let answer = client.ask(modern_with("2", "tools/call", again, declared)).await;
    assert_eq!(answer["result"]["structuredContent"]["result"], "Amira", "{answer}");
}
