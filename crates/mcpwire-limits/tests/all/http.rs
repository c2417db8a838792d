//! What a client that calls too often is told over HTTP.

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use mcpwire::{Caller, Server, Tool};
use mcpwire_limits::{Rate, RateLimits};
use serde_json::{Value, json};
use tower_service::Service as _;

/// Calls a tool: status, `Retry-After` and body.
async fn call(
    service: &mut mcpwire_http::Service,
    who: &str,
    accept: &str,
) -> (u16, Option<String>, String) {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "search", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"}
        }
    }});
    let body = Bytes::from(body.to_string());
    let request: Request<Full<Bytes>> = Request::post("/mcp")
        .header("host", "127.0.0.1")
        .header("content-type", "application/json")
        .header("accept", accept)
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", "search")
        .header("x-who", who)
        .body(Full::new(body))
        .unwrap();
    let response = service.call(request).await.unwrap();
    let status = response.status().as_u16();
    let retry = response.headers().get("retry-after").map(|it| it.to_str().unwrap().to_owned());
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, retry, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn the_answer_is_a_tool_error_with_retry_after() {
    let server = Server::new("tests", "1")
        .tool(Tool::new("search", || async { "found" }))
        .throttle(RateLimits::new().per_caller(Rate::per_hour(1)));
    let mut service = mcpwire_http::service(server).unwrap().authorize(|parts| {
        let who = parts.headers.get("x-who").and_then(|who| who.to_str().ok());
        Ok(Caller::named(who.unwrap_or("nobody")))
    });
    let both = "application/json, text/event-stream";
    for who in ["amira", "bela"] {
        let (status, retry, body) = call(&mut service, who, both).await;
        assert_eq!((status, retry), (200, None), "{body}");
    }
    let (status, retry, body) = call(&mut service, "amira", both).await;
    assert_eq!(status, 200);
    let answer: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(answer["result"]["isError"], true, "{body}");
    let seconds: u64 = retry.unwrap().parse().unwrap();
    assert!((3_500..=3_600).contains(&seconds), "{seconds}");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.ends_with(&format!("call it again in {seconds} seconds.")), "{text}");
    // The same beside a stream, for a client that takes nothing else.
    let (status, retry, body) = call(&mut service, "amira", "text/event-stream").await;
    assert_eq!(status, 200, "{body}");
    assert!(retry.is_some());
}
