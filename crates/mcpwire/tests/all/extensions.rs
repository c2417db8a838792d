//! Methods that an extension brings.

use mcpwire::{Context, Extension, Failure, Json, Server};
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, code, initialize, legacy, modern, rule};

#[derive(Deserialize)]
struct Ask {
    city: String,
}

fn server() -> Server {
    let weather = Extension::new("com.example/weather", json!({"now": true}))
        .method("weather/now", |ask: Ask, context: Context| async move {
            context.set_result_meta("com.example/cost", 1)?;
            match ask.city.as_str() {
                "nowhere" => Err(Failure::not_found("There is no such city.")),
                city => Ok(Json(json!({"city": city}))),
            }
        })
        .method("weather/wrong", || async { Value::from(3) });
    Server::new("tests", "1").extension(weather)
}

#[tokio::test]
async fn a_method_of_an_extension_is_answered_as_any_other() {
    let mut client = Client::of(server());
    let now = |params: Value| modern("1", "weather/now", params);
    let answer = client.ask(now(json!({"city": "Rome"}))).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["city"], "Rome");
    assert_eq!(answer["result"]["_meta"]["com.example/cost"], 1);
    let answer = client.ask(now(json!({"city": "nowhere"}))).await;
    assert_eq!((code(&answer), rule(&answer)), (-32602, "not-found"));
    let answer = client.ask(now(json!({"city": 3}))).await;
    assert_eq!((code(&answer), rule(&answer)), (-32602, "arguments-rejected"));
    assert_eq!(code(&client.ask(modern("1", "weather/wrong", json!({}))).await), -32603);
    assert_eq!(code(&client.ask(modern("1", "weather/later", json!({}))).await), -32601);
    let discovered = client.ask(modern("1", "server/discover", json!({}))).await;
    let due = json!({"com.example/weather": {"now": true}});
    assert_eq!(discovered["result"]["capabilities"]["extensions"], due);
    // Extensions came with 2026-07-28.
    let opened = client.ask(initialize("1", "2025-11-25")).await;
    assert!(opened["result"]["capabilities"].get("extensions").is_none(), "{opened}");
    assert_eq!(code(&client.ask(legacy("2", "weather/now", json!({"city": "x"}))).await), -32601);
}

#[test]
fn mistakes_are_told_before_anything_is_served() {
    let cases = [
        (Extension::new("weather", json!({})), "needs a prefix"),
        (Extension::new("com.example/x", json!(3)), "must be an object"),
        (Extension::new("com.example/x", json!({})).method("tools/list", text), "of the protocol"),
        (
            Extension::new("com.example/x", json!({})).method("a/b", text).method("a/b", text),
            "registered twice",
        ),
    ];
    for (extension, due) in cases {
        let misuse = Server::new("s", "1").extension(extension).build().unwrap_err().to_string();
        assert!(misuse.contains(due), "{misuse}");
    }
}

async fn text() -> Value {
    json!({})
}
