//! Each reason to refuse a request has its status, its code and its rule, and the request's id
//! where that can be told.

use mcpwire::{Caller, Context, Elicit, Failure, NoArguments, Resource, Server, TaskUse, Tool};
use mcpwire_http::{Denial, Limits, Service, service};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::Post;

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code)]
struct Query {
    query: String,
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
    #[schemars(with = "u32", extend("x-mcp-header" = "Shard"))]
    #[serde(default)]
    shard: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
struct Name {
    name: String,
}

async fn ask(_: NoArguments, context: Context) -> Result<String, Failure> {
    let name = context.input("name", Elicit::form::<Name>("Who are you?"))?;
    Ok(name.accepted().map_or_else(String::new, |name| name.name))
}

async fn fails() -> String {
    panic!("as it was asked to")
}

async fn works() -> &'static str {
    "done"
}

/// An endpoint that says who may call: those with a token, and not everybody of them.
pub(crate) fn endpoint() -> Service {
    let server = Server::new("tests", "1")
        .on_notice(|_| {})
        .tool(Tool::new("execute_sql", |_: Query| async { "done" }))
        .tool(Tool::new("ask", ask))
        .tool(Tool::new("fails", fails))
        .tool(Tool::new("works", works).task(TaskUse::Required))
        .resource(Resource::new("file:///notes.txt", "notes", || async { "Read me." }));
    let limits = Limits { body: 4_000, ..Limits::default() };
    service(server).unwrap().limits(limits).authorize(|head| {
        match head.headers.get("authorization").map(|value| value.as_bytes()) {
            None => Err(Denial::unauthorized("Bearer scope=\"mcp\"")),
            Some(b"Bearer other") => Err(Denial::forbidden("This is not for you.")),
            Some(b"Bearer less") => Err(Denial::insufficient_scope("Bearer scope=\"more\"")),
            Some(b"Bearer odd") => {
                let mut teapot = http::Response::new("short and stout".to_owned());
                *teapot.status_mut() = http::StatusCode::IM_A_TEAPOT;
                Err(teapot.into())
            }
            Some(_) => Ok(Caller::named("tests")),
        }
    })
}

pub(crate) fn query() -> Post {
    Post::call("execute_sql", json!({"query": "q", "region": "eu"}))
        .with("mcp-param-region", "eu")
        .with("authorization", "Bearer ours")
}

fn request(method: &str, params: Value) -> Post {
    Post::new(json!("a"), method, params).with("authorization", "Bearer ours")
}

/// Nests something deeper than is read.
fn nest(body: &mut Value) {
    body["params"]["deep"] = (0..200).fold(json!(1), |inner, _| json!([inner]));
}

type Row = (&'static str, Post, (u16, i64, &'static str), Value);

fn before_the_message() -> Vec<Row> {
    let padded = query().spelled() + &" ".repeat(4_000);
    let discover = || request("server/discover", json!({}));
    let none = Value::Null;
    vec![
        ("host", query().with("host", "evil.example"), (403, -32600, "host-unknown"), none.clone()),
        ("no host", query().without("host"), (400, -32600, "host-invalid"), none.clone()),
        ("hosts", query().and("host", "localhost"), (400, -32600, "host-invalid"), none.clone()),
        (
            "origin",
            query().with("origin", "https://evil.example"),
            (403, -32600, "origin-unknown"),
            none.clone(),
        ),
        ("get", query().via("GET"), (405, -32600, "http-method-unknown"), none.clone()),
        ("delete", query().via("DELETE"), (405, -32600, "http-method-unknown"), none.clone()),
        ("options", query().via("OPTIONS"), (405, -32600, "http-method-unknown"), none.clone()),
        (
            "text",
            query().with("content-type", "text/plain"),
            (415, -32600, "media-type-unknown"),
            none.clone(),
        ),
        (
            "no type",
            query().without("content-type"),
            (415, -32600, "media-type-unknown"),
            none.clone(),
        ),
        (
            "two types",
            query().and("content-type", "text/plain"),
            (415, -32600, "media-type-unknown"),
            none.clone(),
        ),
        ("size", query().text(padded), (413, -32600, "limit-size"), none.clone()),
        ("json", discover().text("{not json"), (400, -32700, "json-invalid"), none.clone()),
        ("empty", discover().text(""), (400, -32700, "json-invalid"), none),
        ("deep", discover().edit(nest), (400, -32700, "limit-depth"), json!("a")),
    ]
}

