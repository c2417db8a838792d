//! Rules of `server/utilities/logging`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("logging-deprecated-new", Party::Both, "server/utilities/logging")
        .says("New implementations leave out Logging.")
        .scope(Scope::Exchange)
        .on(&["notifications/message"])
        .heuristic(),
    must("logging-capability-missing", Party::Server, "server/utilities/logging#capabilities")
        .says("A server that sends log messages declares logging.")
        .scope(Scope::Exchange)
        .on(&["notifications/message"]),
    must("log-without-level", Party::Server, "server/utilities/logging#per-request-log-level")
        .says("No log message for a request whose _meta lacks logLevel.")
        .scope(Scope::Stream)
        .on(&["notifications/message"]),
    must("log-below-level", Party::Server, "server/utilities/logging#per-request-log-level")
        .says("Log messages are at or above the requested level.")
        .scope(Scope::Stream)
        .on(&["notifications/message"])
        .derived(),
    must("log-wrong-stream", Party::Server, "server/utilities/logging#per-request-log-level")
        .says("A log message uses only the stream that will carry the asking request's response.")
        .scope(Scope::Stream)
        .on(&["notifications/message"]),
    must("log-on-listen-stream", Party::Server, "server/utilities/logging#per-request-log-level")
        .says("Log messages never appear on a listen stream.")
        .scope(Scope::Stream)
        .on(&["notifications/message"]),
    must("log-after-response", Party::Server, "server/utilities/logging#per-request-log-level")
        .says("Log messages precede the final response.")
        .scope(Scope::Stream)
        .on(&["notifications/message"]),
    should("log-invalid-level-code", Party::Server, "server/utilities/logging#error-handling")
        .says("An unknown logLevel is refused with -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    must("log-level-missing", Party::Server, "schema#LoggingMessageNotificationParams")
        .says("A log message has a level from the eight names.")
        .on(&["notifications/message"])
        .checked(),
    must("log-level-value", Party::Server, "schema#LoggingLevel")
        .says("level is debug, info, notice, warning, error, critical, alert or emergency.")
        .on(&["notifications/message"])
        .checked(),
    must("log-data-missing", Party::Server, "schema#LoggingMessageNotificationParams")
        .says("A log message has data of any JSON type.")
        .on(&["notifications/message"])
        .checked(),
    must("log-logger-type", Party::Server, "schema#LoggingMessageNotificationParams")
        .says("logger, if present, is a string.")
        .on(&["notifications/message"])
        .checked(),
    should(
        "log-rate-limit",
        Party::Server,
        "server/utilities/logging#implementation-considerations",
    )
    .says("Log traffic is rate limited.")
    .scope(Scope::Stream)
    .on(&["notifications/message"]),
    must("log-no-credentials", Party::Server, "server/utilities/logging#security")
        .says("Log messages hold no credentials or secrets.")
        .on(&["notifications/message"])
        .heuristic()
        .checked(),
    must("log-no-pii", Party::Server, "server/utilities/logging#security")
        .says("Log messages hold no personal identifying information.")
        .on(&["notifications/message"])
        .heuristic()
        .checked(),
];
