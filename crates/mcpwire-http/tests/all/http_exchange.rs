//! Messages over HTTP, as a client sends them: towards an endpoint of ours and towards scripts.

use std::future::pending;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use mcpwire_http::client::{
    Asked, Authorization, Authorize, Denied, Endpoint, Exchange, ExchangeError, HttpErrorKind,
    HttpLimits, Next,
};
use mcpwire_http::{Serve, service};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use super::harness::{MODERN, Post};
use super::http_client::{LONG, client, request};
use super::streams::{Alive, call, server};

fn message(post: &Post) -> Bytes {
    Bytes::from(post.body.to_string())
}

fn endpoint(url: &str) -> Endpoint {
    Endpoint::new(client(HttpLimits::default()), url).unwrap()
}

/// An endpoint of ours behind a socket.
async fn ours() -> (Endpoint, Alive) {
    let alive = Alive::default();
    let bound = Serve::new(service(server(&alive)).unwrap()).bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", bound.address());
    tokio::spawn(bound.run_until(pending()));
    (endpoint(&url), alive)
}

/// Says these, to one connection each, and collects what was asked.
async fn scripts(texts: Vec<String>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    tokio::spawn(async move {
        for text in texts {
            let (mut stream, _) = listener.accept().await.unwrap();
            let request = request(&mut stream).await;
            kept.lock().unwrap().push(request);
            stream.write_all(text.as_bytes()).await.unwrap();
        }
    });
    (url, asked)
}

fn response(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
    )
}

async fn next(exchange: &mut Exchange) -> Result<Option<Value>, ExchangeError> {
    let next = tokio::time::timeout(LONG, exchange.next()).await.expect("an end")?;
    Ok(next.map(|text| serde_json::from_slice(&text).unwrap()))
}

#[tokio::test]
async fn an_endpoint_takes_what_is_sent_and_its_words_come_in_order() {
    let (endpoint, _) = ours().await;
    let mut exchange = endpoint.post(message(&call("steps")), &[]).await.unwrap();
    assert_eq!(exchange.head().status, StatusCode::OK);
    for step in [1, 2] {
        let progress = next(&mut exchange).await.unwrap().unwrap();
        assert_eq!(progress["params"]["progress"], json!(step), "{progress}");
    }
    let answer = next(&mut exchange).await.unwrap().unwrap();
    assert_eq!(answer["result"]["structuredContent"]["result"], "done", "{answer}");
    assert_eq!(next(&mut exchange).await.unwrap(), None);

    let unknown = Post::new(json!("x"), "no/such", json!({}));
    let mut exchange = endpoint.post(message(&unknown), &[]).await.unwrap();
    assert_eq!(exchange.head().status, StatusCode::NOT_FOUND);
    let answer = next(&mut exchange).await.unwrap().unwrap();
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32601), &json!("x")));
    assert_eq!(next(&mut exchange).await.unwrap(), None);
}

