//! Streams of sessions: who reads what, how often, and until when.

use std::sync::Arc;
use std::time::Duration;

use mcpwire::{Server, Tool};
use mcpwire_http::{Limits, service};
use serde_json::{Value, json};

use super::client::{Client, FLOOD, post};
use super::sessions::{bare, data, frame, open, request, within};

fn flood() -> String {
    let params = json!({"name": "flood", "arguments": {}, "_meta": {"progressToken": 1}});
    request(1, "tools/call", params)
}

fn forever(id: u32) -> String {
    request(id, "tools/call", json!({"name": "forever", "arguments": {}}))
}

/// The id of an event, and the progress in it; none in the answer.
fn told(frame: &str) -> (String, Option<u64>) {
    let id = frame.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned();
    let progress = data(frame)["params"]["progress"].as_f64();
    (id, progress.map(|it| it as u64))
}

async fn idle() {
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_slow_reader_gets_each_message_once_under_its_number() {
    let client = Client::new();
    let id = open(&client, "2025-06-18").await;
    let mut body = client.open(within(&id, &flood())).await.into_body();
    let mut all = Vec::new();
    loop {
        // The handler could say all of it meanwhile.
        idle().await;
        let Some(frame) = frame(&mut body).await else { break };
        all.push(told(&frame));
    }
    let said = u64::from(FLOOD);
    let mut due: Vec<_> = (1..=said).map(|it| (format!("1-{it}"), Some(it))).collect();
    due.push((format!("1-{}", said + 1), None));
    assert_eq!(all, due);
}

#[tokio::test]
async fn who_comes_back_late_is_told_what_is_not_kept_and_gets_the_answer() {
    let client = Client::new();
    let id = open(&client, "2025-06-18").await;
    drop(client.open(within(&id, &flood())).await);
    idle().await;
    let headers = [("mcp-session-id", id.as_str()), ("last-event-id", "1-2")];
    let got =
        client.send(bare("GET", &[&headers[..], &[("accept", "text/event-stream")]].concat()));
    let got = got.await;
    let mut frames = got.text.split_inclusive("\n\n");
    let first = frames.next().unwrap();
    let lost: u64 = first.strip_prefix(": ").unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(first.contains("earlier messages are not kept any more"), "{first}");
    let rest: Vec<_> = frames.map(told).collect();
    let said = u64::from(FLOOD);
    let mut due: Vec<_> = (3 + lost..=said).map(|it| (format!("1-{it}"), Some(it))).collect();
    due.push((format!("1-{}", said + 1), None));
    assert!(lost > 0 && due.len() > 1, "{lost}");
    assert_eq!(rest, due);
}

#[tokio::test]
async fn a_newer_reader_of_a_request_ends_the_older() {
    let client = Client::new();
    let id = open(&client, "2025-11-25").await;
    let call = request(1, "tools/call", json!({"name": "ask", "arguments": {}}));
    let mut older = client.open(within(&id, &call)).await.into_body();
    assert!(frame(&mut older).await.unwrap().contains("id: 1-0\n"));
    let question = data(&frame(&mut older).await.unwrap());
    let headers = [("mcp-session-id", id.as_str()), ("last-event-id", "1-1")];
    let get = bare("GET", &[&headers[..], &[("accept", "text/event-stream")]].concat());
    let (ended, newer) = tokio::join!(frame(&mut older), async {
        idle().await;
        client.open(get).await
    });
    assert_eq!(ended, None);
    let content = json!({"action": "accept", "content": {"sure": true}});
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": content}).to_string();
    assert_eq!(client.send(within(&id, &answer)).await.status, 202);
    assert_eq!(data(&frame(&mut newer.into_body()).await.unwrap())["id"], 1);
}

#[tokio::test]
async fn the_end_of_a_session_ends_its_streams_and_its_requests() {
    let alive = Arc::new(());
    let held = alive.clone();
    let silent = move || {
        let held = held.clone();
        async move {
            let _held = held;
            std::future::pending::<&'static str>().await
        }
    };
    let server = Server::new("tests", "1").tool(Tool::new("forever", silent));
    let limits = Limits { keep_alive: Duration::from_millis(1), ..Limits::default() };
    let client = Client(service(server).unwrap().limits(limits));
    let id = open(&client, "2025-11-25").await;
    let get = bare("GET", &[("mcp-session-id", &id), ("accept", "text/event-stream")]);
    let mut own = client.open(get).await.into_body();
    let mut call = client.open(within(&id, &forever(1))).await.into_body();
    let waits = within(&id, &forever(2));
    assert_eq!(Arc::strong_count(&alive), 3, "one in the tool, one in its call");
    let others = async {
        idle().await;
        client.send(bare("DELETE", &[("mcp-session-id", &id)])).await.status
    };
    let (waited, deleted) = tokio::join!(client.send(waits), others);
    assert_eq!((waited.status, deleted), (202, 204));
    while frame(&mut own).await.is_some() {}
    while frame(&mut call).await.is_some() {}
    idle().await;
    assert_eq!(Arc::strong_count(&alive), 2);
}

#[tokio::test]
async fn refusals_name_their_rule() {
    let client = Client::new();
    let id = open(&client, "2025-11-25").await;
    let stream = ("accept", "text/event-stream");
    let ours = ("mcp-session-id", id.as_str());
    let list = request(1, "tools/list", json!({}));
    let wrong = ("mcp-protocol-version", "1999-01-01");
    let cases = [
        (post(&list, &[("mcp-session-id", "gone")]), 404, "session-unknown"),
        (post(&list, &[ours, wrong]), 400, "session-revision"),
        (bare("GET", &[ours, stream, wrong]), 400, "session-revision"),
        (bare("DELETE", &[ours, wrong]), 400, "session-revision"),
        (bare("GET", &[ours, stream, ("last-event-id", "9-1")]), 400, "event-unknown"),
        (bare("GET", &[ours, stream, ("last-event-id", "mine")]), 400, "event-unknown"),
        (bare("GET", &[ours, ("accept", "text/html")]), 406, "not-acceptable"),
    ];
    for (request, status, rule) in cases {
        let got = client.send(request).await;
        let named = &got.json()["error"]["data"]["rule"];
        assert_eq!((got.status, named), (status, &json!(rule)), "{}", got.text);
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_that_nobody_uses_ends_and_one_whose_stream_is_read_does_not() {
    let limits = Limits { session_idle: Duration::from_secs(60), ..Limits::default() };
    let client = Client(Client::new().0.limits(limits));
    let (read, unused) = (open(&client, "2025-11-25").await, open(&client, "2025-11-25").await);
    let get = bare("GET", &[("mcp-session-id", &read), ("accept", "text/event-stream")]);
    let mut body = client.open(get).await.into_body();
    for _ in 0..6 {
        assert_eq!(frame(&mut body).await.as_deref(), Some(":\n\n"));
    }
    let list = request(1, "tools/list", json!({}));
    assert_eq!(client.send(within(&read, &list)).await.status, 200);
    assert_eq!(client.send(within(&unused, &list)).await.status, 404);
}

#[tokio::test(start_paused = true)]
async fn a_silent_request_becomes_a_stream_to_come_back_to() {
    let client = Client::new();
    let id = open(&client, "2025-11-25").await;
    let mut body = client.open(within(&id, &forever(1))).await.into_body();
    assert_eq!(frame(&mut body).await.as_deref(), Some("id: 1-0\ndata:\n\n"));
    assert_eq!(frame(&mut body).await.as_deref(), Some(":\n\n"));
}

#[tokio::test]
async fn event_streams_of_sessions_have_their_bound() {
    let client = Client(Client::new().0.limits(Limits { streams: 1, ..Limits::default() }));
    let id = open(&client, "2025-06-18").await;
    let get = || bare("GET", &[("mcp-session-id", &id), ("accept", "text/event-stream")]);
    let first = client.open(get()).await;
    let refused = client.send(get()).await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.json()["error"]["data"]["rule"], "limit-streams");
    // What a request says on its way is dropped then.
    let answer: Value = client.send(within(&id, &flood())).await.json();
    assert_eq!(answer["id"], 1);
    drop(first);
    assert_eq!(client.open(get()).await.status(), 200);
}

#[tokio::test(start_paused = true)]
async fn requests_of_a_session_have_their_bound() {
    let client = Client::new();
    let id = open(&client, "2025-06-18").await;
    for number in 0..1_000 {
        // The connection breaks, the request goes on.
        let call = client.open(within(&id, &forever(number)));
        drop(tokio::time::timeout(Duration::from_millis(1), call).await);
    }
    let refused = client.send(within(&id, &forever(1_000))).await;
    assert_eq!((refused.status, &refused.json()["id"]), (503, &json!(1_000)));
    assert_eq!(refused.json()["error"]["data"]["rule"], "limit-in-flight");
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    client.send(within(&id, cancel)).await;
    let answer = client.send(within(&id, &flood())).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

#[tokio::test]
async fn a_request_of_a_batch_is_cancelled_like_any_other() {
    let client = Client::new();
    let id = open(&client, "2025-03-26").await;
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    let ping = request(8, "ping", json!({}));
    let batch = format!("[{},{ping}]", forever(7));
    let headers = [("mcp-session-id", id.as_str())];
    let (answers, _) = tokio::join!(client.send(post(&batch, &headers)), async {
        idle().await;
        client.send(post(cancel, &headers)).await
    });
    assert_eq!(answers.json(), json!([{"jsonrpc": "2.0", "id": 8, "result": {}}]));
}
