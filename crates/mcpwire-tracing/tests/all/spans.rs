//! Spans as OpenTelemetry gets them.

use mcpwire::{Failure, Prompt, Resource, Server, Tool, ToolError};
use mcpwire_tracing::Spans;
use opentelemetry::trace::{SpanKind, Status};
use serde_json::{Value, json};
use tracing::dispatcher;
use tracing::subscriber::set_default;

use super::harness::{Client, Tracer, attributes, call, request, spans};

fn server() -> Server {
    let waits = || async {
        let _span = tracing::info_span!("before").entered();
        drop(_span);
        tokio::task::yield_now().await;
        tracing::info_span!("after").in_scope(|| "done")
    };
    let fails = || async { Err::<(), _>(Failure::from(ToolError::new("secret"))) };
    Server::new("tests", "1")
        .tool(Tool::new("waits", waits))
        .tool(Tool::new("fails", fails))
        .tool(Tool::new("panics", || async { panic!("on purpose") as () }))
        .prompt(Prompt::new("tidy", || async { "Please tidy up." }))
        .resource(Resource::text("notes://first", "first", "Remember the milk."))
}

/// The span of one request, with whatever was recorded.
async fn span_of(message: &Value, spans: Spans) -> opentelemetry_sdk::trace::SpanData {
    let tracer = Tracer::new();
    let _guard = set_default(tracer.subscriber());
    let mut client = Client::of(server().observe(spans));
    let answer = client.ask(message).await;
    assert_eq!(answer["id"], "a1", "{answer}");
    let mut spans = tracer.spans();
    assert_eq!(spans.iter().filter(|span| span.span_kind == SpanKind::Server).count(), 1);
    spans.retain(|span| span.span_kind == SpanKind::Server);
    spans.remove(0)
}