#[tokio::test]
async fn dropping_an_exchange_cancels_that_one_only() {
    let (endpoint, alive) = ours().await;
    let mut others = endpoint.post(message(&call("endless")), &[]).await.unwrap();
    let mut dropped = endpoint.post(message(&call("endless")), &[]).await.unwrap();
    for exchange in [&mut others, &mut dropped] {
        assert_eq!(next(exchange).await.unwrap().unwrap()["method"], "notifications/progress");
    }
    assert_eq!(alive.count(), 2);
    drop(dropped);
    tokio::time::timeout(LONG, async {
        while alive.count() == 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("the handler ends");
    assert_eq!(alive.count(), 1);
    let mut after = endpoint.post(message(&call("steps")), &[]).await.unwrap();
    assert!(next(&mut after).await.unwrap().is_some());
}

#[tokio::test]
async fn the_headers_mirror_the_message() {
    let ok = response("202 Accepted", "", "");
    let (url, asked) = scripts(vec![ok]).await;
    let schema = json!({"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}});
    let params = mcpwire_protocol::http::header_params(&schema).unwrap();
    let sent = message(&Post::call("wé", json!({"region": "eu"})));
    let mut exchange = endpoint(&url).post(sent.clone(), &params).await.unwrap();
    assert!(matches!(exchange.next().await, Err(ExchangeError::NoMessage { .. })));
    let asked = asked.lock().unwrap()[0].clone();
    for line in [
        "content-type: application/json",
        "accept: application/json, text/event-stream",
        &format!("mcp-protocol-version: {MODERN}"),
        "mcp-method: tools/call",
        "mcp-name: =?base64?d8Op?=",
        "mcp-param-region: eu",
    ] {
        assert_eq!(asked.matches(&format!("\r\n{line}\r\n")).count(), 1, "{line} in {asked}");
    }
    assert!(asked.ends_with(std::str::from_utf8(&sent).unwrap()), "{asked}");
}

#[tokio::test]
async fn what_is_no_answer_is_an_error_that_says_so() {
    let page = "<html>\nBad gateway";
    let events = "content-type: text/event-stream\r\n";
    let notice = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n";
    let other = r#"{"jsonrpc":"2.0","id":77,"result":{}}"#;
    let cut = format!("HTTP/1.1 200 OK\r\ncontent-length: 999\r\n{events}\r\n{notice}");
    for (text, words, before) in [
        (
            response("502 Bad Gateway", "", page),
            "502 Bad Gateway and no message of MCP: `<html>\\nBad",
            0,
        ),
        (response("202 Accepted", "", ""), "202 Accepted and nothing else", 0),
        (response("307 Temporary Redirect", "location: /x\r\n", ""), "307 Temporary Redirect", 0),
        (response("200 OK", events, notice), "ended its answer without the response", 1),
        (response("200 OK", "", other), "ended its answer without the response", 1),
        (cut, "broke off", 1),
    ] {
        let (url, _) = scripts(vec![text.clone()]).await;
        let mut exchange = endpoint(&url).post(message(&call("x")), &[]).await.unwrap();
        for _ in 0..before {
            assert!(next(&mut exchange).await.unwrap().is_some(), "{text}");
        }
        let error = next(&mut exchange).await.unwrap_err();
        assert!(error.to_string().contains(words), "{error} for {text}");
        assert_eq!(next(&mut exchange).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_notification_is_over_when_it_is_accepted_and_a_refusal_is_handed_on() {
    let notice = Bytes::from_static(br#"{"jsonrpc":"2.0","method":"notifications/x"}"#);
    let refusal = r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"No."}}"#;
    let texts = vec![response("202 Accepted", "", ""), response("400 Bad Request", "", refusal)];
    let (url, _) = scripts(texts).await;
    let endpoint = endpoint(&url);
    let mut accepted = endpoint.post(notice.clone(), &[]).await.unwrap();
    assert_eq!(next(&mut accepted).await.unwrap(), None);
    let mut refused = endpoint.post(notice, &[]).await.unwrap();
    assert_eq!(refused.head().status, StatusCode::BAD_REQUEST);
    assert_eq!(next(&mut refused).await.unwrap().unwrap()["error"]["code"], -32600);
    assert_eq!(next(&mut refused).await.unwrap(), None);
}

/// Gives a token from the first refusal on, and gives up at the last.
struct Tokens {
    refusals: Arc<AtomicUsize>,
    most: usize,
}

fn tokens(refusals: usize, most: usize) -> Tokens {
    Tokens { refusals: Arc::new(AtomicUsize::new(refusals)), most }
}

impl Authorize for Tokens {
    fn begin(&self) -> Box<dyn Authorization + '_> {
        Box::new(Attempt { refusals: self.refusals.clone(), most: self.most })
    }
}

struct Attempt {
    refusals: Arc<AtomicUsize>,
    most: usize,
}

impl Authorization for Attempt {
    fn headers<'a>(&'a mut self, _: &'a Method, _: &'a Uri) -> Asked<'a, HeaderMap> {
        let mut headers = HeaderMap::new();
        if self.refusals.load(Ordering::SeqCst) > 0 {
            headers.insert("authorization", HeaderValue::from_static("Bearer t"));
        }
        Box::pin(async move { Ok(headers) })
    }

    fn judge<'a>(
        &'a mut self,
        _: &'a Uri,
        status: StatusCode,
        headers: &'a HeaderMap,
    ) -> Asked<'a, Next> {
        let next = match status {
            StatusCode::UNAUTHORIZED
                if self.refusals.fetch_add(1, Ordering::SeqCst) >= self.most =>
            {
                Err(Denied(format!("No token helps: {:?}.", headers["www-authenticate"])))
            }
            StatusCode::UNAUTHORIZED => Ok(Next::Again),
            _ => Ok(Next::Stand),
        };
        Box::pin(async move { next })
    }
}

#[tokio::test]
async fn who_gives_credentials_is_asked_and_the_request_is_sent_again() {
    let refused = response("401 Unauthorized", "www-authenticate: Bearer\r\n", "");
    let answer = response("200 OK", "", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    let (url, asked) = scripts(vec![refused.clone(), answer]).await;
    let known = endpoint(&url).authorize(tokens(0, 1));
    let mut exchange = known.post(message(&call("x")), &[]).await.unwrap();
    assert!(next(&mut exchange).await.unwrap().is_some());
    let asked = asked.lock().unwrap().clone();
    let has_token = |text: &String| text.contains("authorization: Bearer t\r\n");
    assert_eq!(asked.iter().map(has_token).collect::<Vec<_>>(), [false, true]);

    let (url, _) = scripts(vec![refused.clone(), refused]).await;
    let unknown = endpoint(&url).authorize(tokens(0, 1));
    let error = unknown.post(message(&call("x")), &[]).await.unwrap_err();
    assert!(matches!(error, ExchangeError::Denied(_)), "{error}");
}

#[tokio::test]
async fn who_always_has_new_credentials_is_believed_ten_times() {
    let refused = response("401 Unauthorized", "www-authenticate: Bearer\r\n", "");
    let (url, asked) = scripts(vec![refused; 20]).await;
    let endpoint = endpoint(&url).authorize(tokens(0, usize::MAX));
    let error = endpoint.post(message(&call("x")), &[]).await.unwrap_err();
    assert!(matches!(error, ExchangeError::Denied(_)), "{error}");
    assert_eq!(asked.lock().unwrap().len(), 10);
}

#[tokio::test]
async fn no_token_follows_a_redirect() {
    let (other, asked) = scripts(vec![response("200 OK", "", "{}")]).await;
    let away = response("307 Temporary Redirect", &format!("location: {other}\r\n"), "");
    let (url, first) = scripts(vec![away]).await;
    let endpoint = endpoint(&url).authorize(tokens(1, 1));
    let mut exchange = endpoint.post(message(&call("x")), &[]).await.unwrap();
    let error = exchange.next().await.unwrap_err();
    assert!(error.to_string().contains("307 Temporary Redirect"), "{error}");
    assert!(first.lock().unwrap()[0].contains("authorization: Bearer t"));
    assert!(asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn what_is_no_url_is_told_before_anything_is_sent() {
    for url in ["", "mcp", "ftp://host/mcp", "http://a b/", "http://me:pass@host/"] {
        let error = Endpoint::new(client(HttpLimits::default()), url).unwrap_err();
        assert_eq!(error.kind(), HttpErrorKind::Url, "{error}");
    }
}
