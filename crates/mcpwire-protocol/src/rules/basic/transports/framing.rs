//! Rules of `basic/transports/framing`.

use crate::jsonrpc::ErrorCode;
use crate::revision::Revision;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("utf8-invalid", Party::Both, "basic/transports/index#messages")
        .says("Messages are UTF-8.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::PARSE_ERROR)
        .since(Revision::V2024_11_05)
        .checked(),
    should(
        "custom-transport-stdio-framing",
        Party::Both,
        "basic/transports/index#custom-transports",
    )
    .says("Custom transports over byte streams reuse newline framing and the stdio message rules.")
    .also(&["basic/transports/stdio"])
    .scope(Scope::Stream),
];
