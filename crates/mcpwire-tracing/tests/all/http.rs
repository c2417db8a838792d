//! Spans of requests over HTTP.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use mcpwire::{Server, Tool};
use serde_json::{Value, json};
use tower_service::Service as _;
use tracing::subscriber::set_default;

use super::harness::{Tracer, attributes, call, spans};

async fn post(
    service: &mut mcpwire_http::Service,
    body: &Value,
    headers: &[(&str, &str)],
) -> Response<mcpwire_http::Body> {
    let mut request = Request::post("/mcp")
        .header("host", "127.0.0.1")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = Full::new(Bytes::from(body.to_string()));
    let response = service.call(request.body(body).unwrap()).await.unwrap();
    assert_eq!(response.status(), 200);
    response
}

#[tokio::test]
async fn the_transport_is_told_and_the_session_where_there_is_one() {
    let tracer = Tracer::new();
    let _guard = set_default(tracer.subscriber());
    let server = Server::new("tests", "1").tool(Tool::new("greet", || async { "hello" }));
    let mut service = mcpwire_http::service(server.observe(spans())).unwrap();
    let modern = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "greet"),
    ];
    post(&mut service, &call("greet", &json!({})), &modern).await;
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"}
    }});
    let answer = post(&mut service, &hello, &[]).await;
    let session = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
    post(&mut service, &ping, &[("mcp-session-id", &session)]).await;

    let seen: Vec<_> =
        tracer.spans().iter().map(|span| (span.name.clone(), attributes(span))).collect();
    assert_eq!(seen.len(), 3);
    let (name, modern) = &seen[0];
    assert_eq!(name, "tools/call greet");
    assert_eq!(modern["network.transport"], "tcp");
    assert_eq!(modern["network.protocol.name"], "http");
    assert!(!modern.contains_key("mcp.session.id"));
    let (name, legacy) = &seen[2];
    assert_eq!(name, "ping");
    assert_eq!(legacy["mcp.session.id"], session);
    assert_eq!(legacy["mcp.protocol.version"], "2025-11-25");
    assert_eq!(legacy["network.transport"], "tcp");
}
