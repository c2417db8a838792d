//! Progress belongs to the token of its request, grows, and stops with the answer.

use mcpwire::{Context, NoArguments, Server, Tool};
use serde_json::{Value, json};

use super::harness::{Client, call, initialize, legacy, modern_with};

fn server() -> Server {
    let values = |_: NoArguments, context: Context| async move {
        for done in [0.0, 0.5, 0.5, 0.25, -1.0, 1.0, f64::NAN, f64::INFINITY, 1e300, 2.0] {
            context.progress(done, Some(2.0), Some("so far\n")).await;
        }
        context.wants_progress()
    };
    let late = |_: NoArguments, context: Context| async move {
        let kept = context.clone();
        tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            kept.progress(9.0, None, None).await;
        });
        context.progress(1.0, None, None).await;
    };
    let yields = |_: NoArguments, context: Context| async move {
        tokio::task::yield_now().await;
        let each = (1..=600).map(|step| {
            let context = context.clone();
            async move { context.progress(step.into(), None, None).await }
        });
        for done in each {
            done.await;
        }
    };
    Server::new("tests", "1")
        .tool(Tool::new("values", values))
        .tool(Tool::new("late", late))
        .tool(Tool::new("many", yields))
}

fn call_with(token: &str, tool: &str) -> String {
    modern_with("1", "tools/call", json!({"name": tool}), json!({"progressToken": "TOKEN"}))
        .replace("\"TOKEN\"", token)
}

#[tokio::test]
async fn the_token_is_repeated_as_it_is_spelled_and_values_grow() {
    for token in ["1", "1.0", "1e2", "-0", "12345678901234567890123", r#""""#, r#""\u0061 ü""#] {
        let mut client = Client::of(server());
        client.say(call_with(token, "values")).await;
        let mut values = Vec::new();
        loop {
            let text = client.text().await.unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message.get("id").is_some() {
                assert_eq!(message["result"]["structuredContent"]["result"], true);
                break;
            }
            assert!(text.contains(&format!(r#"{{"progressToken":{token},"progress":"#)), "{text}");
            assert_eq!(message["method"], "notifications/progress");
            assert_eq!(message["params"]["message"], "so far\n");
            assert_eq!(message["params"]["total"], 2);
            values.push(message["params"]["progress"].as_f64().unwrap());
        }
        assert_eq!(values, [0.0, 0.5, 1.0, 1e300]);
    }
}

#[tokio::test]
async fn nothing_is_said_without_a_token() {
    let mut client = Client::of(server());
    let answer = client.ask(call("1", "values", json!({}))).await;
    assert_eq!(answer["result"]["structuredContent"]["result"], false);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_said_after_the_answer() {
    let mut client = Client::of(server());
    client.say(call_with("1", "late")).await;
    assert_eq!(client.next().await["params"]["progress"], 1);
    assert_eq!(client.next().await["id"], 1);
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    client.is_quiet().await;
}

#[tokio::test]
async fn more_progress_than_the_queue_holds_comes_whole_and_in_order() {
    for tool in ["many"] {
        let mut client = Client::of(server());
        client.say(call_with("1", tool)).await;
        for step in 1..=600 {
            assert_eq!(client.next().await["params"]["progress"], step);
        }
        assert_eq!(client.next().await["id"], 1);
    }
}

#[tokio::test]
async fn a_legacy_token_of_another_kind_asks_for_nothing() {
    let mut client = Client::of(server());
    client.ask(initialize("1", "2025-06-18")).await;
    for token in [json!(null), json!({}), json!([1]), json!(1.5), json!(true)] {
        let params = json!({"name": "values", "_meta": {"progressToken": token}});
        let answer = client.ask(legacy("1", "tools/call", params)).await;
        assert_eq!(answer["result"]["structuredContent"]["result"], false, "{token}");
    }
}

#[tokio::test]
async fn the_first_revision_has_no_message() {
    let mut client = Client::of(server());
    client.ask(initialize("1", "2024-11-05")).await;
    let params = json!({"name": "values", "_meta": {"progressToken": 1}});
    let message = client.ask(legacy("1", "tools/call", params)).await;
    assert_eq!(message["params"], json!({"progressToken": 1, "progress": 0, "total": 2}));
}