fn of_the_envelope() -> Vec<Row> {
    let discover = || request("server/discover", json!({}));
    let remove = |post: Post, member: &'static str| {
        post.edit(|body| {
            let meta = body["params"]["_meta"].as_object_mut().unwrap();
            meta.remove(&format!("io.modelcontextprotocol/{member}")).unwrap();
        })
    };
    let (a, none) = (json!("a"), Value::Null);
    vec![
        ("null id", discover().edit(|it| it["id"] = none.clone()), (400, -32600, "id-null"), none),
        ("batch", discover().text("[]"), (400, -32600, "jsonrpc-batch"), Value::Null),
        (
            "version of JSON-RPC",
            discover().edit(|it| it["jsonrpc"] = json!("1.0")),
            (400, -32600, "jsonrpc-version"),
            a.clone(),
        ),
        (
            "capabilities",
            remove(discover(), "clientCapabilities"),
            (400, -32602, "meta-client-capabilities-missing"),
            a.clone(),
        ),
    ]
}

fn of_the_headers() -> Vec<Row> {
    let one = json!(1);
    vec![
        (
            "accept",
            query().with("accept", "text/html"),
            (406, -32600, "not-acceptable"),
            one.clone(),
        ),
        (
            "accept of a stream",
            Post::listen(json!({}))
                .with("accept", "application/json")
                .with("authorization", "ours"),
            (406, -32600, "not-acceptable"),
            one.clone(),
        ),
        (
            "header of the version",
            query().without("mcp-protocol-version"),
            (400, -32020, "header-version-missing"),
            one.clone(),
        ),
        (
            "header of the method",
            query().with("mcp-method", "tools/list"),
            (400, -32020, "header-method-mismatch"),
            one.clone(),
        ),
        (
            "header of the name",
            query().with("mcp-name", "=?base64?ZWNobw?="),
            (400, -32020, "header-name-encoding"),
            one.clone(),
        ),
    ]
}

fn of_what_is_asked_for() -> Vec<Row> {
    let discover = || request("server/discover", json!({}));
    let old = |post: Post| {
        let pointer = "/params/_meta/io.modelcontextprotocol~1protocolVersion";
        post.edit(|body| *body.pointer_mut(pointer).unwrap() = json!("1999-01-01"))
            .with("mcp-protocol-version", "1999-01-01")
    };
    let (a, one) = (json!("a"), json!(1));
    vec![
        ("version", old(discover()), (400, -32022, "version-unsupported"), a.clone()),
        ("method", request("no/such", json!({})), (404, -32601, "method-unknown"), a.clone()),
        (
            "notification with an id",
            request("notifications/cancelled", json!({"requestId": 1})),
            (404, -32601, "method-unknown"),
            a.clone(),
        ),
        ("removed method", request("ping", json!({})), (404, -32601, "method-removed"), a.clone()),
        (
            "capability of the server",
            request("prompts/list", json!({})),
            (404, -32601, "method-unknown"),
            a.clone(),
        ),
        (
            "params",
            query().edit(|it| it["params"]["arguments"] = json!([])),
            (400, -32602, "tools-call-arguments-type"),
            one.clone(),
        ),
    ]
}

fn of_the_features() -> Vec<Row> {
    let (a, one) = (json!("a"), json!(1));
    vec![
        (
            "extension",
            Post::call("works", json!({})).with("authorization", "ours"),
            (400, -32021, "capability-required"),
            one.clone(),
        ),
        (
            "tool",
            Post::call("nope", json!({})).with("authorization", "ours"),
            (200, -32602, "tool-unknown"),
            one.clone(),
        ),
        (
            "resource",
            request("resources/read", json!({"uri": "file:///nope"})),
            (200, -32602, "resource-unknown"),
            a.clone(),
        ),
        (
            "cursor",
            request("tools/list", json!({"cursor": "nope"})),
            (200, -32602, "cursor-unknown"),
            a,
        ),
        (
            "header of an argument",
            query().with("mcp-param-region", "us"),
            (400, -32020, "xhdr-server-body-match"),
            one.clone(),
        ),
        (
            "no header of an argument",
            query().without("mcp-param-region"),
            (400, -32020, "xhdr-mirror"),
            one.clone(),
        ),
        (
            "capability of the client",
            Post::call("ask", json!({})).with("authorization", "ours"),
            (400, -32021, "capability-required"),
            one.clone(),
        ),
        (
            "panic",
            Post::call("fails", json!({})).with("authorization", "ours"),
            (200, -32603, "handler-failed"),
            one,
        ),
    ]
}

