//! Trace context in `_meta`: `traceparent`, `tracestate` and `baggage` by the grammars of W3C.
//!
//! Nothing here leads to a refusal; it is read for display, for tracing and for reports.
//! Specification: `basic/index#meta`, "OpenTelemetry trace context".

mod baggage;
mod fault;
mod traceparent;
mod tracestate;

pub use baggage::{Baggage, BaggageMember};
pub use fault::{TraceFault, TraceProblem};
pub use traceparent::TraceParent;
pub use tracestate::TraceState;
