//! What the clients of the older revisions hear of changes.

use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use mcpwire::protocol::jsonrpc::Incoming;
use mcpwire::{Answer, Arrival, Caller, Endpoint, Limits, Peer, Prompt, Resource, Server, Tool};
use serde_json::{Value, json};

use super::harness::{Client, code, initialize, legacy, modern, notification, rule, talk};

fn server() -> Server {
    Server::new("tests", "1")
        .on_notice(|_| {})
        .tools_may_change()
        .resources_may_update()
        .prompt(Prompt::new("p", || async { "p" }))
        .resource(Resource::text("x:a", "a", ""))
        .resource(Resource::text("x:b", "b", ""))
}

fn initialized() -> String {
    notification("notifications/initialized", json!({}))
}

fn subscribe(id: &str, uri: &str) -> String {
    legacy(id, "resources/subscribe", json!({ "uri": uri }))
}

fn unsubscribe(id: &str, uri: &str) -> String {
    legacy(id, "resources/unsubscribe", json!({ "uri": uri }))
}

const TOOLS: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

#[tokio::test]
async fn list_changes_are_told_unasked_once_the_handshake_is_over() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let server = server();
        let changes = server.changes();
        let mut client = Client::of(server);
        client.is_quiet().await;
        changes.tools_changed();
        client.is_quiet().await;
        client.ask(initialize("1", version)).await;
        changes.tools_changed();
        changes.tools_changed();
        changes.prompts_changed();
        client.is_quiet().await;
        client.say(initialized()).await;
        assert_eq!(client.text().await.unwrap(), TOOLS);
        client.is_quiet().await;
        changes.tools_changed();
        assert_eq!(client.text().await.unwrap(), TOOLS, "without any message of the client's");
        client.is_quiet().await;
    }
}

#[tokio::test]
async fn resources_are_told_of_while_they_are_subscribed_to() {
    let server = server();
    let changes = server.changes();
    let mut client = Client::of(server);
    client.ask(initialize("1", "2025-11-25")).await;
    client.say(initialized()).await;
    assert_eq!(client.ask(subscribe("2", "x:a")).await["result"], json!({}));
    assert_eq!(client.ask(subscribe("3", "x:a")).await["result"], json!({}), "twice is once");
    changes.resource_updated("x:b");
    changes.resource_updated("x:a");
    assert_eq!(
        client.text().await.unwrap(),
        r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x:a"}}"#
    );
    assert_eq!(client.ask(unsubscribe("4", "x:b")).await["result"], json!({}));
    changes.resource_updated("x:a");
    assert_eq!(client.next().await["params"]["uri"], "x:a");
    assert_eq!(client.ask(unsubscribe("5", "x:a")).await["result"], json!({}));
    changes.resource_updated("x:a");
    client.is_quiet().await;
}

#[tokio::test]
async fn subscriptions_that_cannot_be_are_refused() {
    let limits = Limits { subscriptions: 1, ..Limits::default() };
    let mut client = Client::of(server().limits(limits).may_watch(|uri, _| uri != "x:b"));
    client.ask(initialize("1", "2025-11-25")).await;
    client.say(initialized()).await;
    let refused = client.ask(subscribe("2", "x:none")).await;
    assert_eq!((code(&refused), rule(&refused)), (-32002, "resource-unknown"));
    let refused = client.ask(subscribe("2", "x:b")).await;
    assert_eq!(code(&refused), -32002, "as if it did not exist");
    for params in [json!({}), json!({"uri": 1})] {
        let refused = client.ask(legacy("2", "resources/subscribe", params)).await;
        assert_eq!((code(&refused), rule(&refused)), (-32602, "legacy-subscribe-uri"));
    }
    client.ask(subscribe("3", "x:a")).await;
    let refused = client.ask(modern("4", "resources/subscribe", json!({"uri": "x:a"}))).await;
    assert_eq!(code(&refused), -32601, "the modern lifecycle has streams instead");

    let mut client = Client::of(Server::new("tests", "1").resource(Resource::text("x:a", "a", "")));
    client.ask(initialize("1", "2025-11-25")).await;
    let refused = client.ask(subscribe("2", "x:a")).await;
    assert_eq!(code(&refused), -32601, "it was not declared");
}

