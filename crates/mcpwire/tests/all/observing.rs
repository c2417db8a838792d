//! Whoever watches requests, and whoever bounds how often tools are called.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcpwire::protocol::jsonrpc::Request;
use mcpwire::{
    Arrival, Caller, Context, Elicit, Endpoint, Failure, LogLevel, Logs, NoArguments, Observe,
    Observed, Outcome, Server, Tool, ToolError,
};
use serde_json::{Value, json};

use super::harness::{
    Client, call, cancel, echo, initialize, legacy, modern, modern_with, notification, with,
};

/// What was seen, in order.
#[derive(Clone, Default)]
struct Diary {
    lines: Arc<Mutex<Vec<String>>>,
}

thread_local! {
    /// Whether a piece that is watched runs on this thread.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

impl Diary {
    fn write(&self, line: impl Into<String>) {
        self.lines.lock().unwrap().push(line.into());
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }
}

impl Observe for Diary {
    fn begin(
        &self,
        _: &Endpoint,
        request: &Request<'_>,
        _: &Arrival<'_>,
    ) -> Option<Arc<dyn Observed>> {
        if request.is("server/discover") {
            return None;
        }
        if request.is("begin/panics") {
            panic!("at the beginning");
        }
        self.write(format!("begin {}", request.id));
        Some(Arc::new(self.clone()))
    }
}

impl Observed for Diary {
    fn enter(&self, piece: &mut dyn FnMut()) {
        INSIDE.set(true);
        piece();
        INSIDE.set(false);
    }

    fn end(&self, outcome: &Outcome<'_>) {
        let is_response = |message: &[u8]| {
            let value: Value = serde_json::from_slice(message).unwrap();
            assert!(value["result"].is_object());
        };
        self.write(match outcome {
            Outcome::Result(message) => {
                is_response(message);
                "result".to_owned()
            }
            Outcome::ToolError(message) => {
                is_response(message);
                "tool error".to_owned()
            }
            Outcome::Error { code, rule, text } => {
                assert!(!text.is_empty());
                format!("{code} {}", rule.map_or("", |rule| rule.as_str()))
            }
            Outcome::Listening => "listening".to_owned(),
            Outcome::Cancelled => "cancelled".to_owned(),
            other => format!("{other:?}"),
        });
    }

    fn wants_logs(&self) -> bool {
        true
    }

    fn take_logs(&self, logs: Logs) {
        self.write(format!("logs {}", logs.wants(LogLevel::Info)));
        assert!(logs.send(LogLevel::Error, "diary", r#"{"seen":true}"#));
        assert!(logs.send(LogLevel::Debug, "diary", "{}"));
    }
}

fn server(diary: &Diary) -> Server {
    let fails = || async { Err::<(), _>(Failure::from(ToolError::new("no"))) };
    let breaks = || async { Err::<(), _>(Failure::not_found("nothing there")) };
    let panics_late = || async {
        tokio::task::yield_now().await;
        panic!("late");
        #[allow(unreachable_code)]
        ()
    };
    let waits = || async {
        let before = INSIDE.get();
        tokio::task::yield_now().await;
        before && INSIDE.get()
    };
    Server::new("tests", "1")
        .observe(diary.clone())
        .logging()
        .tools_may_change()
        .tool(echo())
        .tool(Tool::new("fails", fails))
        .tool(Tool::new("breaks", breaks))
        .tool(Tool::new("panics", || async { panic!("at once") as () }))
        .tool(Tool::new("panics-late", panics_late))
        .tool(Tool::new("waits", waits))
        .tool(Tool::blocking("blocks", || INSIDE.get()))
        .tool(Tool::new("sleeps", std::future::pending::<()>))
}

#[tokio::test]
async fn each_request_ends_once_and_as_it_was_answered() {
    let cases = [
        (call("1", "echo", json!({})), "result"),
        (modern("1", "tools/list", json!({})), "result"),
        (call("1", "waits", json!({})), "result"),
        (call("1", "fails", json!({})), "tool error"),
        (call("1", "waits", json!([])), "-32602 tools-call-arguments-type"),
        (call("1", "echo", json!({"a": 1, "A": 2})), "result"),
        (call("1", "breaks", json!({})), "-32602 not-found"),
        (call("1", "nobody", json!({})), "-32602 tool-unknown"),
        (call("1", "panics", json!({})), "-32603 handler-failed"),
        (call("1", "panics-late", json!({})), "-32603 handler-failed"),
        (modern("1", "no/such", json!({})), "-32601 method-unknown"),
        (legacy("1", "tools/list", json!({})), "-32602 meta-missing"),
    ];
    for (line, outcome) in cases {
        let diary = Diary::default();
        let mut client = Client::of(server(&diary));
        let answer = client.ask(&line).await;
        assert_eq!(answer["id"], 1, "{answer}");
        let lines = diary.lines();
        assert_eq!(lines[0], "begin 1");
        assert_eq!(lines[1..], [outcome], "{line}");
    }
}

#[tokio::test]
async fn every_piece_of_a_handler_runs_inside() {
    let diary = Diary::default();
    let mut client = Client::of(server(&diary));
    for tool in ["waits", "blocks"] {
        let answer = client.ask(call("1", tool, json!({}))).await;
        assert_eq!(answer["result"]["structuredContent"]["result"], true, "{answer}");
    }
    assert!(!INSIDE.get());
}

#[tokio::test]
async fn a_stopped_request_ends_as_cancelled_and_a_stream_when_it_is_open() {
    let diary = Diary::default();
    let mut client = Client::of(server(&diary));
    client.say(call("1", "sleeps", json!({}))).await;
    client.is_quiet().await;
    client.say(cancel("1")).await;
    client.is_quiet().await;
    // The task is told to stop, and does when it is its turn.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(diary.lines(), ["begin 1", "cancelled"]);
    let filter = json!({"notifications": {"toolsListChanged": true}});
    client.say(modern("2", "subscriptions/listen", filter)).await;
    client.next().await;
    assert_eq!(diary.lines()[2..], ["begin 2", "listening"]);
}

#[tokio::test]
async fn an_observer_that_panics_fails_its_request_only() {
    let mut client = Client::of(server(&Diary::default()));
    let answer = client.ask(modern("1", "begin/panics", json!({}))).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    client.is_quiet().await;
}

#[tokio::test]
async fn an_observer_can_log_to_the_client_that_asked() {
    let diary = Diary::default();
    let mut client = Client::of(server(&diary));
    let level = json!({"io.modelcontextprotocol/logLevel": "warning"});
    let line = modern_with("1", "tools/call", json!({"name": "echo", "arguments": {}}), level);
    client.say(line).await;
    let message = client.next().await;
    assert_eq!(message["method"], "notifications/message");
    let data = json!({"level": "error", "logger": "diary", "data": {"seen": true}});
    assert_eq!(message["params"], data);
    assert_eq!(client.next().await["id"], 1);
    assert_eq!(diary.lines(), ["begin 1", "logs false", "result"]);
    client.ask(call("2", "echo", json!({}))).await;
    assert_eq!(diary.lines()[3..], ["begin 2", "result"]);
}

/// Lets each tool be called as often as given, then never again.
fn at_most(times: usize) -> impl Fn(&Caller, &str) -> Result<(), Duration> {
    let calls = AtomicUsize::new(0);
    move |_: &Caller, _: &str| match calls.fetch_add(1, Ordering::SeqCst) < times {
        true => Ok(()),
        false => Err(Duration::from_millis(1_500)),
    }
}

#[tokio::test]
async fn a_call_that_comes_too_early_is_told_to_the_model() {
    let diary = Diary::default();
    let mut client = Client::of(with(echo()).throttle(at_most(1)).observe(diary.clone()));
    // Only calls of tools that are there are counted.
    client.ask(call("1", "nobody", json!({}))).await;
    client.ask(modern("2", "tools/list", json!({}))).await;
    assert_eq!(client.ask(call("3", "echo", json!({}))).await["result"]["isError"], false);
    let answer = client.ask(call("4", "echo", json!({}))).await;
    assert_eq!(answer["result"]["isError"], true);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(
        text,
        "The tool `echo` was not run, as it is called too often; call it again in 2 seconds."
    );
    assert_eq!(diary.lines().last().unwrap(), "tool error");
}

#[tokio::test]
async fn rounds_of_an_older_client_are_one_call() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Name {
        name: String,
    }
    let ask = |_: NoArguments, context: Context| async move {
        let name = context.input("name", Elicit::form::<Name>("Who are you?"))?;
        Ok::<_, Failure>(name.accepted().map(|it| it.name).unwrap_or_default())
    };
    let mut client = Client::of(with(Tool::new("ask", ask)).throttle(at_most(1)));
    let mut hello: Value = serde_json::from_str(&initialize("0", "2025-11-25")).unwrap();
    hello["params"]["capabilities"] = json!({"elicitation": {}});
    client.ask(hello.to_string()).await;
    client.say(notification("notifications/initialized", json!({}))).await;
    client.say(legacy("1", "tools/call", json!({"name": "ask", "arguments": {}}))).await;
    let question = client.next().await;
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let answer = json!({"jsonrpc": "2.0", "id": question["id"],
        "result": {"action": "accept", "content": {"name": "Amira"}}});
    let answer = client.ask(answer.to_string()).await;
    assert_eq!(answer["result"]["structuredContent"]["result"], "Amira", "{answer}");
    let answer =
        client.ask(legacy("2", "tools/call", json!({"name": "ask", "arguments": {}}))).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}
