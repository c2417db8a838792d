//! Streams of notifications without a wire, as HTTP drives them.

use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use mcpwire::protocol::http::{Headers, Values};
use mcpwire::protocol::jsonrpc::Incoming;
use mcpwire::{Answer, Arrival, Caller, Endpoint, Reply, Running, Spoken};
use serde_json::{Value, json};

use super::harness::modern;

/// The headers of a modern request, which mirror it.
struct Mirrored(Value);

impl Headers for Mirrored {
    fn values(&self, name: &str) -> Values<'_> {
        let params = &self.0["params"];
        let named = ["name", "uri", "taskId"].iter().find_map(|member| params[member].as_str());
        let value = match name {
            "mcp-protocol-version" => Some("2026-07-28"),
            "mcp-method" => self.0["method"].as_str(),
            "mcp-name" => named,
            _ => None,
        };
        value.map_or(Values::Absent, |value| Values::One(value.as_bytes()))
    }
}

pub(crate) fn answer_for(endpoint: &Endpoint, line: &str, caller: &Caller) -> Answer {
    let Incoming::Request(request) = Incoming::parse(line.as_bytes()) else { panic!("{line}") };
    let headers = Mirrored(serde_json::from_str(line).unwrap());
    endpoint.answer(&request, &Arrival { caller, peer: None, headers: Some(&headers) })
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
    }
}

pub(crate) fn end(running: &mut Running) -> Reply {
    match running.poll_next(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Spoken::Answer(reply)) => reply,
        other => panic!("{other:?}"),
    }
}
