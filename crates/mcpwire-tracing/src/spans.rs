use std::fmt;
use std::sync::Arc;

use mcpwire::{Arrival, Endpoint, Observe, Observed};
use mcpwire_protocol::jsonrpc::Request;
use tracing::Span;

use crate::TARGET;
use crate::offer::with_voice;
use crate::opening::Opening;
use crate::request::RequestSpan;
use crate::trace_context::TraceContext;

/// Opens a span for each request of a server; to be given to [`Server::observe`].
///
/// Level info, target [`TARGET`], kind `server`. The name in OpenTelemetry is the method with the
/// tool or prompt behind it (field `otel.name`; names that this server does not know stay out of it,
/// so that there are few), and the fields are those of OpenTelemetry's
/// semantic conventions for MCP:
///
/// | field | what |
/// |---|---|
/// | `mcp.method.name`, `mcp.protocol.version`, `jsonrpc.request.id` | as the request says |
/// | `mcp.session.id` | of a session of the older revisions over HTTP |
/// | `gen_ai.operation.name` | `execute_tool` for a tool |
/// | `gen_ai.tool.name`, `gen_ai.prompt.name`, `mcp.resource.uri` | what it is about |
/// | `network.transport`, `network.protocol.name` | `tcp` and `http` over HTTP, `pipe` on a wire |
/// | `rpc.response.status_code` | the code of an error |
/// | `error.type`, `otel.status_code`, `otel.status_description` | of what failed: `tool_error` for a result with `isError`, the code for -32603 and for codes of the range -32099 to -32000. Other codes are the client's mistake and no failure of the server |
/// | `mcpwire.rule` | the rule that the error names |
/// | `mcpwire.cancelled` | that it was stopped before its answer |
/// | `gen_ai.tool.call.arguments`, `gen_ai.tool.call.result` | only after [`Spans::with_bodies`] |
///
/// The span lasts until the answer is made; that of `subscriptions/listen` until the stream is
/// open, that of a call which became a task until the client has been told so. Rounds of input are
/// spans of their own towards clients of 2026-07-28, and one span before. The handler is run inside
/// the span, also one that blocks; tasks that it spawns need `tracing::Instrument`, as always.
///
/// Without a subscriber that wants it, a span costs a look at a number.
///
/// [`Server::observe`]: mcpwire::Server::observe
#[derive(Default)]
pub struct Spans {
    bodies: bool,
    parent: Option<Parent>,
}

type Parent = Box<dyn Fn(&Span, &TraceContext) + Send + Sync>;

impl fmt::Debug for Spans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parent = self.parent.is_some();
        f.debug_struct("Spans").field("bodies", &self.bodies).field("parent", &parent).finish()
    }
}

impl Spans {
    /// Spans without bodies, below whatever span is entered where the request is served.
    pub fn new() -> Self {
        Spans::default()
    }

    /// Records the arguments and the result of tools too, up to 64 KiB of each. They may hold
    /// anything that people have said.
    #[must_use]
    pub fn with_bodies(mut self) -> Self {
        self.bodies = true;
        self
    }

    /// Sets how a span gets its parent in the client's trace, where the request names one: this
    /// is for the bridge to a tracer, as `tracing` knows no spans of other processes. It is called
    /// when the span is made, before it is entered.
    ///
    /// With `tracing-opentelemetry`:
    ///
    /// ```
    /// use mcpwire_tracing::{Spans, TraceContext};
    /// use opentelemetry::propagation::{Extractor, TextMapPropagator};
    /// use opentelemetry_sdk::propagation::TraceContextPropagator;
    /// use tracing_opentelemetry::OpenTelemetrySpanExt;
    ///
    /// struct Members<'a>(&'a TraceContext);
    ///
    /// impl Extractor for Members<'_> {
    ///     fn get(&self, key: &str) -> Option<&str> {
    ///         self.0.get(key)
    ///     }
    ///
    ///     fn keys(&self) -> Vec<&str> {
    ///         TraceContext::KEYS.to_vec()
    ///     }
    /// }
    ///
    /// let spans = Spans::new().remote_parent(|span, trace| {
    ///     let parent = TraceContextPropagator::new().extract(&Members(trace));
    ///     // It fails where no OpenTelemetry layer is there, and then nobody wants the parent.
    ///     let _ = span.set_parent(parent);
    /// });
    /// ```
    #[must_use]
    pub fn remote_parent(
        mut self,
        set: impl Fn(&Span, &TraceContext) + Send + Sync + 'static,
    ) -> Self {
        self.parent = Some(Box::new(set));
        self
    }
}

impl Observe for Spans {
    fn begin(
        &self,
        endpoint: &Endpoint,
        request: &Request<'_>,
        arrival: &Arrival<'_>,
    ) -> Option<Arc<dyn Observed>> {
        if !tracing::enabled!(target: TARGET, tracing::Level::INFO) {
            return None;
        }
        let opening = Opening::of(endpoint, request, arrival);
        let (span, voice) = with_voice(|| opening.span());
        if span.is_disabled() {
            return None;
        }
        if let Some(set) = &self.parent
            && let Some(trace) = TraceContext::of(request)
        {
            set(&span, &trace);
        }
        if self.bodies {
            opening.record_arguments(&span, request);
        }
        let method = opening.method.into_owned();
        Some(Arc::new(RequestSpan { span, method, bodies: self.bodies, voice }))
    }
}
