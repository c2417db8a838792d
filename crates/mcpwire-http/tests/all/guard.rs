//! Under which names an endpoint is reached, and whose pages may call it.

use std::sync::{Arc, Mutex};

use mcpwire::{Server, Tool};
use mcpwire_http::{Hosts, Service, service};
use serde_json::json;

use super::harness::Post;

fn endpoint() -> Service {
    let server = Server::new("tests", "1").on_notice(|_| {});
    service(server.tool(Tool::new("t", || async { "done" }))).unwrap()
}

fn post() -> Post {
    Post::call("t", json!({}))
}

#[tokio::test]
async fn a_server_on_this_machine_is_reached_by_its_names_only() {
    let service = endpoint();
    let cases = [
        ("127.0.0.1:8080", 200),
        ("127.0.0.1", 200),
        ("127.8.9.10", 200),
        ("localhost", 200),
        ("LOCALHOST:8080", 200),
        ("[::1]:8080", 200),
        ("[::1]", 200),
        ("::1", 400),
        ("", 400),
        ("localhost:", 400),
        ("localhost:99999", 400),
        ("localhost/x", 400),
        ("user@localhost", 400),
        ("local host", 400),
        ("\u{e9}", 400),
        ("evil.example:8080", 403),
        ("127.0.0.1.evil.example", 403),
        ("localhost.evil.example", 403),
        ("0.0.0.0:8080", 403),
        ("192.168.0.1", 403),
        ("[::ffff:10.0.0.1]", 403),
    ];
    for (host, due) in cases {
        let got = post().with("host", host).send(&service).await;
        assert_eq!(got.status, due, "{host}: {got:?}");
    }
}

#[tokio::test]
async fn named_hosts_come_beside_those_of_this_machine() {
    let names = ["mcp.example.com", "other.example:8443"].map(str::to_owned);
    let service = endpoint().hosts(Hosts::Named(names.to_vec()));
    let cases = [
        ("mcp.example.com", 200),
        ("MCP.example.com:8080", 200),
        ("other.example:8443", 200),
        ("other.example:8080", 403),
        ("other.example", 403),
        ("localhost:8080", 200),
        ("mcp.example.com.evil.example", 403),
    ];
    for (host, due) in cases {
        let got = post().with("host", host).send(&service).await;
        assert_eq!(got.status, due, "{host}: {got:?}");
    }
    let any = endpoint().hosts(Hosts::Any);
    assert_eq!(post().with("host", "any.example").send(&any).await.status, 200);
    assert_eq!(post().without("host").send(&any).await.status, 200);
}

/// HTTP/2, and requests as proxies get them, name the host in the target.
#[tokio::test]
async fn a_host_in_the_target_counts_too() {
    use super::harness::Pieces;
    use tower_service::Service as _;

    let service = endpoint();
    for (target, host, due) in [
        ("http://localhost:8080/mcp", None, 200),
        ("http://evil.example/mcp", None, 403),
        ("http://evil.example/mcp", Some("localhost"), 403),
        ("http://localhost/mcp", Some("evil.example"), 403),
    ] {
        let post = host.map_or_else(|| post().without("host"), |host| post().with("host", host));
        let text = post.spelled();
        let mut request = post.over(Pieces::of([text.into_bytes()]));
        *request.uri_mut() = target.parse().unwrap();
        let response = service.clone().call(request).await.unwrap();
        assert_eq!(response.status(), due, "{target} {host:?}");
    }
}

#[tokio::test]
async fn pages_of_this_machine_and_those_that_are_named_may_call() {
    let service = endpoint().origins(["https://app.example.com"]);
    let cases = [
        ("http://localhost:3000", 200),
        ("https://127.0.0.1", 200),
        ("http://[::1]:8080", 200),
        ("https://app.example.com", 200),
        ("http://app.example.com", 403),
        ("https://app.example.com:8443", 403),
        ("https://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("http://evil.example@localhost.example", 403),
        ("ftp://localhost", 403),
        ("localhost", 403),
        ("null", 403),
        ("", 403),
        ("\u{e9}", 403),
    ];
    for (origin, due) in cases {
        let got = post().with("origin", origin).send(&service).await;
        assert_eq!(got.status, due, "{origin}: {got:?}");
    }
    let two = post().with("origin", "http://localhost").and("origin", "https://evil.example");
    assert_eq!(two.send(&service).await.status, 403);
}

/// Behind a proxy it is often the setting that is wrong.
#[tokio::test]
async fn a_refusal_names_the_setting_and_whoever_runs_the_server_is_told_a_few_times() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let kept = lines.clone();
    let server = Server::new("tests", "1").on_notice(move |line| {
        kept.lock().unwrap().push(line.to_owned());
    });
    let service = service(server.tool(Tool::new("t", || async { "done" }))).unwrap();
    for _ in 0..50 {
        let got = post().with("host", "mcp.example.com").send(&service).await;
        let text = got.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(text.contains("`mcp.example.com`") && text.contains("`hosts`"), "{text}");
    }
    let lines = lines.lock().unwrap();
    assert_eq!(lines.len(), 20);
    assert!(lines[0].contains("`mcp.example.com`") && lines[0].contains("`hosts`"), "{lines:?}");
}