#[tokio::test]
async fn each_reason_has_its_status_its_code_and_its_rule() {
    let service = endpoint();
    let mut wrong = Vec::new();
    let rows = [
        before_the_message(),
        of_the_envelope(),
        of_the_headers(),
        of_what_is_asked_for(),
        of_the_features(),
    ];
    for (name, post, due, id) in rows.into_iter().flatten() {
        let got = post.send(&service).await;
        let (status, code, rule) = got.refusal();
        if (status, code, &*rule) != due {
            wrong.push(format!("{name}: {due:?}, but {got:?}"));
            continue;
        }
        let message = got.json();
        assert_eq!(message.get("id").cloned().unwrap_or_default(), id, "{name}: {message}");
        let text = message["error"]["message"].as_str().unwrap();
        assert!(text.ends_with(['.', '`']), "{name}: {text}");
        assert_eq!(got.header("allow"), (status == 405).then_some("POST"), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_can_be_served_is_served() {
    let service = endpoint();
    let encoded = query().with("mcp-name", "=?base64?ZXhlY3V0ZV9zcWw=?=");
    let sharded = query()
        .edit(|it| it["params"]["arguments"]["shard"] = json!(42.0))
        .with("mcp-param-shard", "42");
    let rights = [
        query(),
        encoded,
        sharded,
        query().with("mcp-param-nosuch", "x"),
        query().with("mcp-session-id", "abc").with("last-event-id", "42"),
        query().with("content-type", "Application/JSON; charset=utf-8"),
        query().without("accept"),
        query().with("accept", "application/json").and("accept", "text/event-stream"),
        query().with("mcp-name", "  execute_sql \t"),
        query().text(format!("\u{feff}{}", query().spelled())),
    ];
    for post in rights {
        let got = post.clone().send(&service).await;
        assert_eq!(got.status, 200, "{post:?}");
        assert_eq!(got.json()["result"]["structuredContent"], json!({"result": "done"}), "{got:?}");
        assert_eq!(got.header("mcp-session-id"), None);
    }
    // What the arguments of a tool must be is the model's business.
    let got = query().edit(|it| it["params"]["arguments"]["query"] = json!(3)).send(&service).await;
    assert_eq!((got.status.as_u16(), &got.json()["result"]["isError"]), (200, &json!(true)));
}

#[tokio::test]
async fn who_may_not_call_gets_the_answer_of_the_guard() {
    let service = endpoint();
    let got = query().without("authorization").send(&service).await;
    assert_eq!(got.refusal(), (401, -32600, "caller-unknown".to_owned()));
    assert_eq!(got.header("www-authenticate"), Some("Bearer scope=\"mcp\""));
    let got = query().with("authorization", "Bearer other").send(&service).await;
    assert_eq!(got.refusal(), (403, 4030, "caller-forbidden".to_owned()));
    let got = query().with("authorization", "Bearer less").send(&service).await;
    assert_eq!(got.refusal(), (403, 4031, "scope-insufficient".to_owned()));
    assert_eq!(got.header("www-authenticate"), Some("Bearer scope=\"more\""));
    let got = query().with("authorization", "Bearer odd").send(&service).await;
    assert_eq!((got.status.as_u16(), &*got.body), (418, "short and stout"));
}

#[tokio::test]
async fn a_notification_is_accepted_without_a_body() {
    let service = endpoint();
    let post = query()
        .text(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    let got = post.send(&service).await;
    assert_eq!((got.status.as_u16(), &*got.body, got.header("content-type")), (202, "", None));
    let post = query().text(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    let (status, code, _) = post.send(&service).await.refusal();
    assert_eq!((status, code), (400, -32600));
}
