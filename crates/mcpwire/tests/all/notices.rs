//! What is said to whoever runs the server: names and places, never values.

use mcpwire::{Prompt, Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, call, echo, initialize, legacy, modern};

const SECRET: &str = "hunter2";

#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Picky;

impl TryFrom<String> for Picky {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(format!("{text} is not good enough"))
    }
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    #[expect(dead_code)]
    #[schemars(with = "String")]
    password: Picky,
}

#[derive(Deserialize, JsonSchema)]
struct Greet {
    #[expect(dead_code)]
    name: String,
}

fn server() -> Server {
    let schema = json!({
        "type": "object",
        "properties": {
            "password": {"type": "integer"},
            "choice": {"enum": ["a", "b"]},
            "short": {"type": "string", "maxLength": 2}
        },
        "additionalProperties": false
    });
    Server::new("tests", "1")
        .tool(Tool::raw("strict", schema, |_: Value| async move {}))
        .tool(Tool::new("decodes", |_: Arguments| async {}))
        .tool(
            Tool::new("panics", |arguments: Value| async move {
                if !arguments.is_null() {
                    panic!("{arguments}")
                }
            })
            .with("_meta", json!({})),
        )
        .tool(echo())
        .prompt(Prompt::new("p", |_: Greet| async { "x" }))
}

#[tokio::test]
async fn values_of_arguments_are_never_among_them() {
    let mut client = Client::of(server());
    client.ask(initialize("1", "2025-06-18")).await;
    let mut asked = 0;
    for (tool, arguments) in [
        ("strict", json!({"password": SECRET})),
        ("strict", json!({"choice": SECRET})),
        ("strict", json!({"short": SECRET})),
        ("strict", json!({"password": [SECRET]})),
        ("decodes", json!({"password": SECRET})),
        ("panics", json!({"password": SECRET})),
        ("echo", json!(SECRET)),
        ("no_such", json!({"password": SECRET})),
    ] {
        for line in [
            call("1", tool, arguments.clone()),
            legacy("1", "tools/call", json!({"name": tool, "arguments": arguments})),
        ] {
            client.ask(line).await;
            asked += 1;
        }
    }
    client
        .ask(modern("1", "prompts/get", json!({"name": "p", "arguments": {"name": [SECRET]}})))
        .await;
    client.ask(format!(r#"{{"arguments":{{"password":"{SECRET}"}}"#)).await;
    client
        .ask(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["{SECRET}"]}}"#))
        .await;
    client.ask(format!(r#"{{"jsonrpc":"2.0","id":1,"id":"{SECRET}","method":"x"}}"#)).await;
    let (_, notices) = client.close().await;
    assert!(notices.len() > asked / 2, "{notices:?}");
    for line in &notices {
        assert!(!line.contains(SECRET), "{line}");
    }
    let rejected = notices.iter().filter(|line| line.contains("`strict` rejected")).count();
    assert_eq!(rejected, 8, "{notices:?}");
    assert!(notices.iter().any(|line| line.contains("strict") && line.contains("password")));
}

#[tokio::test]
async fn they_are_single_lines_that_cannot_drive_a_terminal() {
    let mut client = Client::of(server());
    for line in [
        r#"{"jsonrpc":"2.0","method":"x\n\u001b[2Jy\u009b"}"#,
        r#"{"jsonrpc":"2.0","id":"\u0007\u007f","result":{}}"#,
        "{\"jsonrpc\":\"2.0\",\"id\":\"\u{9b}\u{7f}\",\"result\":{}}",
        r#"{"jsonrpc":"2.0","a\n":1,"a\n":2}"#,
    ] {
        client.say(line).await;
    }
    let (_, notices) = client.close().await;
    assert_eq!(notices.len(), 4, "{notices:?}");
    for line in notices {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(line.len() < 500, "{line:?}");
    }
}
