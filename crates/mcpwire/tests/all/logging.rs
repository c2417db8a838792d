//! Log messages to clients that ask for them.

use mcpwire::{Context, LogLevel, NoArguments, Server, Tool};
use serde_json::{Value, json};

use super::harness::{Client, call, code, initialize, legacy, modern_with, rule};

fn server() -> Server {
    let log = |_: NoArguments, context: Context| async move {
        for level in LogLevel::ALL {
            context.log(*level, Some("a \"logger\""), json!({"at": level.as_str()})).await;
        }
        context.log(LogLevel::Emergency, None, "bare").await;
    };
    Server::new("tests", "1").tool(Tool::new("log", log))
}

/// The levels that are logged until the answer.
async fn levels(client: &mut Client, line: String) -> Vec<String> {
    client.say(line).await;
    let mut levels = Vec::new();
    loop {
        let message = client.next().await;
        if message.get("id").is_some() {
            return levels;
        }
        assert_eq!(message["method"], "notifications/message");
        let params = &message["params"];
        let level = params["level"].as_str().unwrap().to_owned();
        match params.get("logger") {
            Some(logger) => {
                assert_eq!(logger, "a \"logger\"");
                assert_eq!(params["data"], json!({ "at": level }));
                levels.push(level);
            }
            None => assert_eq!(params["data"], "bare"),
        }
    }
}

fn from(level: LogLevel) -> Vec<String> {
    LogLevel::ALL.iter().filter(|it| **it >= level).map(|it| it.as_str().to_owned()).collect()
}

#[tokio::test]
async fn a_modern_request_gets_what_it_asks_for() {
    let mut client = Client::of(server().logging());
    for level in LogLevel::ALL {
        let meta = json!({"io.modelcontextprotocol/logLevel": level.as_str()});
        let line = modern_with("1", "tools/call", json!({"name": "log"}), meta);
        assert_eq!(levels(&mut client, line).await, from(*level));
    }
    assert!(levels(&mut client, call("1", "log", json!({}))).await.is_empty());
}

#[tokio::test]
async fn nothing_is_logged_where_logging_is_not_offered() {
    let mut client = Client::of(server());
    let meta = json!({"io.modelcontextprotocol/logLevel": "debug"});
    let line = modern_with("1", "tools/call", json!({"name": "log"}), meta);
    assert!(levels(&mut client, line).await.is_empty());
    client.ask(initialize("1", "2025-06-18")).await;
    let answer = client.ask(legacy("1", "logging/setLevel", json!({"level": "debug"}))).await;
    assert_eq!((code(&answer), rule(&answer)), (-32601, "method-unknown"));
}

#[tokio::test]
async fn a_legacy_client_sets_a_level_for_what_follows() {
    let mut client = Client::of(server().logging());
    client.ask(initialize("1", "2025-06-18")).await;
    let old = || legacy("1", "tools/call", json!({"name": "log"}));
    assert!(levels(&mut client, old()).await.is_empty());
    for level in ["warning", "debug", "emergency"] {
        let answer = client.ask(legacy("1", "logging/setLevel", json!({ "level": level }))).await;
        assert_eq!(answer["result"], json!({}));
        assert_eq!(levels(&mut client, old()).await, from(LogLevel::named(level).unwrap()));
    }
    for wrong in [json!("loud"), json!(3), Value::Null, json!("DEBUG")] {
        let answer = client.ask(legacy("1", "logging/setLevel", json!({ "level": wrong }))).await;
        assert_eq!((code(&answer), rule(&answer)), (-32602, "log-level-unknown"));
    }
    // The modern lifecycle beside it does not see that level.
    assert!(levels(&mut client, call("1", "log", json!({}))).await.is_empty());
    assert_eq!(levels(&mut client, old()).await, ["emergency"]);
}
