//! Rules of `basic/patterns/progress`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("meta-progress-token-type", Party::Client, "basic/patterns/progress#progress-flow")
        .says("progressToken is a string or integer.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("progress-token-duplicate", Party::Client, "basic/patterns/progress#progress-flow")
        .says("A progressToken is unique among the client's active requests.")
        .scope(Scope::Stream)
        .on(&["request"]),
    must("progress-not-increasing", Party::Server, "basic/patterns/progress#progress-flow")
        .says("Progress values rise strictly for a token.")
        .scope(Scope::Stream)
        .on(&["notifications/progress"]),
    must("progress-unknown-token", Party::Server, "basic/patterns/progress#behavior-requirements")
        .says("Progress refers to a token given in an active request.")
        .scope(Scope::Stream)
        .on(&["notifications/progress"]),
    must("progress-token-type-changed", Party::Server, "basic/patterns/progress#progress-flow")
        .says("The token in progress notifications is the original value, type included.")
        .scope(Scope::Stream)
        .on(&["notifications/progress"]),
    must(
        "progress-after-completion",
        Party::Server,
        "basic/patterns/progress#implementation-notes",
    )
    .says("No progress follows the response.")
    .scope(Scope::Stream)
    .on(&["notifications/progress"]),
    should("progress-rate-limit", Party::Both, "basic/patterns/progress#implementation-notes")
        .says("Progress traffic is rate limited.")
        .scope(Scope::Stream)
        .on(&["notifications/progress"]),
    must("progress-params-token-missing", Party::Server, "schema#ProgressNotificationParams")
        .says("Progress has progressToken.")
        .on(&["notifications/progress"])
        .checked(),
    must("progress-params-token-type", Party::Server, "schema#ProgressNotificationParams")
        .says("progressToken is a string or integer.")
        .on(&["notifications/progress"])
        .checked(),
    must("progress-value-missing", Party::Server, "schema#ProgressNotificationParams")
        .says("Progress has a progress number.")
        .on(&["notifications/progress"])
        .checked(),
    must("progress-value-type", Party::Server, "schema#ProgressNotificationParams")
        .says("progress is a number, fractions allowed.")
        .on(&["notifications/progress"])
        .checked(),
    must("progress-total-type", Party::Server, "schema#ProgressNotificationParams")
        .says("total, if present, is a number.")
        .on(&["notifications/progress"])
        .checked(),
    must("progress-message-type", Party::Server, "schema#ProgressNotificationParams")
        .says("message, if present, is a string.")
        .on(&["notifications/progress"])
        .checked(),
];