#[tokio::test]
async fn the_parent_is_the_clients_span() {
    let trace = json!({
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "tracestate": "vendor=value"
    });
    let span = span_of(&call("waits", &trace), spans()).await;
    let context = &span.span_context;
    assert_eq!(context.trace_id().to_string(), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(span.parent_span_id.to_string(), "b7ad6b7169203331");
    assert!(span.parent_span_is_remote);
    assert_eq!(context.trace_state().header(), "vendor=value");
}

#[tokio::test]
async fn a_broken_parent_is_none_and_refuses_nothing() {
    for parent in [json!("00-nonsense-01"), json!(7), json!("")] {
        let span = span_of(&call("waits", &json!({ "traceparent": parent })), spans()).await;
        assert_eq!(span.parent_span_id.to_string(), "0000000000000000");
        assert_eq!(span.status, Status::Unset);
    }
}

#[tokio::test]
async fn a_handlers_own_spans_are_below() {
    for (tool, due) in [("waits", &["before", "after"][..]), ("blocks", &["on-a-thread"])] {
        let tracer = Tracer::new();
        let subscriber: tracing::Dispatch = tracer.subscriber().into();
        // The thread of a handler that blocks has no subscriber of its own.
        let of_threads = subscriber.clone();
        let blocks = move || {
            let _guard = dispatcher::set_default(&of_threads);
            tracing::info_span!("on-a-thread").in_scope(|| "done")
        };
        let _guard = dispatcher::set_default(&subscriber);
        let server = match tool {
            "blocks" => Server::new("tests", "1").tool(Tool::blocking("blocks", blocks)),
            _ => server(),
        };
        let mut client = Client::of(server.observe(spans()));
        client.ask(&call(tool, &json!({}))).await;
        let spans = tracer.spans();
        let own = spans.iter().find(|span| span.span_kind == SpanKind::Server).unwrap();
        let below = spans.iter().filter(|span| span.span_kind != SpanKind::Server);
        let below: Vec<_> = below.map(|span| (&*span.name, span.parent_span_id)).collect();
        let due: Vec<_> = due.iter().map(|name| (*name, own.span_context.span_id())).collect();
        assert_eq!(below, due);
    }
}

#[tokio::test]
async fn names_and_attributes_are_those_of_the_conventions() {
    let cases = [
        (
            call("waits", &json!({})),
            "tools/call waits",
            json!({
                "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "waits"
            }),
        ),
        (
            request("prompts/get", json!({"name": "tidy"}), &json!({})),
            "prompts/get tidy",
            json!({
                "gen_ai.prompt.name": "tidy"
            }),
        ),
        (
            request("resources/read", json!({"uri": "notes://first"}), &json!({})),
            "resources/read",
            json!({"mcp.resource.uri": "notes://first"}),
        ),
        (request("tools/list", json!({}), &json!({})), "tools/list", json!({})),
    ];
    for (message, name, more) in cases {
        let span = span_of(&message, spans()).await;
        assert_eq!(span.name, name);
        let mut due = json!({
            "mcp.method.name": message["method"],
            "mcp.protocol.version": "2026-07-28",
            "jsonrpc.request.id": "a1",
            "network.transport": "pipe"
        });
        due.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut seen = json!(attributes(&span));
        let known = |key: &str| {
            ["mcp.", "gen_ai.", "jsonrpc.", "network.", "rpc.", "error.", "mcpwire."]
                .iter()
                .any(|prefix| key.starts_with(prefix))
        };
        seen.as_object_mut().unwrap().retain(|key, _| known(key));
        assert_eq!(seen, due, "{name}");
        assert_eq!(span.status, Status::Unset);
    }
}

#[tokio::test]
async fn what_went_wrong_is_told_as_the_conventions_say() {
    let nobody = call("nobody", &json!({}));
    let no_method = request("made/up", json!({}), &json!({}));
    let panicked = "The handler of this request failed unexpectedly; the server's log says more.";
    let cases = [
        (call("fails", &json!({})), "tools/call fails", Status::error(""), "", "tool_error", ""),
        (
            call("panics", &json!({})),
            "tools/call panics",
            Status::error(panicked),
            "-32603",
            "-32603",
            "handler-failed",
        ),
        // The client's mistakes are no failures of the server, and name no span.
        (nobody, "tools/call", Status::Unset, "-32602", "", "tool-unknown"),
        (no_method, "unknown method", Status::Unset, "-32601", "", "method-unknown"),
    ];
    for (message, name, status, code, error, rule) in cases {
        let span = span_of(&message, spans()).await;
        let seen = attributes(&span);
        let attribute = |key: &str| seen.get(key).map_or("", String::as_str);
        assert_eq!(span.name, name);
        assert_eq!(span.status, status);
        assert_eq!(attribute("rpc.response.status_code"), code);
        assert_eq!(attribute("error.type"), error);
        assert_eq!(attribute("mcpwire.rule"), rule);
    }
}

#[tokio::test]
async fn bodies_are_recorded_only_where_asked_for() {
    let message = call("fails", &json!({}));
    let without = format!("{:?}", span_of(&message, Spans::new()).await);
    assert!(!without.contains("secret"), "{without}");
    let seen = attributes(&span_of(&message, Spans::new().with_bodies()).await);
    assert_eq!(seen["gen_ai.tool.call.arguments"], "{}");
    let result: Value = serde_json::from_str(&seen["gen_ai.tool.call.result"]).unwrap();
    assert_eq!(result["content"][0]["text"], "secret");
}

#[tokio::test]
async fn names_of_any_length_are_cut() {
    let long = "ä".repeat(10_000);
    let message = request("resources/read", json!({ "uri": long }), &json!({}));
    let seen = attributes(&span_of(&message, spans()).await);
    assert_eq!(seen["mcp.resource.uri"].len(), 2 << 10);
    let span = span_of(&request(&long, json!({}), &json!({})), spans()).await;
    assert_eq!(attributes(&span)["mcp.method.name"].len(), 256);
}

#[tokio::test]
async fn without_a_subscriber_it_is_served_all_the_same() {
    let mut client = Client::of(server().observe(spans().with_bodies()));
    let answer = client.ask(&call("waits", &json!({}))).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
}
