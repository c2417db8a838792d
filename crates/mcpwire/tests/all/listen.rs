//! `subscriptions/listen`: what was asked for is told, tagged, and nothing else.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcpwire::{
    Answer, Caller, Context, Limits, NoArguments, Prompt, Resource, ResourceTemplate, Server, Tool,
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::harness::{Client, cancel, code, initialize, legacy, modern, rule};
use super::streams::{answer, end, listen, next, open, open_for, take, take_json, text};

fn everything() -> Value {
    json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["x:a", "x:none", "t:1/2", "x:b", "x:a"],
        "taskIds": ["1"],
        "com.example/else": true
    })
}

fn change(_: NoArguments, context: Context) -> std::future::Ready<&'static str> {
    let changes = context.changes();
    changes.tools_changed();
    changes.prompts_changed();
    changes.resource_updated("x:a");
    std::future::ready("changed")
}

fn server() -> Server {
    Server::new("tests", "1")
        .on_notice(|_| {})
        .tools_may_change()
        .resources_may_update()
        .tool(Tool::new("change", change))
        .prompt(Prompt::new("p", || async { "p" }))
        .resource(Resource::text("x:a", "a", ""))
        .resource(Resource::text("x:b", "b", ""))
        .template(ResourceTemplate::new("t:{n}/{m}", "t", |_: Value| async { "" }))
}

const TAG: &str = r#""_meta":{"io.modelcontextprotocol/subscriptionId":7}"#;

#[tokio::test]
async fn the_first_message_says_what_is_honoured_and_the_rest_is_only_that() {
    let mut client = Client::of(server());
    client.say(listen("7", everything())).await;
    assert_eq!(
        client.text().await.unwrap(),
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{{TAG},"notifications":{{"toolsListChanged":true,"resourceSubscriptions":["x:a","t:1/2","x:b","x:a"]}}}}}}"#
        )
    );
    client.say(modern("8", "tools/call", json!({"name": "change"}))).await;
    let mut said = Vec::new();
    for _ in 0..3 {
        said.push(client.text().await.unwrap());
    }
    assert!(said[0].starts_with(r#"{"jsonrpc":"2.0","id":8,"#), "{said:?}");
    assert_eq!(
        said[1..],
        [
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{{TAG}}}}}"#
            ),
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{{TAG},"uri":"x:a"}}}}"#
            ),
        ]
    );
    client.is_quiet().await;
}

