//! What admission costs: the checks that every call passes, against the whole answer of the call.

use std::hint::black_box;
use std::time::Instant;

use mcpwire::protocol::jsonrpc::{Incoming, Request};
use mcpwire::protocol::lifecycle::{Eras, Lifecycle, of_request, spoken};
use mcpwire::protocol::rules::{RuleId, judge};
use mcpwire::protocol::types::{ClientCapabilities, Shaped, params_shape};
use mcpwire::{Answer, Arrival, Caller, Endpoint};

const ROUNDS: usize = 15;
const CALLS: usize = 20_000;

/// A call as clients send it, one that declares capabilities, and one with a member that only the
/// table of shapes knows.
const KINDS: [(&str, &str, &str); 3] = [
    ("plain call", "{}", ""),
    ("with capabilities", r#"{"elicitation":{"form":{}},"sampling":{}}"#, ""),
    ("with another member", "{}", r#","com.example":1"#),
];

pub(crate) fn measure(endpoint: &Endpoint) {
    println!("admission, share of reading and answering a call in memory");
    for (name, capabilities, more) in KINDS {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"hello","arguments":{{"name":"Ada"}}{more},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"bench","version":"1.0.0"}},"io.modelcontextprotocol/clientCapabilities":{capabilities}}}}}}}"#
        );
        let rounds = (0..ROUNDS).map(|_| {
            let whole = time(|| answer(endpoint, &line));
            let read = time(|| {
                black_box(parse(&line));
            });
            let both = time(|| admit(&parse(&line)));
            let admission = (both - read).max(0.0);
            (admission / whole, admission * 1e9, whole * 1e9)
        });
        let rounds: Vec<_> = rounds.collect();
        let median = |part: fn(&(f64, f64, f64)) -> f64| super::median(rounds.iter().map(part));
        println!(
            "  {name:<20} {:>6.1} of {:>6.0} ns ({:.3})",
            median(|it| it.1),
            median(|it| it.2),
            median(|it| it.0)
        );
    }
    println!();
}

/// The seconds of one.
fn time(mut once: impl FnMut()) -> f64 {
    let begun = Instant::now();
    (0..CALLS).for_each(|_| once());
    begun.elapsed().as_secs_f64() / CALLS as f64
}

fn parse(line: &str) -> Request<'_> {
    match Incoming::parse(black_box(line.as_bytes())) {
        Incoming::Request(request) => request,
        other => panic!("no request: {other:?}"),
    }
}

fn answer(endpoint: &Endpoint, line: &str) {
    let caller = Caller::default();
    let arrival = Arrival { caller: &caller, peer: None, http: None };
    match endpoint.answer(&parse(line), &arrival) {
        Answer::Ready(reply) => drop(black_box(reply)),
        Answer::Running(running) => panic!("not answered at once: {running:?}"),
    }
}

/// The steps of the server's admission, made of the same parts in the same order.
fn admit(request: &Request<'_>) {
    let Lifecycle::Modern(fields) = of_request(request, None, Eras::Dual) else {
        panic!("not modern")
    };
    if fields.capabilities.as_str() != "{}" {
        let (shape, rule) = (ClientCapabilities::SHAPE, ClientCapabilities::RULE);
        assert!(judge(fields.capabilities, shape, rule).mismatches.is_empty());
    }
    let revision = spoken(&fields).expect("ours");
    let (params, name) = (request.params.text, request.method());
    if request.params.has_others
        && let (Some(params), Some(shape)) = (params, params_shape(&name))
    {
        assert!(judge(params, shape, RuleId("params-not-object")).mismatches.is_empty());
    }
    black_box(revision);
}
