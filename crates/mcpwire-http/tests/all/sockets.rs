//! The listener: paths, connections and versions of HTTP, over a real socket.

use std::convert::Infallible;
use std::future::{pending, poll_fn};
use std::net::SocketAddr;
use std::pin::Pin;

use bytes::Bytes;
use http_body::Body as _;
use hyper_util::rt::{TokioExecutor, TokioIo};
use mcpwire::Caller;
use mcpwire_http::{Denial, Limits, Serve, ServeError, service};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::harness::{Pieces, Post};
use super::streams::{Alive, call, server};

/// A server that listens until its runtime ends.
async fn listening(limits: Limits) -> (SocketAddr, Alive) {
    let alive = Alive::default();
    let service = service(server(&alive)).unwrap().limits(limits);
    let bound = Serve::new(service).bind("127.0.0.1:0").await.unwrap();
    let address = bound.address();
    tokio::spawn(bound.run_until(pending()));
    (address, alive)
}

/// A request as HTTP/1.1 spells it.
pub(crate) fn spelled(post: &Post, path: &str) -> String {
    let mut text = format!("{} {path} HTTP/1.1\r\n", post.method);
    for (name, value) in &post.headers {
        text += &format!("{name}: {}\r\n", value.to_str().unwrap());
    }
    let body = post.spelled();
    text + &format!("content-length: {}\r\n\r\n{body}", body.len())
}

/// Reads until a text has come, or the end.
pub(crate) async fn read_until(stream: &mut (impl AsyncReadExt + Unpin), text: &str) -> String {
    let mut all = Vec::new();
    while !String::from_utf8_lossy(&all).contains(text) {
        if stream.read_buf(&mut all).await.unwrap() == 0 {
            break;
        }
    }
    String::from_utf8(all).unwrap()
}

