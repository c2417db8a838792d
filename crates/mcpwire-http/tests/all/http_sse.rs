//! The transport of revision 2024-11-05, over real sockets.

use std::net::SocketAddr;
use std::time::Duration;

use http::request::Parts;
use mcpwire::Caller;
use mcpwire_http::{Limits, Serve, service};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::client::server;
use super::harness::Post;
use super::sockets::{read_until, spelled};

struct Served {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    run: JoinHandle<()>,
}

async fn served(limits: Limits) -> Served {
    let by_name = |parts: &Parts| {
        let who = parts.headers.get("authorization").map(|it| it.to_str().unwrap().to_owned());
        Ok(who.map_or_else(Caller::default, Caller::named))
    };
    let service = service(server()).unwrap().limits(limits).http_sse("/sse").authorize(by_name);
    let bound = Serve::new(service).bind("127.0.0.1:0").await.unwrap();
    let address = bound.address();
    let (stop, stopped) = oneshot::channel();
    let run = tokio::spawn(bound.run_until(async { drop(stopped.await) }));
    Served { address, stop, run }
}

fn head() -> Post {
    let usual = Post::call("hello", json!({}));
    usual.without("mcp-protocol-version").without("mcp-method").without("mcp-name")
}

/// A client: its stream, and where it posts.
struct Old {
    address: SocketAddr,
    stream: TcpStream,
    endpoint: String,
    /// What came and was not looked at yet.
    ahead: String,
}

impl Old {
    async fn connect(served: &Served) -> Self {
        let mut stream = TcpStream::connect(served.address).await.unwrap();
        let get = spelled(&head().via("GET").text(""), "/sse");
        stream.write_all(get.as_bytes()).await.unwrap();
        let first = read_until(&mut stream, "\n\n\r\n").await;
        assert!(first.contains("content-type: text/event-stream\r\n"), "{first}");
        let (_, event) = first.split_once("event: endpoint\ndata: ").unwrap();
        let endpoint = event.lines().next().unwrap().to_owned();
        assert!(endpoint.starts_with("/sse?sessionId="), "{endpoint}");
        Old { address: served.address, stream, endpoint, ahead: String::new() }
    }