#[tokio::test]
async fn one_client_follows_so_many_resources_and_no_more() {
    let limits = Limits { subscriptions: 1, ..Limits::default() };
    let mut client = Client::of(server().limits(limits));
    client.ask(initialize("1", "2025-11-25")).await;
    client.ask(subscribe("2", "x:a")).await;
    let refused = client.ask(subscribe("3", "x:b")).await;
    assert_eq!((code(&refused), rule(&refused)), (-32602, "limit-subscriptions"));
    client.ask(unsubscribe("4", "x:a")).await;
    assert_eq!(client.ask(subscribe("5", "x:b")).await["result"], json!({}));
}

#[tokio::test]
async fn what_is_pending_at_the_end_of_input_is_told() {
    let server = server();
    let changes = server.changes();
    let mut client = Client::of(server);
    client.ask(initialize("1", "2025-11-25")).await;
    client.say(initialized()).await;
    client.is_quiet().await;
    changes.tools_changed();
    let (rest, _) = client.close().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn what_the_last_call_changes_is_told_though_the_input_has_ended() {
    let change = Tool::new("change", |context: mcpwire::Context| async move {
        tokio::task::yield_now().await;
        context.changes().tools_changed();
        "changed"
    });
    let call = legacy("2", "tools/call", json!({"name": "change"}));
    let lines = [initialize("1", "2025-11-25"), initialized(), call].join("\n");
    let said = talk(server().tool(change), [lines.into_bytes()]).await;
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said.iter().any(|line| line == TOOLS), "{said:?}");
}

/// A legacy session without a wire.
struct Session {
    endpoint: Endpoint,
    peer: Arc<Peer>,
}

impl Session {
    fn ask(&self, line: &str) -> Value {
        let Incoming::Request(request) = Incoming::parse(line.as_bytes()) else { panic!("{line}") };
        let (caller, peer) = (Caller::default(), Some(&self.peer));
        let arrival = Arrival { caller: &caller, peer, http: None };
        let Answer::Ready(reply) = self.endpoint.answer(&request, &arrival) else { panic!() };
        serde_json::from_slice(&reply.message).unwrap()
    }

    fn take(&self) -> Option<String> {
        match self.peer.poll_unasked(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(message) => Some(String::from_utf8(message).unwrap()),
            Poll::Pending => None,
        }
    }
}

#[tokio::test]
async fn a_session_takes_what_is_pending_when_it_comes_back() {
    let watched: Arc<Mutex<Vec<bool>>> = Arc::default();
    let kept = watched.clone();
    let server = server().on_watch(move |_, is_watched| kept.lock().unwrap().push(is_watched));
    let session = Session { endpoint: server.build().unwrap(), peer: Arc::default() };
    let changes = session.endpoint.changes();
    assert!(session.take().is_none());
    session.ask(&initialize("1", "2025-11-25"));
    changes.tools_changed();
    assert!(session.take().is_none(), "not before it is initialized");
    session.peer.initialized();
    assert_eq!(session.take().unwrap(), TOOLS);
    session.ask(&subscribe("2", "x:a"));
    for _ in 0..100 {
        changes.resource_updated("x:a");
        changes.tools_changed();
    }
    session.endpoint.close();
    assert_eq!(session.take().unwrap(), TOOLS, "closing ends streams, not sessions");
    assert!(session.take().unwrap().contains("x:a"));
    assert!(session.take().is_none());

    changes.resource_updated("x:a");
    session.ask(&initialize("3", "2025-06-18"));
    session.peer.initialized();
    changes.resource_updated("x:a");
    assert!(session.take().is_none(), "a new handshake begins anew");
    session.ask(&subscribe("4", "x:a"));
    drop(session);
    assert_eq!(*watched.lock().unwrap(), [true, false, true, false]);
}

#[tokio::test]
async fn a_waiting_session_is_woken() {
    let session = Session { endpoint: server().build().unwrap(), peer: Arc::default() };
    session.ask(&initialize("1", "2025-11-25"));
    session.endpoint.changes().tools_changed();
    let peer = session.peer.clone();
    let waits = tokio::spawn(async move {
        let mut said = Vec::new();
        for _ in 0..2 {
            said.push(std::future::poll_fn(|cx| peer.poll_unasked(cx)).await);
        }
        said
    });
    tokio::task::yield_now().await;
    session.peer.initialized();
    tokio::task::yield_now().await;
    session.endpoint.changes().tools_changed();
    assert_eq!(waits.await.unwrap(), [TOOLS.as_bytes(), TOOLS.as_bytes()]);
}
