//! Cancellation stops the handler, and nothing more is said about the request.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcpwire::{Context, NoArguments, Server, Tool};
use serde_json::json;

use super::harness::{Client, call, cancel, echo, initialize, legacy, modern_with};

/// Counts the handlers that are alive.
#[derive(Clone, Default)]
struct Alive(Arc<AtomicUsize>);

struct Guard(Arc<AtomicUsize>);

impl Alive {
    fn enter(&self) -> Guard {
        self.0.fetch_add(1, Ordering::SeqCst);
        Guard(self.0.clone())
    }

    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn server(alive: &Alive) -> Server {
    let (hang, tick) = (alive.clone(), alive.clone());
    let hang = Tool::new("hang", move || {
        let guard = hang.enter();
        async move {
            let _guard = guard;
            std::future::pending::<()>().await;
        }
    });
    let tick = Tool::new("tick", move |_: NoArguments, context: Context| {
        let guard = tick.enter();
        async move {
            let _guard = guard;
            for step in 0..1_000 {
                context.progress(step.into(), None, None).await;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    });
    Server::new("tests", "1").tool(hang).tool(tick).tool(echo())
}

async fn settle() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

#[tokio::test(start_paused = true)]
async fn the_handler_is_dropped_and_its_answer_is_never_sent() {
    for (id, spelled_again) in [("1", "1"), ("1", "1.0"), ("-7", "-7"), (r#""x""#, r#""\u0078""#)] {
        let alive = Alive::default();
        let mut client = Client::of(server(&alive));
        client.say(call(id, "hang", json!({}))).await;
        settle().await;
        assert_eq!(alive.count(), 1);
        client.say(cancel(spelled_again)).await;
        settle().await;
        assert_eq!(alive.count(), 0);
        // The id is free again, and another cancellation does nothing.
        client.say(cancel(id)).await;
        assert!(client.ask(call(id, "echo", json!({}))).await["result"].is_object());
        let (rest, _) = client.close().await;
        assert!(rest.is_empty(), "{rest:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_right_behind_its_request_stops_it_too() {
    let alive = Alive::default();
    let mut client = Client::of(server(&alive));
    client.say(format!("{}\n{}", call("1", "hang", json!({})), cancel("1"))).await;
    client.is_quiet().await;
    settle().await;
    assert_eq!(alive.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn progress_stops_with_the_cancellation() {
    let alive = Alive::default();
    let mut client = Client::of(server(&alive));
    let params = json!({"name": "tick"});
    client.say(modern_with("1", "tools/call", params, json!({"progressToken": 5}))).await;
    for step in 0..3 {
        assert_eq!(client.next().await["params"]["progress"], step);
    }
    client.say(cancel("1")).await;
    client.is_quiet().await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    client.is_quiet().await;
    assert_eq!(alive.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_reused_id_is_not_mixed_up_with_the_request_that_was_cancelled() {
    let alive = Alive::default();
    let mut client = Client::of(server(&alive));
    let tick = |token: &str| {
        modern_with("1", "tools/call", json!({"name": "tick"}), json!({ "progressToken": token }))
    };
    client.say(tick("first")).await;
    assert_eq!(client.next().await["params"]["progressToken"], "first");
    client.say(format!("{}\n{}", cancel("1"), tick("second"))).await;
    for step in 0..5 {
        let message = client.next().await;
        assert_eq!(message["params"], json!({"progressToken": "second", "progress": step}));
    }
    assert_eq!(alive.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_running_cannot_be_cancelled() {
    let alive = Alive::default();
    let mut client = Client::of(server(&alive));
    client.say(call("1", "hang", json!({}))).await;
    for id in ["2", r#""1""#, "null", "1.5", "[1]", "{}", "true"] {
        client.say(cancel(id)).await;
    }
    client.is_quiet().await;
    assert_eq!(alive.count(), 1);
    // A late one, and one for the handshake, which is always answered.
    let init = initialize("9", "2025-06-18");
    client.say(format!("{init}\n{}", cancel("9"))).await;
    assert_eq!(client.next().await["id"], 9);
    let ping = legacy("9", "ping", json!({}));
    assert_eq!(client.ask(ping).await["result"], json!({}));
}