#[tokio::test]
async fn one_connection_carries_one_request_after_the_other() {
    let (address, _) = listening(Limits::default()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    for _ in 0..3 {
        stream.write_all(spelled(&call("steps"), "/mcp").as_bytes()).await.unwrap();
        let answer = read_until(&mut stream, "0\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert_eq!(answer.matches("data: ").count(), 3, "{answer}");
        let plain = call("steps").with("accept", "application/json");
        stream.write_all(spelled(&plain, "/mcp").as_bytes()).await.unwrap();
        let answer = read_until(&mut stream, "\"done\"}").await;
        assert!(answer.contains("\r\ncontent-length: "), "{answer}");
    }
}

#[tokio::test]
async fn there_is_one_path() {
    let (address, _) = listening(Limits::default()).await;
    for path in ["/", "/mcp/", "/MCP", "/other"] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(spelled(&call("steps"), path).as_bytes()).await.unwrap();
        let answer = read_until(&mut stream, "}}").await;
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
        assert!(answer.contains("\"endpoint-unknown\"") && answer.contains("/mcp"), "{answer}");
    }
}

/// Documents are for everybody; who calls the endpoint may be found out by asking somebody.
#[tokio::test]
async fn documents_are_served_beside_an_endpoint_that_waits_for_its_guard() {
    let service = service(server(&Alive::default())).unwrap();
    let service = service.document("/.well-known/x/mcp", "{\"a\":1}").authorize_later(|head| {
        let shown = head.headers.get("authorization").cloned();
        async move {
            tokio::task::yield_now().await;
            match shown {
                Some(_) => Ok(Caller::named("ali")),
                None => Err(Denial::unauthorized("Bearer")),
            }
        }
    });
    let bound = Serve::new(service).bind("127.0.0.1:0").await.unwrap();
    let address = bound.address();
    tokio::spawn(bound.run_until(pending()));
    let ask = async |post: Post, path: &str, text: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(spelled(&post, path).as_bytes()).await.unwrap();
        read_until(&mut stream, text).await
    };
    let get = || call("steps").via("GET").text("");
    let document = ask(get(), "/.well-known/x/mcp", "}").await;
    assert!(document.starts_with("HTTP/1.1 200 ") && document.ends_with("{\"a\":1}"), "{document}");
    let post = ask(call("steps"), "/.well-known/x/mcp", "\r\n\r\n").await;
    assert!(post.starts_with("HTTP/1.1 405 ") && post.contains("allow: GET, HEAD"), "{post}");
    let elsewhere = ask(get(), "/.well-known/x", "}").await;
    assert!(elsewhere.starts_with("HTTP/1.1 404 "), "{elsewhere}");
    let strange = ask(get().with("host", "evil.example"), "/.well-known/x/mcp", "}").await;
    assert!(strange.starts_with("HTTP/1.1 403 "), "{strange}");
    let nobody = ask(call("steps"), "/mcp", "}").await;
    assert!(nobody.starts_with("HTTP/1.1 401 "), "{nobody}");
    let known = ask(call("steps").with("authorization", "x"), "/mcp", "\r\n\r\n").await;
    assert!(known.starts_with("HTTP/1.1 200 "), "{known}");
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let (address, _) = listening(Limits { head: 8 << 10, ..Limits::default() }).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let post = call("steps").with("x-long", &"x".repeat(9 << 10));
    // The server may close before everything is written.
    let _ = stream.write_all(spelled(&post, "/mcp").as_bytes()).await;
    let answer = read_until(&mut stream, "\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
}

/// Whoever closes the connection cancels what it asked for, before and after the first event.
#[tokio::test]
async fn a_closed_connection_stops_its_handler() {
    let (address, alive) = listening(Limits::default()).await;
    for (tool, begun) in [("endless", "\"progress\":1"), ("silent", "")] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(spelled(&call(tool), "/mcp").as_bytes()).await.unwrap();
        if !begun.is_empty() {
            read_until(&mut stream, begun).await;
        }
        while alive.count() == 0 {
            tokio::task::yield_now().await;
        }
        drop(stream);
        while alive.count() > 0 {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn http_2_is_served_on_the_same_port() {
    let (address, _) = listening(Limits::default()).await;
    let stream = TcpStream::connect(address).await.unwrap();
    let io = TokioIo::new(stream);
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake::<_, _, Pieces>(TokioExecutor::new(), io)
            .await
            .unwrap();
    tokio::spawn(connection);
    let post = call("steps").without("host");
    let text = post.spelled();
    let mut request = post.over(Pieces::of([text.into_bytes()]));
    *request.uri_mut() = format!("http://{address}/mcp").parse().unwrap();
    let response = sender.send_request(request).await.unwrap();
    assert_eq!((response.status().as_u16(), response.version()), (200, http::Version::HTTP_2));
    let mut body = response.into_body();
    let mut all = Vec::new();
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let Ok(data) = frame.unwrap().into_data() else { continue };
        all.extend_from_slice(&data);
    }
    assert_eq!(String::from_utf8(all).unwrap().matches("data: ").count(), 3);
}

#[tokio::test]
async fn beyond_this_machine_the_names_must_be_told() {
    let service = service(server(&Alive::default())).unwrap();
    let error = Serve::new(service.clone()).bind("0.0.0.0:0").await.unwrap_err();
    assert!(matches!(error, ServeError::Hosts(_)), "{error}");
    assert!(error.to_string().contains("`hosts`"), "{error}");
    for hosts in [mcpwire_http::Hosts::Any, mcpwire_http::Hosts::Named(vec!["a.example".into()])] {
        Serve::new(service.clone().hosts(hosts)).bind("0.0.0.0:0").await.unwrap();
    }
}

/// A body that mounts elsewhere must be able to say its types.
#[test]
fn a_service_fits_where_tower_expects_one() {
    fn fits<S, B>(_: &S)
    where
        S: tower_service::Service<
                http::Request<Pieces>,
                Response = http::Response<B>,
                Error = Infallible,
            > + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send,
        B: http_body::Body<Data = Bytes, Error = Infallible> + Send + 'static,
    {
    }
    fits(&service(server(&Alive::default())).unwrap());
    let _: Value = Value::Null;
}
