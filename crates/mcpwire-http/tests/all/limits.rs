//! What is bounded says so when the bound is reached, and serves on when there is room again.

use mcpwire_http::{Limits, Service, service};
use serde_json::json;

use super::harness::{Post, piece};
use super::streams::{Alive, call, server};

fn endpoint(limits: Limits) -> Service {
    service(server(&Alive::default())).unwrap().limits(limits)
}

#[tokio::test]
async fn one_request_too_many_is_told_to_come_back() {
    let service = endpoint(Limits { requests: 2, ..Limits::default() });
    let one = call("endless").open(&service).await;
    let two = call("endless").open(&service).await;
    let got = call("steps").send(&service).await;
    assert_eq!(got.refusal(), (503, -32603, "limit-in-flight".to_owned()));
    assert_eq!(got.header("retry-after"), Some("1"));
    drop(one);
    assert_eq!(call("steps").send(&service).await.status, 200);
    drop(two);
    for _ in 0..10 {
        assert_eq!(call("steps").send(&service).await.events().len(), 3);
    }
}

#[tokio::test]
async fn without_room_for_a_stream_an_answer_is_json() {
    let service = endpoint(Limits { streams: 1, ..Limits::default() });
    let mut held = call("endless").open(&service).await.into_body();
    assert!(piece(&mut held).await.is_some());
    let got = call("steps").send(&service).await;
    assert_eq!(got.json()["result"]["structuredContent"], json!({"result": "done"}));
    let got = Post::listen(json!({})).send(&service).await;
    assert_eq!(got.refusal(), (503, -32603, "limit-streams".to_owned()));
    assert_eq!((&got.json()["id"], got.header("retry-after")), (&json!(1), Some("1")));
    drop(held);
    assert!(call("steps").send(&service).await.is_stream());
    let listening = Post::listen(json!({})).open(&service).await;
    assert_eq!(listening.headers()["content-type"], "text/event-stream");
}

/// Clones of a service are the same endpoint.
#[tokio::test]
async fn clones_share_their_bounds() {
    let service = endpoint(Limits { requests: 1, ..Limits::default() });
    let clone = service.clone();
    let held = call("endless").open(&service).await;
    assert_eq!(call("steps").send(&clone).await.status, 503);
    drop(held);
    assert_eq!(call("steps").send(&clone).await.status, 200);
}
