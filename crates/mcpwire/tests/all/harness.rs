//! A client by hand: lines in, messages out, on a wire in memory.

use std::sync::{Arc, Mutex};

use mcpwire::protocol::framing::Line;
use mcpwire::wire::{Sink, Source};
use mcpwire::{ServeError, Server, Tool, Wire, memory};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

/// The other side of a server under test.
pub(crate) struct Client {
    pub(crate) source: Source,
    pub(crate) sink: Sink,
    pub(crate) notices: Notices,
    served: JoinHandle<Result<(), ServeError>>,
}

pub(crate) type Notices = Arc<Mutex<Vec<String>>>;

impl Client {
    pub(crate) fn of(server: Server) -> Self {
        Self::with_wire(server, |wire| wire)
    }

    /// The same, with settings for the server's end of the wire.
    pub(crate) fn with_wire(server: Server, settings: impl FnOnce(Wire) -> Wire) -> Self {
        let notices = Notices::default();
        let kept = notices.clone();
        let server = server.on_notice(move |line| kept.lock().unwrap().push(line.to_owned()));
        let (ours, theirs) = memory();
        let served = tokio::spawn(server.serve(settings(theirs)));
        Client { source: ours.source, sink: ours.sink, notices, served }
    }

    /// The other side of a wire that is served elsewhere.
    pub(crate) fn over(wire: Wire) -> Self {
        let served = tokio::spawn(async { Ok(()) });
        Client { source: wire.source, sink: wire.sink, notices: Notices::default(), served }
    }

    pub(crate) async fn say(&mut self, line: impl AsRef<str>) {
        self.sink.send(line.as_ref().as_bytes()).await.unwrap();
    }

    /// The next message as it is spelled; `None` after the last.
    pub(crate) async fn text(&mut self) -> Option<String> {
        match self.source.line().await.unwrap()? {
            Line::Text { bytes, .. } => Some(String::from_utf8(bytes.to_vec()).unwrap()),
            other => panic!("the server wrote {other:?}"),
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        let text = self.text().await.expect("the server has ended");
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) async fn ask(&mut self, line: impl AsRef<str>) -> Value {
        self.say(line).await;
        self.next().await
    }

    /// The server still answers, and has said nothing else before.
    pub(crate) async fn is_quiet(&mut self) {
        let answer = self.ask(modern("\"quiet?\"", "server/discover", json!({}))).await;
        assert_eq!(answer["id"], "quiet?", "the server said {answer}");
        assert!(answer["result"].is_object(), "{answer}");
    }

    /// The same, after what waits was written.
    pub(crate) async fn close_after_flush(mut self) -> (Vec<Value>, Vec<String>) {
        self.sink.flush().await.unwrap();
        self.close().await
    }

    /// Says no more, takes what is left, and sees the server end well.
    pub(crate) async fn close(mut self) -> (Vec<Value>, Vec<String>) {
        drop(self.sink);
        let mut rest = Vec::new();
        while let Some(line) = self.source.line().await.unwrap() {
            let Line::Text { bytes, .. } = line else { panic!("the server wrote {line:?}") };
            rest.push(serde_json::from_slice(bytes).unwrap());
        }
        self.served.await.unwrap().unwrap();
        let notices = self.notices.lock().unwrap().clone();
        (rest, notices)
    }
}

/// Everything that a server says to `pieces`, each written by itself, then the end of input.
pub(crate) async fn talk(server: Server, pieces: impl IntoIterator<Item = Vec<u8>>) -> Vec<String> {
    talk_over(Client::of(server), pieces).await
}

pub(crate) async fn talk_over(
    client: Client,
    pieces: impl IntoIterator<Item = Vec<u8>>,
) -> Vec<String> {
    let Client { mut source, mut sink, served, .. } = client;
    let write = async move {
        for piece in pieces {
            sink.pending().extend_from_slice(&piece);
            sink.flush().await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    let read = async {
        let mut said = Vec::new();
        while let Some(line) = source.line().await.unwrap() {
            let Line::Text { bytes, .. } = line else { panic!("the server wrote {line:?}") };
            said.push(String::from_utf8(bytes.to_vec()).unwrap());
        }
        said
    };
    let ((), said) = tokio::join!(write, read);
    served.await.unwrap().unwrap();
    said
}

pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"}
    })
}

/// A modern request; the id is given as it is to be spelled.
pub(crate) fn modern(id: &str, method: &str, params: Value) -> String {
    modern_with(id, method, params, json!({}))
}

/// A modern request with more members in `_meta`, or others.
pub(crate) fn modern_with(id: &str, method: &str, mut params: Value, more: Value) -> String {
    let mut meta = meta();
    for (key, value) in more.as_object().unwrap() {
        meta[key] = value.clone();
    }
    params["_meta"] = meta;
    legacy(id, method, params)
}

/// A request without `_meta` of ours.
pub(crate) fn legacy(id: &str, method: &str, params: Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

pub(crate) fn call(id: &str, tool: &str, arguments: Value) -> String {
    modern(id, "tools/call", json!({"name": tool, "arguments": arguments}))
}

pub(crate) fn notification(method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

pub(crate) fn cancel(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

pub(crate) fn initialize(id: &str, version: &str) -> String {
    let client = json!({"name": "old", "version": "1"});
    let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
    legacy(id, "initialize", params)
}

/// A server with one tool.
pub(crate) fn with(tool: Tool) -> Server {
    Server::new("tests", "1.0").tool(tool)
}

/// Gives its arguments back.
pub(crate) fn echo() -> Tool {
    Tool::raw("echo", json!({"type": "object"}), |arguments: Value| async move { arguments })
}

pub(crate) fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}

pub(crate) fn rule(answer: &Value) -> &str {
    answer["error"]["data"]["rule"].as_str().unwrap_or_else(|| panic!("no rule: {answer}"))
}
