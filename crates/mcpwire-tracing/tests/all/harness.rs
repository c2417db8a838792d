//! A client by hand, and a tracer that keeps spans in memory.

use std::collections::BTreeMap;

use mcpwire::protocol::framing::Line;
use mcpwire::{Server, Wire, memory};
use mcpwire_tracing::{Spans, TraceContext};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use serde_json::{Value, json};
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::prelude::*;

/// The other side of a server that is served beside it.
pub(crate) struct Client(Wire);

impl Client {
    pub(crate) fn of(server: Server) -> Self {
        let (ours, theirs) = memory();
        tokio::spawn(server.on_notice(|_| ()).serve(theirs));
        Client(ours)
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.0.sink.send(message.to_string().as_bytes()).await.unwrap();
    }

    pub(crate) async fn next(&mut self) -> Value {
        match self.0.source.line().await.unwrap() {
            Some(Line::Text { bytes, .. }) => serde_json::from_slice(bytes).unwrap(),
            other => panic!("the server wrote {other:?}"),
        }
    }

    pub(crate) async fn ask(&mut self, message: &Value) -> Value {
        self.say(message).await;
        self.next().await
    }
}

/// A modern request with more members in `_meta`.
pub(crate) fn request(method: &str, mut params: Value, more: &Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"}
    });
    for (key, value) in more.as_object().unwrap() {
        params["_meta"][key] = value.clone();
    }
    json!({"jsonrpc": "2.0", "id": "a1", "method": method, "params": params})
}

pub(crate) fn call(tool: &str, more: &Value) -> Value {
    request("tools/call", json!({"name": tool, "arguments": {}}), more)
}

/// OpenTelemetry, with spans that are kept.
pub(crate) struct Tracer {
    kept: InMemorySpanExporter,
    provider: SdkTracerProvider,
}

impl Tracer {
    pub(crate) fn new() -> Self {
        let kept = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder().with_simple_exporter(kept.clone()).build();
        Tracer { kept, provider }
    }

    pub(crate) fn subscriber(&self) -> impl Subscriber + Send + Sync + use<> {
        let tracer = self.provider.tracer("tests");
        tracing_subscriber::registry().with(tracing_opentelemetry::layer().with_tracer(tracer))
    }

    /// The spans that have ended, the first to end first.
    pub(crate) fn spans(&self) -> Vec<SpanData> {
        self.kept.get_finished_spans().unwrap()
    }
}

/// Attributes as text.
pub(crate) fn attributes(span: &SpanData) -> BTreeMap<String, String> {
    let attribute = |it: &opentelemetry::KeyValue| (it.key.to_string(), it.value.to_string());
    span.attributes.iter().map(attribute).collect()
}

struct Members<'a>(&'a TraceContext);

impl Extractor for Members<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)
    }

    fn keys(&self) -> Vec<&str> {
        TraceContext::KEYS.to_vec()
    }
}

/// Spans below those of the client.
pub(crate) fn spans() -> Spans {
    Spans::new().remote_parent(|span, trace| {
        let _ = span.set_parent(TraceContextPropagator::new().extract(&Members(trace)));
    })
}
