//! Requests run beside each other, within bounds.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcpwire::protocol::framing::Line;
use mcpwire::{Limits, Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::harness::{Client, call, code, echo, modern, rule, with};

#[derive(Deserialize, JsonSchema)]
struct Wait {
    ms: u64,
}

fn wait() -> Tool {
    Tool::new("wait", |wait: Wait| async move {
        tokio::time::sleep(Duration::from_millis(wait.ms)).await;
        wait.ms
    })
}

#[tokio::test(start_paused = true)]
async fn answers_come_as_they_are_ready() {
    let mut client = Client::of(with(wait()).tool(echo()));
    for ms in [300, 100, 200] {
        client.say(call(&ms.to_string(), "wait", json!({ "ms": ms }))).await;
    }
    assert_eq!(client.ask(call("0", "echo", json!({}))).await["id"], 0);
    for ms in [100, 200, 300] {
        assert_eq!(client.next().await["id"], ms);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_does_not_hold_up_lists_refusals_or_noise() {
    let mut client = Client::of(with(wait()));
    client.say(call("1", "wait", json!({"ms": 10_000}))).await;
    assert!(client.ask(modern("2", "tools/list", json!({}))).await["result"].is_object());
    assert_eq!(code(&client.ask(modern("3", "no/such", json!({}))).await), -32601);
    assert_eq!(code(&client.ask("noise").await), -32700);
    assert_eq!(client.next().await["id"], 1);
}

/// Counts how many calls run, and lets them go by permits.
fn gate(running: &Arc<AtomicUsize>, go: &Arc<Semaphore>) -> Tool {
    let (running, go) = (running.clone(), go.clone());
    Tool::new("gate", move || {
        let (running, go) = (running.clone(), go.clone());
        async move {
            running.fetch_add(1, Ordering::SeqCst);
            go.acquire().await.unwrap().forget();
            running.fetch_sub(1, Ordering::SeqCst);
        }
    })
}

/// Lets every other task run until nothing moves any more.
async fn settle() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_beyond_the_limit_waits_its_turn_and_cancellations_are_heard() {
    for (limit, default) in [(4, false), (4_096, true)] {
        let (running, go) = (Arc::default(), Arc::new(Semaphore::new(0)));
        let mut server = with(gate(&running, &go));
        if !default {
            server = server.limits(Limits { in_flight: limit, ..Limits::default() });
        }
        let mut client = Client::of(server);
        let count = limit + 3;
        let calls: Vec<String> =
            (0..count).map(|id| call(&id.to_string(), "gate", json!({}))).collect();
        client.sink.pending().extend_from_slice((calls.join("\n") + "\n").as_bytes());
        client.sink.flush().await.unwrap();
        settle().await;
        assert_eq!(running.load(Ordering::SeqCst), limit);
        // One that runs and one that waits are taken back.
        for id in [0, limit + 1] {
            let params = json!({ "requestId": id });
            let line =
                json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
            client.say(line.to_string()).await;
        }
        settle().await;
        go.add_permits(count);
        let mut ids: Vec<u64> = Vec::new();
        for _ in 0..count - 2 {
            ids.push(client.next().await["id"].as_u64().unwrap());
        }
        ids.sort_unstable();
        let due = (1..count as u64).filter(|id| *id != limit as u64 + 1);
        assert_eq!(ids, due.collect::<Vec<_>>());
        client.is_quiet().await;
    }
}

/// A full house takes only so many more.
#[tokio::test(start_paused = true)]
async fn what_is_beyond_the_queue_is_refused() {
    let (running, go) = (Arc::default(), Arc::new(Semaphore::new(0)));
    let server = with(gate(&running, &go));
    let mut client = Client::of(server.limits(Limits { in_flight: 1, ..Limits::default() }));
    let fill = "x".repeat(1 << 20);
    for id in 0..9 {
        client.say(call(&id.to_string(), "gate", json!({ "fill": fill }))).await;
    }
    let refused = client.next().await;
    assert_eq!((code(&refused), rule(&refused)), (-32603, "limit-in-flight"));
    assert_eq!(refused["id"], 8);
    go.add_permits(9);
    for _ in 0..8 {
        assert!(client.next().await["result"].is_object());
    }
}

#[tokio::test(start_paused = true)]
async fn an_id_in_flight_cannot_be_used_again_however_it_is_spelled() {
    let mut client = Client::of(with(wait()).tool(echo()));
    for (first, again) in [("1", "1"), ("1", "1.0"), ("100", "1e2"), (r#""a""#, r#""\u0061""#)] {
        client.say(call(first, "wait", json!({"ms": 100}))).await;
        for line in [call(again, "echo", json!({})), modern(again, "tools/list", json!({}))] {
            client.say(line).await;
            let text = client.text().await.unwrap();
            assert!(
                text.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{again},"error""#)),
                "{text}"
            );
            let answer: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((code(&answer), rule(&answer)), (-32600, "id-reuse-in-flight"));
        }
        assert!(client.next().await["result"].is_object());
        // After the answer it is free.
        assert!(client.ask(call(again, "echo", json!({}))).await["result"].is_object());
    }
    // A string is not a number.
    client.say(call("1", "wait", json!({"ms": 100}))).await;
    assert!(client.ask(call(r#""1""#, "echo", json!({}))).await["result"].is_object());
}

#[tokio::test]
async fn work_that_blocks_holds_up_nothing() {
    let (send, receive) = std::sync::mpsc::channel::<()>();
    let receive = std::sync::Mutex::new(receive);
    let tool = Tool::blocking("block", move |_: mcpwire::NoArguments| {
        receive.lock().unwrap().recv().unwrap();
        "done"
    });
    let mut client = Client::of(with(tool).tool(echo()));
    client.say(call("1", "block", json!({}))).await;
    assert_eq!(client.ask(call("2", "echo", json!({}))).await["id"], 2);
    send.send(()).unwrap();
    let answer = client.next().await;
    assert_eq!(answer["result"]["structuredContent"], json!({"result": "done"}));
}

#[tokio::test]
async fn one_endpoint_serves_several_wires_each_with_its_own_lifecycle() {
    let endpoint = Server::new("tests", "1").tool(echo()).build().unwrap();
    let mut clients = Vec::new();
    for _ in 0..3 {
        let (ours, theirs) = mcpwire::memory();
        let endpoint = endpoint.clone();
        tokio::spawn(async move { endpoint.serve(theirs).await });
        clients.push(ours);
    }
    let open = super::harness::initialize("1", "2025-06-18");
    clients[0].sink.send(open.as_bytes()).await.unwrap();
    assert!(clients[0].source.line().await.unwrap().is_some());
    let ping = super::harness::legacy("1", "ping", json!({}));
    for (at, wire) in clients.iter_mut().enumerate() {
        wire.sink.send(ping.as_bytes()).await.unwrap();
        let Some(Line::Text { bytes, .. }) = wire.source.line().await.unwrap() else { panic!() };
        let answer: Value = serde_json::from_slice(bytes).unwrap();
        assert_eq!(answer.get("result").is_some(), at == 0, "wire {at}: {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn handlers_that_never_stop_talking_do_not_keep_the_server_from_listening() {
    let tool =
        Tool::new("flood", |_: mcpwire::NoArguments, context: mcpwire::Context| async move {
            for step in 0u64.. {
                context.progress(step as f64, None, None).await;
            }
        });
    let mut client = Client::of(with(tool).tool(echo()));
    let params = json!({"name": "flood", "arguments": {}});
    let token = json!({"progressToken": "t"});
    client.say(super::harness::modern_with("1", "tools/call", params, token)).await;
    client.say(call("2", "echo", json!({}))).await;
    while client.next().await["id"] != 2 {}
    client.say(super::harness::cancel("1")).await;
    client.say(call("3", "echo", json!({}))).await;
    while client.next().await["id"] != 3 {}
    client.is_quiet().await;
}
