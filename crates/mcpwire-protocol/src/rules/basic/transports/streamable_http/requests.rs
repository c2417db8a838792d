//! Rules of `basic/transports/streamable_http/requests`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("http-endpoint-post", Party::Server, "basic/transports/streamable-http")
        .says("One endpoint path accepts POST.")
        .scope(Scope::Http),
    must(
        "http-origin-validate",
        Party::Server,
        "basic/transports/streamable-http#security--endpoint",
    )
    .says("Origin is checked on every incoming connection.")
    .scope(Scope::Http)
    .status(403),
    must(
        "http-origin-invalid-403",
        Party::Server,
        "basic/transports/streamable-http#security--endpoint",
    )
    .says("A present but invalid Origin is refused with 403.")
    .scope(Scope::Http)
    .status(403),
    should(
        "http-bind-localhost",
        Party::Server,
        "basic/transports/streamable-http#security--endpoint",
    )
    .says("Local servers listen on localhost only.")
    .scope(Scope::Process),
    should(
        "http-authenticate",
        Party::Server,
        "basic/transports/streamable-http#security--endpoint",
    )
    .says("Connections are authenticated.")
    .scope(Scope::Http)
    .status(401),
    must(
        "http-new-post-per-message",
        Party::Client,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("Every client message is its own POST to the MCP endpoint.")
    .scope(Scope::Http)
    .on(&["request"]),
    must("http-method-post", Party::Client, "basic/transports/streamable-http#sending-messages")
        .says("Client messages go by POST.")
        .scope(Scope::Http)
        .on(&["request"])
        .status(405),
    must("http-accept-both", Party::Client, "basic/transports/streamable-http#sending-messages")
        .says("Accept lists application/json and text/event-stream.")
        .scope(Scope::Http)
        .on(&["request"]),
    should(
        "http-content-type-request",
        Party::Client,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("POST bodies are labelled application/json.")
    .scope(Scope::Http)
    .on(&["request"])
    .derived(),
    must(
        "http-notification-202",
        Party::Server,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("An accepted notification POST gets status 202.")
    .scope(Scope::Http)
    .on(&["notification"])
    .status(202),
    must(
        "http-notification-202-body",
        Party::Server,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("The 202 reply has no body.")
    .scope(Scope::Http)
    .on(&["notification"])
    .status(202),
    must(
        "http-notification-refused",
        Party::Server,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("A notification the server cannot take gets an HTTP error status.")
    .scope(Scope::Http)
    .on(&["notification"]),
    must(
        "http-response-content-type",
        Party::Server,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("A request is answered as application/json or text/event-stream.")
    .scope(Scope::Http)
    .on(&["result", "error"]),
    must(
        "http-json-single-object",
        Party::Server,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("A JSON reply is one JSON-RPC response object.")
    .scope(Scope::Http)
    .on(&["result", "error"]),
    must(
        "http-client-supports-both",
        Party::Client,
        "basic/transports/streamable-http#sending-messages",
    )
    .says("The client handles JSON and SSE replies alike.")
    .scope(Scope::Exchange)
    .on(&["result"]),
    should("http-success-status", Party::Server, "basic/transports/streamable-http#message-flow")
        .says("A result travels with status 200.")
        .scope(Scope::Http)
        .on(&["result"])
        .status(200)
        .derived(),
    must(
        "http-method-not-found",
        Party::Server,
        "basic/transports/streamable-http#protocol-version-header",
    )
    .says("An unimplemented method gets status 404 with error -32601 in the body.")
    .scope(Scope::Http)
    .on(&["error"])
    .code(ErrorCode::METHOD_NOT_FOUND)
    .status(404),
    must(
        "http-method-not-found-body",
        Party::Server,
        "basic/transports/streamable-http#protocol-version-header",
    )
    .says("The 404 for an unknown method has a JSON-RPC body.")
    .scope(Scope::Http)
    .on(&["error"])
    .code(ErrorCode::METHOD_NOT_FOUND)
    .status(404),
];
