//! Rules of `basic/patterns/exchanges`.

use crate::revision::Revision;
use crate::rules::rule::{Party, Rule, Scope, must};

pub(crate) static RULES: &[Rule] = &[
    must("response-duplicate", Party::Server, "basic/patterns/index#request-and-response")
        .says("A request gets exactly one response.")
        .scope(Scope::Stream)
        .on(&["result", "error"])
        .since(Revision::V2024_11_05)
        .by_json_rpc(),
    must("response-missing", Party::Server, "basic/patterns/index#request-and-response")
        .says("A request that is a valid message is answered with a result or an error.")
        .scope(Scope::Stream)
        .on(&["request"])
        .since(Revision::V2024_11_05)
        .by_json_rpc(),
    must("server-sends-request", Party::Server, "basic/patterns/index")
        .says("A server never sends a JSON-RPC request.")
        .also(&[
            "basic/transports/stdio#receiving-messages",
            "basic/transports/streamable-http#receiving-messages",
            "basic/patterns/mrtr",
        ])
        .on(&["request"])
        .checked(),
    must("client-sends-response", Party::Client, "basic/patterns/index")
        .says("A client never sends a JSON-RPC response.")
        .also(&[
            "basic/transports/stdio#sending-messages",
            "basic/transports/streamable-http#sending-messages",
        ])
        .on(&["result", "error"])
        .checked(),
];
