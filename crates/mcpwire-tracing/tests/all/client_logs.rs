//! Events of handlers, as clients hear them.

use mcpwire::{Server, Tool};
use mcpwire_tracing::{ClientLogs, Spans};
use serde_json::{Value, json};
use tracing::Instrument;
use tracing::subscriber::{DefaultGuard, set_default};
use tracing_subscriber::prelude::*;

use super::harness::{Client, call, request};

fn logging(layer: ClientLogs) -> DefaultGuard {
    set_default(tracing_subscriber::registry().with(layer))
}

fn speaks() -> Tool {
    Tool::new("speaks", || async {
        tracing::error!(target: "app", "one");
        tracing::warn!(target: "app", rows = 3, ready = true, "two");
        tokio::task::yield_now().await;
        tracing::info!(target: "library", share = 0.5, name = "x", "three");
        tracing::debug!(target: "app", kind = ?Some(1), "four");
        let inner = async { tracing::info!(target: "app", "five") };
        inner.instrument(tracing::info_span!("inner")).await;
        tracing::trace!(target: "app", "six");
    })
}

fn server() -> Server {
    Server::new("tests", "1").tool(speaks()).observe(Spans::new())
}

/// What the client hears until its answer: level, logger and data.
async fn heard(client: &mut Client, tool: &str, level: &str) -> Vec<Value> {
    client.say(&call(tool, &json!({"io.modelcontextprotocol/logLevel": level}))).await;
    let mut heard = Vec::new();
    loop {
        let message = client.next().await;
        if message.get("id").is_some() {
            assert!(message["result"].is_object(), "{message}");
            return heard;
        }
        assert_eq!(message["method"], "notifications/message");
        let params = &message["params"];
        heard.push(json!([params["level"], params["logger"], params["data"]]));
    }
}

#[tokio::test]
async fn a_client_hears_the_levels_that_it_asked_for() {
    let _guard = logging(ClientLogs::new());
    let mut client = Client::of(server().logging());
    let all = [
        json!(["error", "app", {"message": "one"}]),
        json!(["warning", "app", {"message": "two", "rows": 3, "ready": true}]),
        json!(["info", "library", {"message": "three", "share": 0.5, "name": "x"}]),
        json!(["debug", "app", {"message": "four", "kind": "Some(1)"}]),
        json!(["info", "app", {"message": "five"}]),
        json!(["debug", "app", {"message": "six"}]),
    ];
    assert_eq!(heard(&mut client, "speaks", "debug").await, all);
    let info = [&all[..3], &all[4..5]].concat();
    assert_eq!(heard(&mut client, "speaks", "info").await, info);
    assert_eq!(heard(&mut client, "speaks", "error").await, all[..1]);
    assert!(heard(&mut client, "speaks", "alert").await.is_empty());
}

#[tokio::test]
async fn nobody_hears_what_was_not_asked_for() {
    let _guard = logging(ClientLogs::new());
    let quiet = json!({});
    // Neither without a level, nor from a server that does not offer logging.
    let mut client = Client::of(server().logging());
    assert_eq!(client.ask(&call("speaks", &quiet)).await["id"], "a1");
    let mut client = Client::of(server());
    assert!(heard(&mut client, "speaks", "debug").await.is_empty());
}

#[tokio::test]
async fn a_filter_keeps_events_back() {
    let _guard = logging(ClientLogs::new().only(|metadata| metadata.target() == "library"));
    let mut client = Client::of(server().logging());
    let heard = heard(&mut client, "speaks", "debug").await;
    assert_eq!(
        heard,
        [json!(["info", "library", {"message": "three", "share": 0.5, "name": "x"}])]
    );
}

#[tokio::test]
async fn events_outside_a_request_and_after_it_go_to_nobody() {
    let (go, gone) = tokio::sync::oneshot::channel::<()>();
    let gone = std::sync::Mutex::new(Some(gone));
    let (done, is_done) = tokio::sync::oneshot::channel::<()>();
    let done = std::sync::Mutex::new(Some(done));
    let leaves = Tool::new("leaves", move || {
        let gone = gone.lock().unwrap().take();
        let done = done.lock().unwrap().take();
        async move {
            let late = async move {
                gone.unwrap().await.unwrap();
                tracing::error!("too late");
                done.unwrap().send(()).unwrap();
            };
            tokio::spawn(late.in_current_span());
        }
    });
    let _guard = logging(ClientLogs::new());
    let mut client = Client::of(server().logging().tool(leaves));
    assert!(heard(&mut client, "leaves", "debug").await.is_empty());
    tracing::error!("of no request");
    go.send(()).unwrap();
    is_done.await.unwrap();
    let answer = client.ask(&request("server/discover", json!({}), &json!({}))).await;
    assert_eq!(answer["id"], "a1", "{answer}");
}

#[tokio::test]
async fn a_flood_is_cut_and_counted_and_long_fields_are_short() {
    const MANY: u64 = 5_000;
    let floods = Tool::new("floods", || async {
        for _ in 0..MANY {
            tracing::info!("again");
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        let long = "ä".repeat(100_000);
        tracing::info!(text = %long, debug = ?long, string = &*long, "last");
    });
    let _guard = logging(ClientLogs::new());
    let mut client = Client::of(server().logging().tool(floods));
    let heard = heard(&mut client, "floods", "info").await;
    let last = &heard.last().unwrap()[2];
    assert_eq!(last["message"], "last");
    for field in ["text", "debug", "string"] {
        assert!((8 << 10) - last[field].as_str().unwrap().len() <= 2, "{field}");
    }
    let lost = last["lost"].as_u64().unwrap();
    assert_eq!(heard.len() as u64 - 1 + lost, MANY);
    assert!(heard.len() < 1_000, "{} messages waited", heard.len());
}
