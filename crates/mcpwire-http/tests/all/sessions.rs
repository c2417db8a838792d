//! Clients of the older revisions.

use std::future::poll_fn;
use std::pin::Pin;

use http::Request;
use http_body::Body as _;
use http_body_util::Full;
use mcpwire::Caller;
use mcpwire_http::{Body, Limits};
use serde_json::{Value, json};

use super::client::{Client, ask, post};

pub(crate) fn initialize(version: &str) -> String {
    let info = json!({"name": "old", "version": "1"});
    let params = json!({"protocolVersion": version, "clientInfo": info,
        "capabilities": {"elicitation": {}}});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string()
}

/// The id of a session that was just opened.
pub(crate) async fn open(client: &Client, version: &str) -> String {
    let answer = client.send(post(&initialize(version), &[])).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json()["result"]["protocolVersion"], version);
    let id = answer.header("mcp-session-id").unwrap().to_owned();
    assert!(id.len() >= 22 && id.bytes().all(|byte| matches!(byte, 0x21..=0x7e)), "{id}");
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(client.send(within(&id, ready)).await.status, 202);
    id
}

pub(crate) fn within(id: &str, body: &str) -> Request<Full<&'static [u8]>> {
    post(body, &[("mcp-session-id", id), ("mcp-protocol-version", "2025-11-25")])
}

pub(crate) fn request(id: u32, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

pub(crate) fn bare(method: &str, headers: &[(&str, &str)]) -> Request<Full<&'static [u8]>> {
    let mut request = Request::builder().method(method).uri("/mcp").header("host", "localhost");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Full::new(&[][..])).unwrap()
}

pub(crate) async fn frame(body: &mut Body) -> Option<String> {
    let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

pub(crate) fn data(frame: &str) -> Value {
    let line = frame.lines().find_map(|line| line.strip_prefix("data: "));
    serde_json::from_str(line.unwrap_or_else(|| panic!("{frame}"))).unwrap()
}

#[tokio::test]
async fn a_session_begins_with_a_handshake_and_ends_with_delete() {
    let client = Client::new();
    let id = open(&client, "2025-11-25").await;
    let list = client.send(within(&id, &request(1, "tools/list", json!({})))).await;
    assert_eq!((list.status, list.json()["result"]["tools"].is_array()), (200, true));
    // Errors have no status of their own in the older revisions.
    let unknown = client.send(within(&id, &request(2, "no/such", json!({})))).await;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (200, &json!(-32601)));
    assert_eq!(client.send(bare("DELETE", &[("mcp-session-id", &id)])).await.status, 204);
    let dead = client.send(within(&id, &request(3, "tools/list", json!({})))).await;
    assert_eq!((dead.status, &dead.json()["id"]), (404, &json!(3)));
    // Modern requests do not care.
    let modern = client.send(ask("tools/list", json!({}), &[("mcp-session-id", &id)])).await;
    assert_eq!((modern.status, modern.header("mcp-session-id")), (200, None));
}

#[tokio::test]
async fn a_client_is_asked_on_the_stream_of_its_request() {
    let client = Client::new();
    let id = open(&client, "2025-11-25").await;
    let call = request(1, "tools/call", json!({"name": "ask", "arguments": {}}));
    let mut body = client.open(within(&id, &call)).await.into_body();
    let primed = frame(&mut body).await.unwrap();
    assert!(primed.contains("id: 1-0\ndata:\n"), "{primed}");
    let question = data(&frame(&mut body).await.unwrap());
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let content = json!({"action": "accept", "content": {"sure": true}});
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": content}).to_string();
    assert_eq!(client.send(within(&id, &answer)).await.status, 202);
    let answer = data(&frame(&mut body).await.unwrap());
    assert!(answer.to_string().contains("Some(true)"), "{answer}");
    assert_eq!(frame(&mut body).await, None);
}

