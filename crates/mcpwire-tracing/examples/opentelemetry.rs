//! A server on standard input and output whose spans go to OpenTelemetry, below those of its
//! clients, and whose log messages go to the clients that ask for them.
//!
//! The exporter prints each span to standard error. Put the one of your collector in its place,
//! such as that of `opentelemetry-otlp`.

use std::error::Error;

use mcpwire::{Server, Tool};
use mcpwire_tracing::{ClientLogs, Spans, TraceContext};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::prelude::*;

/// Prints spans.
#[derive(Debug)]
struct Print;

impl SpanExporter for Print {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        for span in batch {
            let (trace, parent) = (span.span_context.trace_id(), span.parent_span_id);
            eprintln!("{} in trace {trace} below {parent}", span.name);
        }
        Ok(())
    }
}

/// What a request says of its trace, as OpenTelemetry reads it.
struct Members<'a>(&'a TraceContext);

impl Extractor for Members<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)
    }

    fn keys(&self) -> Vec<&str> {
        TraceContext::KEYS.to_vec()
    }
}

async fn count() -> u32 {
    tracing::info!("counting");
    tracing::info_span!("look up").in_scope(|| 3)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let provider = SdkTracerProvider::builder().with_simple_exporter(Print).build();
    let tracer = provider.tracer("notes");
    tracing_subscriber::registry()
        .with(tracing_opentelemetry::layer().with_tracer(tracer))
        .with(ClientLogs::new().only(|metadata| metadata.target().starts_with("opentelemetry")))
        .init();
    let spans = Spans::new().remote_parent(|span, trace| {
        let parent = TraceContextPropagator::new().extract(&Members(trace));
        let _ = span.set_parent(parent);
    });
    Server::new("notes", "1.0.0")
        .logging()
        .observe(spans)
        .tool(Tool::new("count", count).describe("Count the notes."))
        .serve(mcpwire::stdio())
        .await?;
    provider.shutdown()?;
    Ok(())
}
