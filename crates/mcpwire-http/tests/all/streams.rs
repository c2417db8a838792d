//! An answer is one JSON object until its handler speaks, and then an event stream.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcpwire::{Context, NoArguments, Server, Tool};
use mcpwire_http::{Service, service};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::harness::{Post, piece};

/// What counts the handlers that run.
#[derive(Clone, Default)]
pub(crate) struct Alive(Arc<AtomicUsize>);

impl Alive {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    fn guard(&self) -> Guard {
        self.0.fetch_add(1, Ordering::SeqCst);
        Guard(self.clone())
    }
}

struct Guard(Alive);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A server with tools that speak, that are silent for a minute, and that never end.
pub(crate) fn server(alive: &Alive) -> Server {
    let steps = |_: NoArguments, context: Context| async move {
        context.progress(1.0, Some(2.0), None).await;
        context.progress(2.0, Some(2.0), Some("two\nlines")).await;
        "done"
    };
    let kept = alive.clone();
    let silent = move || {
        let guard = kept.guard();
        async move {
            sleep(Duration::from_secs(60)).await;
            drop(guard);
            "done"
        }
    };
    let kept = alive.clone();
    let endless = move |_: NoArguments, context: Context| {
        let guard = kept.guard();
        async move {
            context.progress(1.0, None, None).await;
            std::future::pending::<()>().await;
            drop(guard);
        }
    };
    Server::new("tests", "1")
        .on_notice(|_| {})
        .tools_may_change()
        .tool(Tool::new("steps", steps))
        .tool(Tool::new("silent", silent))
        .tool(Tool::new("endless", endless))
}

fn endpoint() -> (Service, Alive) {
    let alive = Alive::default();
    (service(server(&alive)).unwrap(), alive)
}

/// A call whose progress is asked for.
pub(crate) fn call(tool: &str) -> Post {
    Post::call(tool, json!({})).edit(|it| it["params"]["_meta"]["progressToken"] = json!("p"))
}

#[tokio::test]
async fn what_a_handler_says_comes_as_events_before_its_answer() {
    let (service, _) = endpoint();
    let got = call("steps").send(&service).await;
    assert_eq!(got.status, 200);
    assert_eq!(got.header("x-accel-buffering"), Some("no"));
    assert_eq!(got.header("cache-control"), Some("no-store"));
    let events = got.events();
    assert_eq!(events.len(), 3, "{got:?}");
    assert_eq!(events[0]["params"], json!({"progressToken": "p", "progress": 1, "total": 2}));
    assert_eq!(events[1]["params"]["message"], "two\nlines");
    assert_eq!(events[2]["id"], 1);
    assert_eq!(events[2]["result"]["structuredContent"], json!({"result": "done"}));
}

#[tokio::test]
async fn each_event_is_a_piece_of_its_own() {
    let (service, _) = endpoint();
    let mut body = call("steps").open(&service).await.into_body();
    for part in ["\"progress\":1", "\"progress\":2", "\"result\":"] {
        let piece = piece(&mut body).await.unwrap();
        let data = piece.strip_prefix("data: ").and_then(|it| it.strip_suffix("\n\n"));
        assert!(data.is_some_and(|data| data.contains(part) && !data.contains('\n')), "{piece}");
    }
    assert_eq!(piece(&mut body).await, None);
}

#[tokio::test]
async fn the_answer_has_a_form_that_its_sender_takes() {
    let (service, _) = endpoint();
    let json = call("steps").with("accept", "application/json").send(&service).await;
    assert_eq!(json.json()["result"]["structuredContent"], json!({"result": "done"}));
    let all = call("steps").with("accept", "text/event-stream").send(&service).await;
    assert_eq!(all.events().len(), 3);
    // Nobody listens for progress here, so the answer is all there is.
    for (accept, is_stream) in
        [("*/*", false), ("text/event-stream", true), ("application/json;q=0, text/*", true)]
    {
        let got = Post::call("steps", json!({})).with("accept", accept).send(&service).await;
        assert_eq!(got.is_stream(), is_stream, "{accept}: {got:?}");
        let answer = if is_stream { got.events().remove(0) } else { got.json() };
        assert_eq!(answer["result"]["structuredContent"], json!({"result": "done"}));
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_answer_becomes_a_stream_with_a_comment_now_and_then() {
    let (service, _) = endpoint();
    let begun = Instant::now();
    let response = call("silent").open(&service).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut body = response.into_body();
    for due in [15, 30, 45] {
        assert_eq!(piece(&mut body).await.unwrap(), ":\n\n");
        assert_eq!(begun.elapsed().as_secs(), due);
    }
    // The timer of the handler is older, and so is asked first.
    let last = piece(&mut body).await.unwrap();
    assert!(last.starts_with("data: ") && last.contains("\"result\":"), "{last}");
    assert_eq!((begun.elapsed().as_secs(), piece(&mut body).await), (60, None));
}

#[tokio::test(start_paused = true)]
async fn a_sender_that_takes_json_only_waits_for_it() {
    let (service, _) = endpoint();
    let begun = Instant::now();
    let got = call("silent").with("accept", "application/json").send(&service).await;
    assert_eq!(got.json()["result"]["structuredContent"], json!({"result": "done"}));
    assert_eq!(begun.elapsed().as_secs(), 60);
}

/// However far an answer has come, whoever stops reading it stops its handler, and no other one.
#[tokio::test(start_paused = true)]
async fn a_client_that_goes_away_cancels_its_request_and_no_other() {
    let (service, alive) = endpoint();
    let kept = call("endless").open(&service).await;
    let other = call("endless").open(&service).await;
    assert_eq!(alive.count(), 2);
    drop(other);
    assert_eq!(alive.count(), 1);
    let waiting = call("silent").open(&service);
    assert!(tokio::time::timeout(Duration::from_secs(1), waiting).await.is_err());
    assert_eq!(alive.count(), 1);
    let mut body = kept.into_body();
    assert!(piece(&mut body).await.unwrap().contains("\"progress\":1"));
    assert_eq!(piece(&mut body).await.unwrap(), ":\n\n");
    drop(body);
    assert_eq!(alive.count(), 0);
}

#[tokio::test]
async fn a_thousand_requests_with_one_id_are_a_thousand_requests() {
    let (service, alive) = endpoint();
    let mut open = Vec::new();
    for _ in 0..1_000 {
        open.push(call("endless").open(&service).await);
    }
    assert_eq!(alive.count(), 1_000);
    assert_eq!(call("steps").send(&service).await.events().len(), 3);
    open.truncate(1);
    assert_eq!(alive.count(), 1);
}

#[tokio::test]
async fn a_stream_of_notifications_begins_at_once_and_ends_with_the_server() {
    let (service, _) = endpoint();
    let response = Post::listen(json!({"toolsListChanged": true})).open(&service).await;
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    let mut body = response.into_body();
    let first = piece(&mut body).await.unwrap();
    assert!(first.contains("notifications/subscriptions/acknowledged"), "{first}");
    service.endpoint().changes().tools_changed();
    let second = piece(&mut body).await.unwrap();
    assert!(second.contains("notifications/tools/list_changed"), "{second}");
    service.endpoint().close();
    let last = piece(&mut body).await.unwrap();
    let last: Value = serde_json::from_str(last.trim().strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!((&last["id"], &last["result"]["resultType"]), (&json!(1), &json!("complete")));
    assert_eq!(piece(&mut body).await, None);
}