#[tokio::test]
async fn messages_are_tagged_with_the_id_as_it_was_spelled() {
    let endpoint = server().build().unwrap();
    for id in ["0", "-1.0", "1e3", r#""""#, r#""\u0041 \" ä""#, "123456789012345678901234567890"] {
        let mut stream = open(&endpoint, id, json!({"toolsListChanged": true}));
        let tag = format!(r#""io.modelcontextprotocol/subscriptionId":{id}}}"#);
        assert!(take(&mut stream).unwrap().contains(&tag), "{id}");
        endpoint.changes().tools_changed();
        assert!(next(&mut stream).await.contains(&tag), "{id}");
        assert!(take(&mut stream).is_none());
    }
}

#[tokio::test]
async fn a_filter_of_which_nothing_is_honoured_stays_open() {
    for filter in [
        json!({}),
        json!({"toolsListChanged": false}),
        json!({"promptsListChanged": true, "resourceSubscriptions": ["x:none"], "taskIds": ["1"]}),
        json!({"resourceSubscriptions": []}),
    ] {
        let mut client = Client::of(server());
        let said = client.ask(listen("1", filter)).await;
        assert_eq!(said["params"]["notifications"], json!({}), "{said}");
        client.ask(modern("2", "tools/call", json!({"name": "change"}))).await;
        client.is_quiet().await;
        let refused = client.ask(listen("1", json!({}))).await;
        assert_eq!(rule(&refused), "id-reuse-in-flight", "it is still open");
    }
}

#[tokio::test]
async fn a_filter_that_is_none_is_refused() {
    let tight = Limits { subscriptions: 2, listeners: 1, ..Limits::default() };
    let mut client = Client::of(server().limits(tight));
    let many = json!({"resourceSubscriptions": ["x:a", "x:a", "x:a"]});
    let long = json!({"taskIds": ["a".repeat(300_000)]});
    for (params, why) in [
        (json!({}), "sub-filter-missing"),
        (json!({"notifications": []}), "sub-filter-missing"),
        (json!({"notifications": {"toolsListChanged": 1}}), "sub-filter-flag-type"),
        (json!({"notifications": {"resourceSubscriptions": "x:a"}}), "sub-filter-uris-type"),
        (json!({"notifications": {"resourceSubscriptions": [1]}}), "sub-filter-uris-type"),
        (json!({"notifications": {"taskIds": {}}}), "task-listen-ids-type"),
        (json!({ "notifications": many }), "limit-subscriptions"),
        (json!({ "notifications": long }), "limit-subscriptions"),
    ] {
        let refused = client.ask(modern("1", "subscriptions/listen", params)).await;
        assert_eq!((code(&refused), rule(&refused)), (-32602, why), "{refused}");
    }
    client.ask(listen("1", json!({}))).await;
    let refused = client.ask(listen("2", json!({}))).await;
    assert_eq!((code(&refused), rule(&refused)), (-32603, "limit-listeners"), "{refused}");
    client.say(cancel("1")).await;
    client.is_quiet().await;
    let said = client.ask(listen("2", json!({}))).await;
    assert_eq!(said["method"], "notifications/subscriptions/acknowledged", "there is room again");
    client.ask(initialize("3", "2025-11-25")).await;
    let refused =
        client.ask(legacy("4", "subscriptions/listen", json!({"notifications": {}}))).await;
    assert_eq!(code(&refused), -32601, "the older revisions have no such method");
}

#[tokio::test]
async fn each_stream_hears_what_it_asked_for_and_a_cancelled_one_nothing() {
    let mut client = Client::of(server());
    client.ask(listen("1", json!({"toolsListChanged": true}))).await;
    client.ask(listen("\"1\"", json!({"resourceSubscriptions": ["x:a", "x:b"]}))).await;
    client.ask(listen("3", json!({"toolsListChanged": true}))).await;
    client.say(cancel("3")).await;
    client.say(modern("4", "tools/call", json!({"name": "change"}))).await;
    let mut tags = Vec::new();
    for _ in 0..3 {
        let said = client.next().await;
        let tag = &said["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        tags.push((tag.clone(), said["method"].as_str().unwrap_or("answer").to_owned()));
    }
    tags.sort_by_key(|(tag, _)| tag.to_string());
    assert_eq!(
        tags,
        [
            (json!("1"), "notifications/resources/updated".to_owned()),
            (json!(1), "notifications/tools/list_changed".to_owned()),
            (json!(null), "answer".to_owned()),
        ]
    );
    client.is_quiet().await;
    client.ask(listen("3", json!({}))).await;
}

#[tokio::test(start_paused = true)]
async fn at_the_end_of_input_streams_say_what_is_pending_and_hold_nothing_up() {
    let begun = Instant::now();
    let mut client = Client::of(server());
    client.ask(listen("7", json!({"toolsListChanged": true}))).await;
    client.say(modern("8", "tools/call", json!({"name": "change"}))).await;
    let (rest, _) = client.close().await;
    let kinds: Vec<Value> = rest.iter().map(|it| it["method"].clone()).collect();
    assert_eq!(kinds, [json!(null), json!("notifications/tools/list_changed")]);
    assert_eq!(begun.elapsed(), Duration::ZERO);
}

#[tokio::test]
async fn on_a_wire_the_server_ends_a_stream_by_a_cancellation_and_the_result() {
    let endpoint = server().build().unwrap();
    let (ours, theirs) = mcpwire::memory();
    let served = tokio::spawn({
        let endpoint = endpoint.clone();
        async move { endpoint.serve(theirs).await }
    });
    let mut client = Client::over(ours);
    client.ask(listen("7", json!({"toolsListChanged": true}))).await;
    endpoint.close();
    assert_eq!(
        client.text().await.unwrap(),
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{{TAG},"requestId":7,"reason":"The server ends this stream."}}}}"#
        )
    );
    let info = r#""io.modelcontextprotocol/serverInfo":{"name":"tests","version":"1"}"#;
    let meta = format!(r#""_meta":{{"io.modelcontextprotocol/subscriptionId":7,{info}}}"#);
    assert_eq!(
        client.text().await.unwrap(),
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"resultType":"complete",{meta}}}}}"#)
    );
    client.is_quiet().await;
    drop(client);
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn without_a_wire_the_server_ends_a_stream_by_its_result_after_what_is_pending() {
    let endpoint = server().hide_identity().build().unwrap();
    let mut stream = open(&endpoint, "7", json!({"toolsListChanged": true}));
    let mut silent = open(&endpoint, "8", json!({}));
    assert!(take(&mut silent).is_some());
    endpoint.changes().tools_changed();
    endpoint.close();
    endpoint.changes().tools_changed();
    assert!(take(&mut stream).unwrap().contains("acknowledged"));
    assert!(take(&mut stream).unwrap().contains("list_changed"));
    let reply = end(&mut stream);
    assert!(reply.refused.is_none());
    assert_eq!(
        text(reply.message),
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"resultType":"complete",{TAG}}}}}"#)
    );
    end(&mut silent);
    let mut late = open(&endpoint, "9", json!({}));
    assert!(take(&mut late).unwrap().contains("acknowledged"));
    end(&mut late);
}

