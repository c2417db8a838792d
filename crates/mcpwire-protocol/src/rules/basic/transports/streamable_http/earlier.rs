//! Rules of `basic/transports/streamable_http/earlier`.

use crate::rules::rule::{Party, Rule, Scope, should};

pub(crate) static RULES: &[Rule] = &[
    should(
        "http-compat-inspect-400",
        Party::Client,
        "basic/transports/streamable-http#backward-compatibility",
    )
    .says("A dual-era client reads the body of a 400 before falling back.")
    .scope(Scope::Exchange)
    .on(&["initialize"]),
    should(
        "http-compat-fallback-initialize",
        Party::Client,
        "basic/transports/streamable-http#backward-compatibility",
    )
    .says("Empty or unrecognised 400 body leads a dual-era client to initialize.")
    .scope(Scope::Exchange)
    .on(&["initialize"])
    .derived(),
    should(
        "http-get-405",
        Party::Server,
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
    )
    .says("A modern-only server answers GET with 405.")
    .scope(Scope::Http)
    .status(405),
    should(
        "http-delete-405",
        Party::Server,
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
    )
    .says("A modern-only server answers DELETE with 405.")
    .scope(Scope::Http)
    .status(405),
    should(
        "http-session-id-ignored",
        Party::Server,
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
    )
    .says("An Mcp-Session-Id header on a request is ignored.")
    .scope(Scope::Http),
    should(
        "http-session-id-minted",
        Party::Server,
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
    )
    .says("No session id is minted or echoed to a modern request.")
    .scope(Scope::Http),
    should(
        "http-session-id-sent",
        Party::Client,
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
    )
    .says("A client sends no Mcp-Session-Id with modern requests.")
    .scope(Scope::Http)
    .on(&["request"])
    .derived(),
    should(
        "http-last-event-id-ignored",
        Party::Server,
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
    )
    .says("A Last-Event-ID header is ignored.")
    .scope(Scope::Http),
    should(
        "http-last-event-id-sent",
        Party::Client,
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
    )
    .says("A client does not send Last-Event-ID.")
    .scope(Scope::Http)
    .on(&["request"])
    .derived(),
    should(
        "http-sse-legacy-new",
        Party::Both,
        "basic/transports/streamable-http#httpsse-transport-2024-11-05",
    )
    .says("New implementations do not adopt the 2024-11-05 HTTP+SSE transport.")
    .scope(Scope::Http)
    .heuristic(),
];
