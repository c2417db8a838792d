//! Over real sockets of this machine.

use std::time::Duration;

use mcpwire_http::{Hosts, Limits, Serve, ServeError, service};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use super::client::{modern, server};

/// A request as bytes.
fn bytes(method: &str, path: &str) -> Vec<u8> {
    let (body, headers) = modern(json!(1), method, json!({}));
    let mut text = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str(&format!(
        "content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    text.into_bytes()
}

async fn says(stream: &mut TcpStream, due: &str) {
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains(due) {
        let mut piece = [0; 4096];
        let length = stream.read(&mut piece).await.unwrap();
        assert!(length > 0, "ended after {}", String::from_utf8_lossy(&seen));
        seen.extend_from_slice(&piece[..length]);
    }
}

#[tokio::test]
async fn a_connection_is_kept_and_cut_anywhere_and_the_end_is_in_order() {
    let bound = Serve::new(service(server()).unwrap()).bind("127.0.0.1:0").await.unwrap();
    let address = bound.address();
    let (stop, stopped) = oneshot::channel::<()>();
    let served = tokio::spawn(bound.run_until(async {
        let _ = stopped.await;
    }));
    let mut stream = TcpStream::connect(address).await.unwrap();
    for _ in 0..2 {
        for piece in bytes("tools/list", "/mcp").chunks(7) {
            stream.write_all(piece).await.unwrap();
        }
        says(&mut stream, "\"tools\"").await;
    }
    stream.write_all(&bytes("tools/list", "/other")).await.unwrap();
    says(&mut stream, "404").await;
    stop.send(()).unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.unwrap();
    served.await.unwrap();
}

#[tokio::test]
async fn a_connection_that_nobody_uses_is_closed() {
    let limits = Limits { idle: Duration::from_millis(20), ..Limits::default() };
    let service = service(server()).unwrap().limits(limits);
    let bound = Serve::new(service).bind("127.0.0.1:0").await.unwrap();
    let address = bound.address();
    tokio::spawn(bound.run_until(std::future::pending()));
    let mut idle = TcpStream::connect(address).await.unwrap();
    // Half a head, and then nothing.
    idle.write_all(b"POST /mcp HTTP/1.1\r\nhost: local").await.unwrap();
    let mut rest = Vec::new();
    idle.read_to_end(&mut rest).await.unwrap();
}

#[tokio::test]
async fn an_address_beyond_this_machine_asks_for_its_hosts() {
    let bound = Serve::new(service(server()).unwrap()).bind("0.0.0.0:0").await;
    let error = bound.unwrap_err();
    assert!(
        matches!(error, ServeError::Hosts(_)) && error.to_string().contains("`hosts`"),
        "{error}"
    );
    let service = service(server()).unwrap().hosts(Hosts::Any);
    assert!(Serve::new(service).bind("0.0.0.0:0").await.is_ok());
}
