//! Streams of notifications without a wire, as HTTP drives them.

use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use mcpwire::protocol::http::{Accept, Headers, Values};
use mcpwire::protocol::jsonrpc::Incoming;
use mcpwire::{Answer, Arrival, Caller, Endpoint, HttpFacts, Reply, Running, Spoken};
use serde_json::{Value, json};

use super::harness::modern;

/// The headers that a modern request must have.
struct Modern {
    method: String,
    name: Option<String>,
}

impl Headers for Modern {
    fn values(&self, name: &str) -> Values<'_> {
        match (name, &self.name) {
            ("mcp-protocol-version", _) => Values::One(b"2026-07-28"),
            ("mcp-method", _) => Values::One(self.method.as_bytes()),
            ("mcp-name", Some(name)) => Values::One(name.as_bytes()),
            _ => Values::Absent,
        }
    }
}

pub(crate) fn answer_for(endpoint: &Endpoint, line: &str, caller: &Caller) -> Answer {
    let Incoming::Request(request) = Incoming::parse(line.as_bytes()) else { panic!("{line}") };
    let name = request.params.name.and_then(|name| name.as_string()).map(String::from);
    let headers = Modern { method: request.method().into_owned(), name };
    let accept = Accept { json: true, stream: true };
    let http = Some(HttpFacts { headers: &headers, accept });
    endpoint.answer(&request, &Arrival { caller, peer: None, http })
}

pub(crate) fn answer(endpoint: &Endpoint, line: &str) -> Answer {
    answer_for(endpoint, line, &Caller::default())
}

pub(crate) fn listen(id: &str, filter: Value) -> String {
    modern(id, "subscriptions/listen", json!({ "notifications": filter }))
}

/// A stream that was opened, its acknowledgement not taken yet.
pub(crate) fn open(endpoint: &Endpoint, id: &str, filter: Value) -> Running {
    open_for(endpoint, id, filter, &Caller::default())
}

pub(crate) fn open_for(endpoint: &Endpoint, id: &str, filter: Value, caller: &Caller) -> Running {
    match answer_for(endpoint, &listen(id, filter), caller) {
        Answer::Running(running) => running,
        Answer::Ready(reply) => panic!("{}", String::from_utf8_lossy(&reply.message)),
    }
}

pub(crate) fn text(message: Vec<u8>) -> String {
    String::from_utf8(message).unwrap()
}

/// What stands there already.
pub(crate) fn take(running: &mut Running) -> Option<String> {
    match running.poll_next(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Spoken::Message(message)) => Some(text(message)),
        Poll::Ready(Spoken::Answer(reply)) => panic!("it ended: {}", text(reply.message)),
        Poll::Ready(Spoken::Pause(_)) => panic!("nothing asked for it"),
        Poll::Pending => None,
    }
}

pub(crate) fn take_json(running: &mut Running) -> Option<Value> {
    take(running).map(|text| serde_json::from_str(&text).unwrap())
}

pub(crate) async fn next(running: &mut Running) -> String {
    match poll_fn(|cx| running.poll_next(cx)).await {
        Spoken::Message(message) => text(message),
        Spoken::Answer(reply) => panic!("it ended: {}", text(reply.message)),
        Spoken::Pause(_) => panic!("nothing asked for it"),
    }
}

pub(crate) fn end(running: &mut Running) -> Reply {
    match running.poll_next(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Spoken::Answer(reply)) => reply,
        other => panic!("{other:?}"),
    }
}
