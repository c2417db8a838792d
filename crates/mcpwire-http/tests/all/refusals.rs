//! The order of refusals, row by row.

use http::Request;
use http_body_util::Full;
use mcpwire_http::{Hosts, Limits};
use serde_json::{Value, json};

use super::client::{Answer, Client, ask, call, modern, post};

fn code(answer: &Answer) -> i64 {
    answer.json()["error"]["code"].as_i64().unwrap_or_else(|| panic!("{}", answer.text))
}

#[tokio::test]
async fn each_row_has_its_status_its_code_and_its_id() {
    let client = Client::new();
    let hello = || json!({"name": "hello", "arguments": {"name": "x"}});
    let meta = |version: &str| {
        json!({"io.modelcontextprotocol/protocolVersion": version,
               "io.modelcontextprotocol/clientCapabilities": {}})
    };
    let with_meta = |meta: Value| json!({"_meta": meta});
    let far = with_meta(meta("2099-01-01"));
    let ok = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/list")];
    let raw = |body: &str| post(body, &ok);
    let id = || json!(1);
    let none = || Value::Null;
    let sql = || json!({"name": "sql", "arguments": {"region": "eu"}});
    let unable = json!({"name": "ask", "_meta": meta("2026-07-28")});
    let cases: Vec<(&str, Request<Full<&'static [u8]>>, u16, i64, Value)> = vec![
        ("1 host", ask("tools/list", json!({}), &[("host", "evil.example")]), 403, -32600, none()),
        (
            "1 origin",
            ask("tools/list", json!({}), &[("origin", "https://evil.example")]),
            403,
            -32600,
            none(),
        ),
        (
            "4 type",
            ask("tools/list", json!({}), &[("content-type", "text/plain")]),
            415,
            -32600,
            none(),
        ),
        ("4 no type", ask("tools/list", json!({}), &[("content-type", "")]), 415, -32600, none()),
        ("5 no JSON", raw("{"), 400, -32700, none()),
        ("5 nothing", raw(""), 400, -32700, none()),
        (
            "6 id null",
            raw(r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#),
            400,
            -32600,
            none(),
        ),
        ("6 batch", raw("[]"), 400, -32600, none()),
        ("6 shape", raw(r#"{"id":1,"method":"tools/list"}"#), 400, -32600, id()),
        ("7 no _meta", raw(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#), 400, -32602, id()),
        ("8 accept", ask("tools/list", json!({}), &[("accept", "text/html")]), 406, -32600, id()),
        (
            "8 listen",
            ask(
                "subscriptions/listen",
                json!({"notifications": {}}),
                &[("accept", "application/json")],
            ),
            406,
            -32600,
            id(),
        ),
        (
            "9 version",
            ask("tools/list", json!({}), &[("mcp-protocol-version", "2025-11-25")]),
            400,
            -32020,
            id(),
        ),
        (
            "9 no version",
            ask("tools/list", json!({}), &[("mcp-protocol-version", "")]),
            400,
            -32020,
            id(),
        ),
        (
            "9 method",
            ask("tools/list", json!({}), &[("mcp-method", "tools/call")]),
            400,
            -32020,
            id(),
        ),
        ("9 name", ask("tools/call", hello(), &[("mcp-name", "other")]), 400, -32020, id()),
        ("9 before 10", ask("tools/list", far.clone(), &[]), 400, -32020, id()),
        (
            "10 version",
            ask("tools/list", far, &[("mcp-protocol-version", "2099-01-01")]),
            400,
            -32022,
            id(),
        ),
        ("11 method", ask("no/such", json!({}), &[]), 404, -32601, id()),
        ("11 old method", ask("initialize", json!({}), &[]), 404, -32601, id()),
        ("12 params", ask("tools/call", json!({"arguments": {}}), &[]), 400, -32602, id()),
        ("13 extension", ask("tasks/get", json!({"taskId": "x"}), &[]), 404, -32601, id()),
        ("14 tool", ask("tools/call", json!({"name": "nope"}), &[]), 200, -32602, id()),
        ("14 cursor", ask("tools/list", json!({"cursor": "nope"}), &[]), 200, -32602, id()),
        ("15 no header", ask("tools/call", sql(), &[]), 400, -32020, id()),
        ("15 header", ask("tools/call", sql(), &[("mcp-param-region", "us")]), 400, -32020, id()),
        ("17 capability", ask("tools/call", unable, &[]), 400, -32021, id()),
    ];
    for (name, request, status, due, id) in cases {
        let answer = client.send(request).await;
        assert_eq!(answer.status, status, "{name}: {}", answer.text);
        assert_eq!(answer.header("content-type"), Some("application/json"), "{name}");
        assert_eq!((code(&answer), &answer.json()["id"]), (due, &id), "{name}: {}", answer.text);
    }
    let fine =
        client.send(ask("tools/call", sql(), &[("mcp-param-region", "=?base64?ZXU=?=")])).await;
    assert_eq!(fine.json()["result"]["structuredContent"]["result"], "eu", "{}", fine.text);
    let wrong = client.send(call("hello", json!({"name": 3}))).await;
    assert_eq!((wrong.status, &wrong.json()["result"]["isError"]), (200, &json!(true)));
}

#[tokio::test]
async fn other_methods_are_not_allowed_and_preflights_only_where_asked_for() {
    let bare = |method: &str| {
        let request = Request::builder().method(method).uri("/mcp").header("host", "localhost");
        request.header("origin", "http://localhost:3000").body(Full::new(&[][..])).unwrap()
    };
    let client = Client::new();
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
        let answer = client.send(bare(method)).await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")), "{method}");
    }
    let open = Client(client.0.clone().cors());
    let answer = open.send(bare("OPTIONS")).await;
    assert_eq!((answer.status, answer.text.as_str()), (204, ""));
    assert_eq!(answer.header("access-control-allow-origin"), Some("http://localhost:3000"));
    assert!(answer.header("access-control-allow-headers").unwrap().contains("mcp-method"));
}

#[tokio::test]
async fn hosts_and_origins_are_those_that_were_said() {
    let service = Client::new().0;
    let from = |host: &str, origin: &str| {
        ask("tools/list", json!({}), &[("host", host), ("origin", origin)])
    };
    let local = Client(service.clone());
    for host in ["127.0.0.1", "127.0.0.1:1", "LOCALHOST", "localhost:80", "[::1]:8080", "::1"] {
        assert_eq!(local.send(from(host, "")).await.status, 200, "{host}");
    }
    for host in ["127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", "evil"] {
        assert_eq!(local.send(from(host, "")).await.status, 403, "{host}");
    }
    assert_eq!(local.send(from("localhost", "http://localhost:5173")).await.status, 200);
    assert_eq!(local.send(from("localhost", "null")).await.status, 403);
    let hosts = Hosts::Only(vec!["mcp.example.com".to_owned()]);
    let public = Client(service.hosts(hosts).origins(["https://app.example.com"]));
    assert_eq!(
        public.send(from("MCP.example.com:443", "https://app.example.com")).await.status,
        200
    );
    assert_eq!(public.send(from("mcp.example.com", "https://other.example.com")).await.status, 403);
    assert_eq!(public.send(from("localhost", "")).await.status, 403);
}

#[tokio::test]
async fn limits_are_told() {
    let limits = Limits { body: 100, requests: 1, ..Limits::default() };
    let client = Client(Client::new().0.limits(limits));
    let (long, headers) = modern(json!(1), "tools/list", json!({}));
    let headers: Vec<_> =
        headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let answer = client.send(post(&long, &headers)).await;
    assert_eq!((answer.status, code(&answer)), (413, -32600), "{}", answer.text);
    assert_eq!(answer.json()["error"]["data"]["rule"], "limit-size");

    let limits = Limits { requests: 1, ..Limits::default() };
    let client = Client(Client::new().0.limits(limits));
    let listen = || ask("subscriptions/listen", json!({"notifications": {}}), &[]);
    let open = client.open(listen()).await;
    let busy = client.send(ask("tools/list", json!({}), &[])).await;
    assert_eq!((busy.status, busy.header("retry-after")), (503, Some("1")), "{}", busy.text);
    drop(open);
    assert_eq!(client.send(ask("tools/list", json!({}), &[])).await.status, 200);
}

#[tokio::test]
async fn notifications_are_accepted_and_responses_are_not() {
    let client = Client::new();
    let answer =
        client.send(post(r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, &[])).await;
    assert_eq!((answer.status, answer.text.as_str()), (202, ""));
    let answer = client.send(post(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, &[])).await;
    assert_eq!((answer.status, code(&answer)), (400, -32600));
}
