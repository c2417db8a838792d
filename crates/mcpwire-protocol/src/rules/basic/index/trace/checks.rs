//! The values of trace context in `_meta`.

use crate::meta::trace::{Baggage, TraceFault, TraceParent, TraceProblem, TraceState};
use crate::meta::{BAGGAGE, TRACEPARENT, TRACESTATE};
use crate::rules::findings::{Findings, Site};

type Read = fn(&str) -> Result<(), TraceFault>;

/// The keys, the rule about their format, and who reads them.
const VALUES: &[(&str, &str, Read)] = &[
    (TRACEPARENT, "trace-traceparent-format", |text| TraceParent::parse(text).map(drop)),
    (TRACESTATE, "trace-tracestate-format", |text| TraceState::parse(text).map(drop)),
    (BAGGAGE, "trace-baggage-format", |text| Baggage::parse(text).map(drop)),
];

/// The trace values of one `_meta` object.
pub(in crate::rules) fn values(meta: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    // Nearly every `_meta` has none of them: one pass tells.
    if !meta.text.members().any(|(key, _)| VALUES.iter().any(|(name, ..)| key.is(name))) {
        return;
    }
    for (key, format, read) in VALUES {
        let Some(value) = meta.get(key) else { continue };
        let place = (value, meta.pointer().member(key));
        let Some(string) = value.string() else {
            let seen = format!("`{key}` is {}.", value.kind());
            findings.add("trace-value-string", place, seen, "Send trace values as strings.");
            continue;
        };
        // Half a surrogate pair is in none of the grammars.
        let fault = string.map_or(Err(None), |string| read(&string).map_err(Some)).err();
        let Some(fault) = fault else { continue };
        let zero = |fault: &TraceFault| {
            matches!(fault.problem, TraceProblem::ZeroTraceId | TraceProblem::ZeroParentId)
        };
        let rule =
            if fault.as_ref().is_some_and(zero) { "trace-traceparent-zero" } else { *format };
        let seen =
            fault.map_or("The value is no Unicode text.".to_owned(), |fault| fault.to_string());
        findings.add(rule, place, seen, "Pass trace values on as the tracing library writes them.");
    }
    if let (Some(state), None) = (meta.get(TRACESTATE), meta.get(TRACEPARENT)) {
        findings.add(
            "trace-tracestate-alone",
            (state, meta.pointer().member(TRACESTATE)),
            "`tracestate` stands without `traceparent`.",
            "Send `traceparent` with it; without one it is ignored.",
        );
    }
}