#[tokio::test]
async fn a_slow_one_hears_once_of_several_changes() {
    let endpoint = server().build().unwrap();
    let filter = json!({"toolsListChanged": true, "resourceSubscriptions": ["x:a", "x:b"]});
    let mut stream = open(&endpoint, "1", filter);
    let changes = endpoint.changes();
    for _ in 0..1_000 {
        changes.resource_updated("x:b");
        changes.tools_changed();
        changes.resource_updated("x:a");
        changes.resource_updated("t:1/2");
    }
    take(&mut stream);
    assert_eq!(take_json(&mut stream).unwrap()["method"], "notifications/tools/list_changed");
    assert_eq!(take_json(&mut stream).unwrap()["params"]["uri"], "x:b", "it changed first");
    changes.resource_updated("x:b");
    assert_eq!(take_json(&mut stream).unwrap()["params"]["uri"], "x:a");
    assert_eq!(take_json(&mut stream).unwrap()["params"]["uri"], "x:b");
    assert!(take(&mut stream).is_none());
}

#[tokio::test(start_paused = true)]
async fn one_that_takes_nothing_for_too_long_is_closed_with_the_reason() {
    let endpoint = server().build().unwrap();
    let changes = endpoint.changes();
    let mut stuck = open(&endpoint, "1", json!({"toolsListChanged": true}));
    let mut slow = open(&endpoint, "2", json!({"toolsListChanged": true}));
    take(&mut stuck);
    take(&mut slow);
    for _ in 0..4 {
        changes.tools_changed();
        tokio::time::advance(Duration::from_secs(299)).await;
        changes.tools_changed();
        assert!(take(&mut slow).unwrap().contains("list_changed"));
        assert!(take(&mut slow).is_none());
        tokio::time::advance(Duration::from_secs(1_000)).await;
    }
    let reply = end(&mut stuck);
    let refused = reply.refused.unwrap();
    assert_eq!(refused.rule.unwrap().as_str(), "limit-listener-patience");
    assert!(text(reply.message).starts_with(r#"{"jsonrpc":"2.0","id":1,"error":"#));
    changes.tools_changed();
    assert!(take(&mut slow).is_some());
}

type Watched = Arc<Mutex<Vec<(String, bool)>>>;

fn watched_server() -> (Server, Watched) {
    let watched = Watched::default();
    let kept = watched.clone();
    let server = server().on_watch(move |uri, is_watched| {
        kept.lock().unwrap().push((uri.to_owned(), is_watched));
    });
    (server, watched)
}

#[tokio::test]
async fn the_first_and_the_last_listener_of_a_resource_are_told() {
    let (server, watched) = watched_server();
    let endpoint = server.build().unwrap();
    let both = open(&endpoint, "1", json!({"resourceSubscriptions": ["x:a", "x:none", "x:b"]}));
    let one = open(&endpoint, "1", json!({"resourceSubscriptions": ["x:a", "x:a"]}));
    let told = |expected: &[(&str, bool)]| {
        let watched = std::mem::take(&mut *watched.lock().unwrap());
        let watched: Vec<_> = watched.iter().map(|(uri, is)| (uri.as_str(), *is)).collect();
        assert_eq!(watched, expected);
    };
    told(&[("x:a", true), ("x:b", true)]);
    drop(both);
    told(&[("x:b", false)]);
    drop(one);
    told(&[("x:a", false)]);
}

#[tokio::test]
async fn a_watcher_may_tell_of_changes_and_may_panic() {
    let changes: Arc<Mutex<Option<mcpwire::Changes>>> = Arc::default();
    let kept = changes.clone();
    let server = server().on_watch(move |uri, is_watched| {
        if is_watched {
            kept.lock().unwrap().as_ref().unwrap().resource_updated(uri);
        } else {
            panic!("as asked");
        }
    });
    *changes.lock().unwrap() = Some(server.changes());
    let endpoint = server.build().unwrap();
    for _ in 0..2 {
        let mut stream = open(&endpoint, "1", json!({"resourceSubscriptions": ["x:a"]}));
        assert!(take(&mut stream).unwrap().contains("acknowledged"));
        assert!(take(&mut stream).unwrap().contains("updated"));
    }
}

#[tokio::test]
async fn the_application_decides_who_may_hear_of_which_resource() {
    let server = server().may_watch(|uri, caller| {
        uri == "x:a" || caller.principal() == Some("ann") || uri == "x:none"
    });
    let endpoint = server.build().unwrap();
    let filter = json!({"resourceSubscriptions": ["x:a", "x:b", "x:none"]});
    for (caller, expected) in [
        (Caller::default(), json!({"resourceSubscriptions": ["x:a"]})),
        (Caller::named("bob"), json!({"resourceSubscriptions": ["x:a"]})),
        (Caller::named("ann"), json!({"resourceSubscriptions": ["x:a", "x:b"]})),
    ] {
        let mut stream = open_for(&endpoint, "1", filter.clone(), &caller);
        let said = take_json(&mut stream).unwrap();
        assert_eq!(said["params"]["notifications"], expected);
        endpoint.changes().resource_updated("x:b");
        let hears = take(&mut stream).is_some();
        assert_eq!(hears, caller.principal() == Some("ann"));
    }
}

#[tokio::test]
async fn one_change_reaches_ten_thousand() {
    let endpoint = server().build().unwrap();
    let open = |n: usize| open(&endpoint, &n.to_string(), json!({"toolsListChanged": true}));
    let mut streams: Vec<_> = (0..10_000).map(open).collect();
    for stream in &mut streams {
        take(stream);
    }
    endpoint.changes().tools_changed();
    for (n, stream) in streams.iter_mut().enumerate() {
        let said = take_json(stream).unwrap();
        assert_eq!(said["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], n);
        assert!(take(stream).is_none());
    }
}

#[test]
fn a_refusal_is_an_answer_and_no_stream() {
    let endpoint = server().build().unwrap();
    let line = modern("1", "subscriptions/listen", json!({}));
    let Answer::Ready(reply) = answer(&endpoint, &line) else { panic!("it is open") };
    assert_eq!(reply.refused.unwrap().rule.unwrap().as_str(), "sub-filter-missing");
    assert!(open(&endpoint, "1", json!({})).is_listening());
}
