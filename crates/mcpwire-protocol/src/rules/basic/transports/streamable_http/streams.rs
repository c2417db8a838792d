//! Rules of `basic/transports/streamable_http/streams`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must(
        "sub-request-scoped-on-listen",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("progress and message never travel on the listen stream.")
    .scope(Scope::Stream)
    .on(&["notifications/progress", "notifications/message"]),
    must("sub-stream-sse", Party::Server, "basic/transports/streamable-http#receiving-messages")
        .says("On HTTP a successful listen is answered with an SSE stream.")
        .scope(Scope::Http)
        .on(&["subscriptions/listen"])
        .derived(),
    must(
        "sse-notification-unrelated",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("Notifications on a response stream relate to the request that opened it.")
    .scope(Scope::Stream)
    .on(&["notification"]),
    must(
        "sse-response-other-request",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("The response on a stream is that of the request that opened it.")
    .scope(Scope::Stream)
    .on(&["result", "error"])
    .derived(),
    should(
        "sse-final-ends-stream",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("The stream ends with the response.")
    .scope(Scope::Stream)
    .on(&["result", "error"]),
    should(
        "sse-stream-without-response",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says(
        "A response stream is not closed by the server before the response, listen streams aside.",
    )
    .scope(Scope::Stream)
    .on(&["result", "error"])
    .derived(),
    should(
        "sse-accel-buffering",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("SSE replies carry X-Accel-Buffering: no.")
    .scope(Scope::Http),
    should(
        "sse-keepalive-comment",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("Idle long streams emit an SSE comment line now and then.")
    .scope(Scope::Stream)
    .derived(),
    must(
        "sse-comment-ignored",
        Party::Client,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("SSE comment lines are ignored by clients.")
    .scope(Scope::Stream)
    .derived(),
    should("sse-event-id", Party::Server, "basic/transports/streamable-http#receiving-messages")
        .says("SSE events carry no id for resumption.")
        .scope(Scope::Stream)
        .derived(),
    must(
        "sse-data-one-message",
        Party::Server,
        "basic/transports/streamable-http#receiving-messages",
    )
    .says("The data of each SSE message event is one JSON-RPC message.")
    .scope(Scope::Stream)
    .on(&["request", "notification", "result", "error"])
    .derived(),
    must(
        "http-cancel-further-messages",
        Party::Server,
        "basic/transports/streamable-http#cancellation",
    )
    .says("Nothing further is sent for a cancelled HTTP request.")
    .scope(Scope::Stream)
    .on(&["request", "notification", "result", "error"]),
    must("http-reissue-new-id", Party::Client, "changelog#major-changes")
        .says("After a broken stream the client re-issues the request under a new id.")
        .scope(Scope::Stream)
        .on(&["request"]),
];
