//! How long answers may be kept, and by whom.

use std::time::Duration;

use mcpwire::{CacheHint, Resource, ResourceTemplate, Server, Tool};
use serde_json::{Value, json};

use super::harness::{Client, call, initialize, legacy, modern};

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn server() -> Server {
    Server::new("tests", "1")
        .tool(Tool::new("a", || async {}))
        .tool(Tool::new("b", || async {}))
        .resource(Resource::text("x:own", "own", "").cache(CacheHint::public(seconds(60))))
        .resource(Resource::text("x:default", "default", ""))
        .template(
            ResourceTemplate::new("t:{a}", "t", |_: Value| async { "" }).cache(CacheHint::NONE),
        )
        .template(ResourceTemplate::new("u:{a}", "u", |_: Value| async { "" }))
        .cache_lists(CacheHint::public(seconds(300)))
        .cache_discovery(CacheHint::public(Duration::from_micros(1_500)))
        .cache_reads(CacheHint::private(seconds(5)))
}

fn hint(answer: &Value) -> (Value, Value) {
    (answer["result"]["ttlMs"].clone(), answer["result"]["cacheScope"].clone())
}

/// A request, and what is due.
fn table() -> Vec<(&'static str, Value, u64, &'static str)> {
    let read = |uri: &str| json!({ "uri": uri });
    vec![
        ("server/discover", json!({}), 1, "public"),
        ("tools/list", json!({}), 300_000, "public"),
        ("resources/list", json!({}), 300_000, "public"),
        ("resources/templates/list", json!({}), 300_000, "public"),
        ("resources/read", read("x:own"), 60_000, "public"),
        ("resources/read", read("x:default"), 5_000, "private"),
        ("resources/read", read("t:1"), 0, "private"),
        ("resources/read", read("u:1"), 5_000, "private"),
    ]
}

#[tokio::test]
async fn each_result_says_what_was_set_for_it() {
    let mut client = Client::of(server());
    for (method, params, ttl, scope) in table() {
        let answer = client.ask(modern("1", method, params)).await;
        assert_eq!(hint(&answer), (json!(ttl), json!(scope)), "{method}: {answer}");
    }
    let answer = client.ask(call("1", "a", json!({}))).await;
    assert_eq!(hint(&answer), (Value::Null, Value::Null), "a call is not kept");
}

#[tokio::test]
async fn nothing_is_promised_by_default() {
    let mut client = Client::of(Server::new("tests", "1").resource(Resource::text("x:y", "r", "")));
    let read = json!({"uri": "x:y"});
    for (method, params) in
        [("server/discover", json!({})), ("resources/list", json!({})), ("resources/read", read)]
    {
        let answer = client.ask(modern("1", method, params)).await;
        assert_eq!(hint(&answer), (json!(0), json!("private")), "{method}");
    }
}

#[tokio::test]
async fn all_pages_of_a_list_have_one_scope() {
    let mut client = Client::of(server().page_size(1));
    let first = client.ask(modern("1", "tools/list", json!({}))).await;
    let cursor = &first["result"]["nextCursor"];
    let second = client.ask(modern("1", "tools/list", json!({ "cursor": cursor }))).await;
    assert_eq!(second["result"]["tools"][0]["name"], "b");
    assert_eq!(hint(&first), hint(&second));
}

#[tokio::test]
async fn clients_of_older_revisions_are_told_nothing() {
    let mut client = Client::of(server());
    client.ask(initialize("0", "2025-11-25")).await;
    for (method, params, ..) in table().into_iter().skip(1) {
        let answer = client.ask(legacy("1", method, params)).await;
        assert!(answer["result"].is_object());
        assert_eq!(hint(&answer), (Value::Null, Value::Null), "{method}");
    }
}

#[tokio::test]
async fn no_time_is_longer_than_every_reader_can_count() {
    let server = server().cache_lists(CacheHint::public(Duration::MAX));
    let answer = Client::of(server).ask(modern("1", "tools/list", json!({}))).await;
    assert_eq!(hint(&answer).0, json!(9_007_199_254_740_991_u64));
}