#[tokio::test]
async fn a_stream_that_broke_is_read_again_from_any_event() {
    let client = Client::new();
    let id = open(&client, "2025-06-18").await;
    let params = json!({"name": "told", "arguments": {}, "_meta": {"progressToken": 1}});
    let first = client.open(within(&id, &request(1, "tools/call", params))).await;
    // The connection breaks before anything is read; the request goes on.
    drop(first);
    let headers = [("mcp-session-id", id.as_str()), ("accept", "text/event-stream")];
    for (last, due) in [("1-0", 3), ("1-1", 2), ("1-2", 1), ("1-3", 0)] {
        let mut all = headers.to_vec();
        all.push(("last-event-id", last));
        let answer = client.send(bare("GET", &all)).await;
        assert_eq!(answer.events().len(), due, "{last}: {}", answer.text);
    }
}

#[tokio::test]
async fn a_cancellation_stops_a_request_of_its_own_session() {
    let client = Client::new();
    let (one, other) = (open(&client, "2025-11-25").await, open(&client, "2025-11-25").await);
    let forever = request(7, "tools/call", json!({"name": "forever", "arguments": {}}));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    let stopped = tokio::join!(client.send(within(&one, &forever)), async {
        tokio::task::yield_now().await;
        client.send(within(&other, cancel)).await;
        client.send(within(&one, cancel)).await
    });
    assert_eq!((stopped.0.status, stopped.0.text.as_str(), stopped.1.status), (202, "", 202));
}

#[tokio::test]
async fn changes_come_on_the_sessions_own_stream() {
    let client = Client::new();
    let id = open(&client, "2025-11-25").await;
    let get = || bare("GET", &[("mcp-session-id", &id), ("accept", "text/event-stream")]);
    let mut body = client.open(get()).await.into_body();
    assert_eq!(frame(&mut body).await.as_deref(), Some(":\n\n"));
    client.0.endpoint().changes().tools_changed();
    let changed = data(&frame(&mut body).await.unwrap());
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    // A newer reader takes the stream over.
    let _newer = client.open(get()).await;
    assert_eq!(frame(&mut body).await, None);
    let refused =
        client.send(bare("GET", &[("mcp-session-id", &id), ("accept", "text/html")])).await;
    assert_eq!(refused.status, 406);
}

#[tokio::test]
async fn batches_of_2025_03_26_are_answered_together() {
    let client = Client::new();
    let id = open(&client, "2025-03-26").await;
    let (one, two) = (request(1, "ping", json!({})), request(2, "no/such", json!({})));
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let batch = format!("[{one},{ready},{two}]");
    let answer = client.send(post(&batch, &[("mcp-session-id", &id)])).await;
    let ids: Vec<_> = answer.json().as_array().unwrap().iter().map(|it| it["id"].clone()).collect();
    assert_eq!(ids, [json!(1), json!(2)]);
    let answer = client.send(post(&format!("[{ready}]"), &[("mcp-session-id", &id)])).await;
    assert_eq!(answer.status, 202);
}

#[tokio::test]
async fn sessions_belong_to_who_opened_them_and_are_bounded() {
    let service = Client::new().0.authorize(|parts: &http::request::Parts| {
        let who = parts.headers.get("authorization").map(|it| it.to_str().unwrap().to_owned());
        Ok(who.map_or_else(Caller::default, Caller::named))
    });
    let client = Client(service.limits(Limits { sessions: 2, ..Limits::default() }));
    let as_who = |who: &str, id: &str, body: &str| {
        let mut headers = vec![("authorization", who)];
        if !id.is_empty() {
            headers.push(("mcp-session-id", id));
        }
        post(body, &headers)
    };
    let opened = client.send(as_who("a", "", &initialize("2025-11-25"))).await;
    let id = opened.header("mcp-session-id").unwrap().to_owned();
    let list = request(1, "tools/list", json!({}));
    assert_eq!(client.send(as_who("a", &id, &list)).await.status, 200);
    assert_eq!(client.send(as_who("b", &id, &list)).await.status, 404);
    for _ in 0..2 {
        client.send(as_who("b", "", &initialize("2025-11-25"))).await;
    }
    assert_eq!(client.send(as_who("a", &id, &list)).await.status, 404, "the oldest made room");
}
