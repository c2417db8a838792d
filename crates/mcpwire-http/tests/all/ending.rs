//! A server that ends lets nobody wait for nothing.

use std::net::SocketAddr;
use std::time::Duration;

use mcpwire_http::{Limits, Serve, service};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::harness::Post;
use super::sockets::{read_until, spelled};
use super::streams::{Alive, call, server};

struct Served {
    address: SocketAddr,
    alive: Alive,
    stop: oneshot::Sender<()>,
    run: JoinHandle<()>,
}

async fn served(grace: Duration) -> Served {
    let alive = Alive::default();
    let limits = Limits { grace, ..Limits::default() };
    let service = service(server(&alive)).unwrap().limits(limits);
    let bound = Serve::new(service).bind("127.0.0.1:0").await.unwrap();
    let address = bound.address();
    let (stop, stopped) = oneshot::channel();
    let run = tokio::spawn(bound.run_until(async { drop(stopped.await) }));
    Served { address, alive, stop, run }
}

async fn ask(served: &Served, post: &Post) -> TcpStream {
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    stream.write_all(spelled(post, "/mcp").as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn streams_of_notifications_end_with_their_result_at_once() {
    // Longer than any test may take: nothing waits for it.
    let served = served(Duration::from_secs(3_600)).await;
    // One that never says anything holds nothing up.
    let mut silent = TcpStream::connect(served.address).await.unwrap();
    let mut stream = ask(&served, &Post::listen(json!({"toolsListChanged": true}))).await;
    read_until(&mut stream, "acknowledged").await;
    // Idle connections are closed.
    let plain = call("steps").with("accept", "application/json");
    let mut idle = ask(&served, &plain).await;
    read_until(&mut idle, "\"done\"}").await;
    served.stop.send(()).unwrap();
    let rest = read_until(&mut stream, "\r\n0\r\n\r\n").await;
    assert!(rest.contains("\"resultType\":\"complete\""), "{rest}");
    assert_eq!(read_until(&mut idle, "never").await, "");
    assert_eq!(read_until(&mut silent, "never").await, "");
    served.run.await.unwrap();
    assert!(TcpStream::connect(served.address).await.is_err());
}

#[tokio::test]
async fn a_request_that_ends_in_time_is_answered() {
    let served = served(Duration::from_secs(3_600)).await;
    let mut stream = ask(&served, &call("steps")).await;
    read_until(&mut stream, "\"progress\":1").await;
    served.stop.send(()).unwrap();
    read_until(&mut stream, "\"done\"").await;
    served.run.await.unwrap();
}

#[tokio::test]
async fn a_request_that_does_not_is_told_so() {
    let served = served(Duration::ZERO).await;
    let mut streaming = ask(&served, &call("endless")).await;
    read_until(&mut streaming, "\"progress\":1").await;
    let mut waiting = ask(&served, &call("silent")).await;
    while served.alive.count() < 2 {
        tokio::task::yield_now().await;
    }
    served.stop.send(()).unwrap();
    let rest = read_until(&mut streaming, "\r\n0\r\n\r\n").await;
    assert!(rest.contains("\"id\":1") && rest.contains("\"server-ending\""), "{rest}");
    let answer = read_until(&mut waiting, "}}").await;
    assert!(
        answer.starts_with("HTTP/1.1 503 ") && answer.contains("\"server-ending\""),
        "{answer}"
    );
    served.run.await.unwrap();
    assert_eq!(served.alive.count(), 0);
}

/// Clients of the older revisions: what belongs to no request ends at once, a request is told.
#[tokio::test]
async fn streams_of_sessions_end_too() {
    let served = served(Duration::ZERO).await;
    let usual = Post::call("silent", json!({}));
    let old = usual.clone().without("mcp-protocol-version").without("mcp-method");
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"}});
    let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let mut stream = ask(&served, &old.clone().text(message.to_string())).await;
    let answer = read_until(&mut stream, "}}").await;
    let id = answer.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap();
    let old = old.with("mcp-session-id", id);
    let mut unasked = ask(&served, &old.clone().via("GET").text("")).await;
    read_until(&mut unasked, ":\n\n").await;
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": {"name": "silent"}});
    let mut waiting = ask(&served, &old.text(call.to_string())).await;
    while served.alive.count() < 1 {
        tokio::task::yield_now().await;
    }
    served.stop.send(()).unwrap();
    read_until(&mut unasked, "\r\n0\r\n\r\n").await;
    let answer = read_until(&mut waiting, "}}").await;
    assert!(answer.contains("\"id\":7") && answer.contains("\"server-ending\""), "{answer}");
    served.run.await.unwrap();
    assert_eq!(served.alive.count(), 0);
}
