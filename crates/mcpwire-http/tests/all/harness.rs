//! A client by hand: requests in, responses out, without a socket.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use http_body::{Body as _, Frame, SizeHint};
use mcpwire_http::{Body, Service};
use serde_json::{Value, json};
use tower_service::Service as _;

use super::judged::judge;

pub(crate) const MODERN: &str = "2026-07-28";

/// A request that is put together.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) method: &'static str,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
    /// Stands in the place of `body`.
    pub(crate) text: Option<String>,
}

impl Post {
    /// A request as a right client sends it.
    pub(crate) fn new(id: Value, method: &str, params: Value) -> Self {
        let mut body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        body["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {}
        });
        let named = body["params"].get("name").or(body["params"].get("uri"));
        let named = named.and_then(Value::as_str).map(str::to_owned);
        let post = Post { method: "POST", headers: HeaderMap::new(), body, text: None }
            .with("host", "127.0.0.1:8080")
            .with("content-type", "application/json")
            .with("accept", "application/json, text/event-stream")
            .with("mcp-protocol-version", MODERN)
            .with("mcp-method", method);
        match named.filter(|_| method != "completion/complete") {
            Some(name) => post.with("mcp-name", &name),
            None => post,
        }
    }

    pub(crate) fn call(tool: &str, arguments: Value) -> Self {
        Self::new(json!(1), "tools/call", json!({"name": tool, "arguments": arguments}))
    }

    pub(crate) fn listen(filter: Value) -> Self {
        Self::new(json!(1), "subscriptions/listen", json!({ "notifications": filter }))
    }

    /// Sets a header.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
        self.headers.insert(HeaderName::from_bytes(name.as_bytes()).unwrap(), value);
        self
    }

    /// Adds one more line of a header.
    pub(crate) fn and(mut self, name: &str, value: &str) -> Self {
        let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
        self.headers.append(HeaderName::from_bytes(name.as_bytes()).unwrap(), value);
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.remove(name);
        self
    }

    pub(crate) fn via(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Changes the body.
    pub(crate) fn edit(mut self, edit: impl FnOnce(&mut Value)) -> Self {
        edit(&mut self.body);
        self
    }

    pub(crate) fn spelled(&self) -> String {
        self.text.clone().unwrap_or_else(|| self.body.to_string())
    }

    pub(crate) fn over<B>(self, body: B) -> Request<B> {
        let mut request = Request::new(body);
        *request.method_mut() = self.method.parse().unwrap();
        *request.uri_mut() = "/mcp".parse().unwrap();
        *request.headers_mut() = self.headers;
        request
    }

    /// The response, its body not read yet.
    pub(crate) async fn open(self, service: &Service) -> Response<Body> {
        let text = self.spelled();
        let request = self.over(Pieces::of([text.into_bytes()]));
        service.clone().call(request).await.unwrap()
    }

    /// The whole response, which the rulebook has judged.
    pub(crate) async fn send(self, service: &Service) -> Got {
        let sent = self.spelled();
        let (head, ()) = self.clone().over(()).into_parts();
        let got = Got::of(self.open(service).await).await;
        judge(&head, &sent, &got);
        got
    }
}

/// The body of a request, piece by piece.
pub(crate) struct Pieces {
    pieces: VecDeque<Bytes>,
    /// Whether its length is told beforehand.
    pub(crate) is_sized: bool,
    /// Whether its end never comes.
    pub(crate) is_endless: bool,
}

impl Pieces {
    pub(crate) fn of(pieces: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let pieces = pieces.into_iter().map(Bytes::from).collect();
        Pieces { pieces, is_sized: true, is_endless: false }
    }
}

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.pieces.pop_front() {
            None if self.is_endless => Poll::Pending,
            piece => Poll::Ready(piece.map(|piece| Ok(Frame::data(piece)))),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self.is_sized {
            true => SizeHint::with_exact(self.pieces.iter().map(Bytes::len).sum::<usize>() as u64),
            false => SizeHint::default(),
        }
    }
}

/// The next piece of a response.
pub(crate) async fn piece(body: &mut Body) -> Option<String> {
    let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await?;
    Some(String::from_utf8(frame.unwrap().into_data().unwrap().to_vec()).unwrap())
}

/// A response that was read.
#[derive(Debug)]
pub(crate) struct Got {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Got {
    pub(crate) async fn of(response: Response<Body>) -> Self {
        let (parts, mut body) = response.into_parts();
        let mut text = String::new();
        while let Some(piece) = piece(&mut body).await {
            text.push_str(&piece);
        }
        Got { status: parts.status, headers: parts.headers, body: text }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub(crate) fn is_stream(&self) -> bool {
        self.header("content-type") == Some("text/event-stream")
    }

    /// The one message of a JSON response.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_str(&self.body).unwrap()
    }

    /// The messages of an event stream.
    pub(crate) fn events(&self) -> Vec<Value> {
        assert!(self.is_stream(), "{self:?}");
        let lines = self.body.split("\n\n").filter_map(|event| event.strip_prefix("data: "));
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Status, code and rule of an error.
    pub(crate) fn refusal(&self) -> (u16, i64, String) {
        let error = &self.json()["error"];
        let rule = error["data"]["rule"].as_str().unwrap_or_default().to_owned();
        (self.status.as_u16(), error["code"].as_i64().unwrap_or_default(), rule)
    }
}