    /// The status and the body of the answer to a POST.
    async fn post(&self, post: Post) -> (String, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let post = post.with("connection", "close");
        stream.write_all(spelled(&post, &self.endpoint).as_bytes()).await.unwrap();
        let answer = read_until(&mut stream, "never").await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].to_owned(), body.to_owned())
    }

    async fn say(&self, message: Value) {
        let (status, body) = self.post(head().text(message.to_string())).await;
        assert_eq!((status.as_str(), body.as_str()), ("202", ""));
    }

    /// The message of the next event.
    async fn hear(&mut self) -> Value {
        loop {
            // Each event comes in a chunk of its own; several may be there at once.
            if let Some((event, rest)) = self.ahead.split_once("\n\n\r\n") {
                let (_, data) = event.split_once("event: message\ndata: ").unwrap();
                let message = serde_json::from_str(data).unwrap();
                self.ahead = rest.to_owned();
                return message;
            }
            self.ahead += &read_until(&mut self.stream, "\n\n\r\n").await;
        }
    }

    async fn shake_hands(&mut self, version: &str) {
        let params = json!({"protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "old", "version": "1"}});
        self.say(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
            .await;
        let answer = self.hear().await;
        assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    }
}

fn call(id: u32, tool: &str) -> Value {
    let params = json!({"name": tool, "arguments": {}, "_meta": {"progressToken": id}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

#[tokio::test]
async fn answers_come_on_the_stream_that_said_where_to_post() {
    let served = served(Limits::default()).await;
    let mut old = Old::connect(&served).await;
    old.shake_hands("2024-11-05").await;
    old.say(call(1, "told")).await;
    for step in [1.0, 2.0] {
        assert_eq!(old.hear().await["params"]["progress"].as_f64(), Some(step));
    }
    let answer = old.hear().await;
    assert_eq!(
        (&answer["id"], &answer["result"]["isError"]),
        (&json!(1), &json!(false)),
        "{answer}"
    );
    old.say(json!({"jsonrpc": "2.0", "id": 2, "method": "no/such"})).await;
    assert_eq!(old.hear().await["error"]["code"], -32601);
    // Requests run beside each other, and one that is cancelled has no answer.
    old.say(call(3, "forever")).await;
    old.say(call(4, "bump")).await;
    let mut both = [old.hear().await, old.hear().await];
    both.sort_by_key(|it| it["id"].is_null());
    assert_eq!(both[0]["id"], 4);
    assert_eq!(both[1]["method"], "notifications/tools/list_changed");
    let params = json!({"requestId": 3});
    old.say(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})).await;
    old.say(json!({"jsonrpc": "2.0", "id": 5, "method": "ping"})).await;
    assert_eq!(old.hear().await["id"], 5);
}

#[tokio::test]
async fn a_reader_that_is_slow_gets_everything() {
    let served = served(Limits::default()).await;
    let mut old = Old::connect(&served).await;
    old.shake_hands("2025-11-25").await;
    old.say(call(1, "flood")).await;
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
    for step in 1..=super::client::FLOOD {
        assert_eq!(old.hear().await["params"]["progress"].as_f64(), Some(f64::from(step)));
    }
    assert_eq!(old.hear().await["id"], 1);
}

#[tokio::test]
async fn who_may_call_is_asked_here_too() {
    let served = served(Limits::default()).await;
    let old = Old::connect(&served).await;
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let cases = [
        (head().with("host", "evil.example"), "403", "host-unknown"),
        (head().with("origin", "https://evil.example"), "403", "origin-unknown"),
        (head().with("authorization", "somebody else"), "404", "session-unknown"),
        (head().with("content-type", "text/plain"), "415", "media-type-unknown"),
        (head().via("GET").with("accept", "application/json"), "406", "not-acceptable"),
        (head().via("PUT"), "405", "http-method-unknown"),
    ];
    for (post, status, rule) in cases {
        let (got, body) = old.post(post.text(list.clone())).await;
        let error: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((got.as_str(), &error["error"]["data"]["rule"]), (status, &json!(rule)));
    }
    let (got, _) = old.post(head().text("{")).await;
    assert_eq!(got, "400");
    let stray = Old { endpoint: "/sse".to_owned(), ..old };
    assert_eq!(stray.post(head().text(list)).await.0, "404");
}

#[tokio::test]
async fn a_session_is_as_old_as_its_stream() {
    let served = served(Limits { streams: 1, ..Limits::default() }).await;
    let mut old = Old::connect(&served).await;
    old.shake_hands("2024-11-05").await;
    let (status, body) = old.post(head().via("GET").text("")).await;
    assert!(status == "503" && body.contains("\"limit-streams\""), "{status} {body}");
    let Old { address, stream, endpoint, .. } = old;
    drop(stream);
    let ping = json!({"jsonrpc": "2.0", "id": 5, "method": "ping"}).to_string();
    // The server sees the end of the connection in its own time.
    let ends = async {
        loop {
            let stream = TcpStream::connect(address).await.unwrap();
            let old = Old { address, stream, endpoint: endpoint.clone(), ahead: String::new() };
            if old.post(head().text(ping.clone())).await.0 == "404" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), ends).await.unwrap();
}

#[tokio::test]
async fn a_server_that_ends_answers_what_runs_and_ends_the_stream() {
    let served = served(Limits { grace: Duration::from_millis(1), ..Limits::default() }).await;
    let (mut quiet, mut busy) = (Old::connect(&served).await, Old::connect(&served).await);
    busy.shake_hands("2024-11-05").await;
    busy.say(call(7, "forever")).await;
    served.stop.send(()).unwrap();
    let end = read_until(&mut quiet.stream, "\r\n0\r\n\r\n").await;
    assert!(!end.contains("data"), "{end}");
    let answer = read_until(&mut busy.stream, "\r\n0\r\n\r\n").await;
    assert!(answer.contains("\"id\":7") && answer.contains("\"server-ending\""), "{answer}");
    served.run.await.unwrap();
}
