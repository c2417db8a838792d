use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::Request;
use mcpwire_protocol::meta::trace::{Baggage, TraceParent, TraceState};

/// What a request says of the trace that it belongs to. Members that are not well-formed are not
/// here, as a trace never leads to a refusal.
///
/// It is the sender's word. A sampler that follows the parent's decision lets a client decide what
/// is recorded.
///
/// Specification: `basic/index#meta`, the W3C's Trace Context and Baggage.
#[derive(Clone, Debug, Default)]
pub struct TraceContext {
    traceparent: Option<String>,
    tracestate: Option<String>,
    baggage: Option<String>,
}

impl TraceContext {
    /// The names under which values can stand here.
    pub const KEYS: [&'static str; 3] = ["traceparent", "tracestate", "baggage"];

    /// `None` if the request says nothing that is well-formed.
    pub(crate) fn of(request: &Request<'_>) -> Option<Self> {
        let meta = &request.params.meta;
        let string = |text: Option<Text<'_>>| Some(text?.as_string()?.into_owned());
        let traceparent = string(meta.traceparent).filter(|it| TraceParent::parse(it).is_ok());
        let tracestate = string(meta.get("tracestate"))
            .filter(|it| traceparent.is_some() && TraceState::parse(it).is_ok());
        let baggage = string(meta.get("baggage"))
            .filter(|it| it.len() <= Baggage::GUARANTEED_BYTES && Baggage::parse(it).is_ok());
        let is_there = traceparent.is_some() || baggage.is_some();
        is_there.then_some(TraceContext { traceparent, tracestate, baggage })
    }

    /// The value under one of [`TraceContext::KEYS`], in any case.
    pub fn get(&self, key: &str) -> Option<&str> {
        let place = Self::KEYS.iter().position(|known| known.eq_ignore_ascii_case(key))?;
        [&self.traceparent, &self.tracestate, &self.baggage][place].as_deref()
    }
}
