//! Answers that become event streams, and streams of changes.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Waker};
use std::time::Duration;

use http_body::Body as _;
use http_body_util::BodyExt;
use mcpwire::{Server, Tool};
use mcpwire_http::{Body, service};
use serde_json::{Value, json};

use super::client::{Client, ask, call};

fn told(accept: &str) -> http::Request<http_body_util::Full<&'static [u8]>> {
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "progressToken": "t",
        "io.modelcontextprotocol/clientCapabilities": {}});
    let params = json!({"name": "told", "arguments": {}, "_meta": meta});
    ask("tools/call", params, &[("accept", accept)])
}

#[tokio::test]
async fn an_answer_is_json_until_its_handler_speaks() {
    let client = Client::new();
    let plain = client.send(call("hello", json!({"name": "x"}))).await;
    assert_eq!(plain.header("content-type"), Some("application/json"));

    let stream = client.send(told("application/json, text/event-stream")).await;
    assert_eq!(stream.status, 200);
    assert_eq!(stream.header("x-accel-buffering"), Some("no"));
    let events = stream.events();
    let methods: Vec<_> =
        events.iter().map(|it| it["method"].as_str().unwrap_or("answer")).collect();
    assert_eq!(methods, ["notifications/progress", "notifications/progress", "answer"]);
    assert_eq!(events[2]["result"]["structuredContent"]["result"], "done");

    // Without a stream, what is said on the way is dropped.
    let json = client.send(told("application/json")).await;
    assert_eq!(json.json()["result"]["structuredContent"]["result"], "done");
    // Whoever takes nothing but streams gets one.
    let only = ask("tools/list", json!({}), &[("accept", "text/event-stream")]);
    assert_eq!(client.send(only).await.events().len(), 1);
}

/// The next frame of a body that has one.
async fn frame(body: &mut Body) -> String {
    let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await.unwrap().unwrap();
    String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap()
}

fn data(frame: &str) -> Value {
    serde_json::from_str(frame.strip_prefix("data: ").unwrap_or_else(|| panic!("{frame}"))).unwrap()
}

#[tokio::test]
async fn a_stream_of_changes_tells_each_as_it_happens_and_ends_with_a_result() {
    let client = Client::new();
    let listen =
        ask("subscriptions/listen", json!({"notifications": {"toolsListChanged": true}}), &[]);
    let mut body = client.open(listen).await.into_body();
    let acknowledged = data(&frame(&mut body).await);
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    client.send(call("bump", json!({}))).await;
    let changed = data(&frame(&mut body).await);
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(changed["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1);
    client.0.endpoint().close();
    let ended = data(&frame(&mut body).await);
    assert_eq!((&ended["id"], &ended["result"]["resultType"]), (&json!(1), &json!("complete")));
    assert!(body.frame().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_long_silence_becomes_a_stream_with_comments() {
    let client = Client::new();
    let response = client.open(call("forever", json!({}))).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut body = response.into_body();
    for _ in 0..3 {
        let before = tokio::time::Instant::now();
        assert!(frame(&mut body).await.starts_with(':'));
        assert!(before.elapsed() <= Duration::from_secs(15));
    }
}

/// Counts how often a handler was dropped before its end.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn a_client_that_goes_away_stops_its_own_request_and_no_other() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let seen = dropped.clone();
    let forever = move || {
        let guard = Dropped(seen.clone());
        async move {
            let _guard = guard;
            std::future::pending::<&'static str>().await
        }
    };
    let server = Server::new("tests", "1").tool(Tool::new("forever", forever));
    let client = Client(service(server).unwrap());
    // The same id, a thousand times in flight.
    let mut open: Vec<_> =
        (0..1_000).map(|_| Box::pin(client.open(call("forever", json!({}))))).collect();
    let mut cx = Context::from_waker(Waker::noop());
    assert!(open.iter_mut().all(|it| it.as_mut().poll(&mut cx).is_pending()));
    assert_eq!(dropped.load(Ordering::Relaxed), 0);
    open.pop();
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
    drop(open);
    assert_eq!(dropped.load(Ordering::Relaxed), 1_000);
}
