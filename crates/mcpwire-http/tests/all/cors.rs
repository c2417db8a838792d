//! Pages in browsers may read the answers where that was asked for.

use mcpwire::{Server, Tool};
use mcpwire_http::{Denial, Service, service};
use serde_json::json;

use super::harness::Post;

const PAGE: &str = "http://localhost:6274";

fn endpoint() -> Service {
    let server = Server::new("tests", "1").on_notice(|_| {});
    service(server.tool(Tool::new("t", || async { "done" }))).unwrap()
}

fn preflight() -> Post {
    Post::call("t", json!({}))
        .via("OPTIONS")
        .text("")
        .with("origin", PAGE)
        .with("access-control-request-method", "POST")
        .with(
            "access-control-request-headers",
            "authorization,content-type,mcp-method,mcp-name,Mcp-Param-Region,mcp-protocol-version,x-other",
        )
}

#[tokio::test]
async fn a_browser_is_told_what_a_page_may_send() {
    // Asked without a token, since browsers send none with this question.
    let service = endpoint().cors().authorize(|_| Err(Denial::unauthorized("Bearer")));
    let got = preflight().send(&service).await;
    assert_eq!((got.status.as_u16(), &*got.body), (204, ""));
    assert_eq!(got.header("access-control-allow-origin"), Some(PAGE));
    assert!(got.header("access-control-allow-methods").unwrap().contains("POST"));
    let allowed = got.header("access-control-allow-headers").unwrap();
    let allowed: Vec<_> = allowed.split(", ").collect();
    for name in [
        "authorization",
        "content-type",
        "mcp-method",
        "mcp-name",
        "mcp-param-region",
        "mcp-protocol-version",
    ] {
        assert!(allowed.contains(&name), "{name}: {allowed:?}");
    }
    assert!(!allowed.contains(&"x-other"), "{allowed:?}");
}

#[tokio::test]
async fn answers_and_refusals_may_be_read() {
    let service = endpoint().cors();
    for (post, due) in [
        (Post::call("t", json!({})), 200),
        (Post::call("t", json!({})).without("mcp-method"), 400),
        (Post::call("t", json!({})).with("content-type", "text/plain"), 415),
        (Post::call("t", json!({})).via("GET"), 405),
    ] {
        let got = post.clone().with("origin", PAGE).send(&service).await;
        assert_eq!(got.status, due, "{got:?}");
        assert_eq!(got.header("access-control-allow-origin"), Some(PAGE));
        assert_eq!(got.header("vary"), Some("origin"));
        let got = post.send(&service).await;
        assert_eq!(got.header("access-control-allow-origin"), None);
    }
}

#[tokio::test]
async fn nothing_of_it_happens_unasked_or_for_strangers() {
    let got = preflight().send(&endpoint()).await;
    assert_eq!((got.status.as_u16(), got.header("access-control-allow-origin")), (405, None));
    let got = preflight().with("origin", "https://evil.example").send(&endpoint().cors()).await;
    assert_eq!((got.status.as_u16(), got.header("access-control-allow-origin")), (403, None));
}
