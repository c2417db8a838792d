//! Rules of `basic/index/trace`.

pub(in crate::rules) mod checks;

use crate::rules::rule::{Party, Rule, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("trace-traceparent-format", Party::Both, "basic/index#meta")
        .says("traceparent follows W3C: 2 hex version, 32 hex trace id, 16 hex parent id, 2 hex flags, dash separated.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    must("trace-traceparent-zero", Party::Both, "basic/index#meta")
        .says("Trace id and parent id in traceparent are not all zeros.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    must("trace-tracestate-format", Party::Both, "basic/index#meta")
        .says("tracestate is a comma list of key=value members per W3C.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    should("trace-tracestate-alone", Party::Both, "basic/index#meta")
        .says("tracestate is not sent without traceparent.")
        .on(&["request", "notification", "result", "error"])
        .derived()
        .checked(),
    must("trace-baggage-format", Party::Both, "basic/index#meta")
        .says("baggage is a comma list of token=value members with optional ;properties per W3C.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    must("trace-value-string", Party::Both, "basic/index#meta")
        .says("Trace context values are strings.")
        .on(&["request", "notification", "result", "error"])
        .derived()
        .checked(),
];
