//! The values of trace context in `_meta`.

use crate::json::Text;
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

/// Which trace values one `_meta` object has.
#[derive(Default)]
pub(in crate::rules) struct Seen<'a> {
    parent: bool,
    state: Option<Text<'a>>,
}

impl<'a> Seen<'a> {
    /// Judges a value if it is one of trace context; `false` if it is none.
    pub(in crate::rules) fn value(
        &mut self,
        meta: &Site<'_, '_>,
        name: &str,
        value: Text<'a>,
        findings: &mut Findings<'_, '_>,
    ) -> bool {
        let Some((key, format, read)) = VALUES.iter().find(|(key, ..)| *key == name) else {
            return false;
        };
        self.parent |= *key == TRACEPARENT;
        if *key == TRACESTATE {
            self.state = Some(value);
        }
        let place = || (value, meta.pointer().member(key));
        let Some(string) = value.string() else {
            let seen = format!("`{key}` is {}.", value.kind());
            findings.add("trace-value-string", place(), seen, "Send trace values as strings.");
            return true;
        };
        // Half a surrogate pair is in none of the grammars.
        let advice = "Pass trace values on as the tracing library writes them.";
        match string.map(|string| read(&string)) {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => {
                let rule = if is_zero(&fault) { "trace-traceparent-zero" } else { *format };
                findings.add(rule, place(), fault.to_string(), advice);
            }
            Err(_) => findings.add(format, place(), "The value is no Unicode text.", advice),
        }
        true
    }

    /// Judges what is missing.
    pub(in crate::rules) fn finish(self, meta: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
        if let (Some(state), false) = (self.state, self.parent) {
            findings.add(
                "trace-tracestate-alone",
                (state, meta.pointer().member(TRACESTATE)),
                "`tracestate` stands without `traceparent`.",
                "Send `traceparent` with it; without one it is ignored.",
            );
        }
    }
}

fn is_zero(fault: &TraceFault) -> bool {
    matches!(fault.problem, TraceProblem::ZeroTraceId | TraceProblem::ZeroParentId)
}
