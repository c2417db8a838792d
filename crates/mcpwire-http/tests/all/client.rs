//! A client by hand: requests into the service, answers out, without a socket.

use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use mcpwire::{Context, Elicit, Failure, NoArguments, Server, Tool};
use mcpwire_http::{Body, Service, service};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_service::Service as _;

#[derive(Deserialize, JsonSchema)]
struct Hello {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Sql {
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
}

#[derive(Deserialize, JsonSchema)]
struct Sure {
    sure: bool,
}

/// How many messages tool `flood` says before its answer.
pub(crate) const FLOOD: u32 = 12;

/// A server with a bit of everything.
pub(crate) fn server() -> Server {
    let told = |_: NoArguments, context: Context| async move {
        context.progress(1.0, None, None).await;
        context.progress(2.0, None, None).await;
        "done"
    };
    let ask = |context: Context| async move {
        let sure = context.input("sure", Elicit::form::<Sure>("Sure?"))?;
        Ok::<_, Failure>(format!("{:?}", sure.accepted().map(|it| it.sure)))
    };
    // More than is kept of a stream.
    let flood = |_: NoArguments, context: Context| async move {
        for number in 1..=FLOOD {
            context.progress(f64::from(number), None, Some(&"x".repeat(200_000))).await;
        }
        "done"
    };
    let forever = || std::future::pending::<&'static str>();
    let bump = |context: Context| async move {
        context.changes().tools_changed();
        "bumped"
    };
    Server::new("tests", "1")
        .on_notice(|_| {})
        .tools_may_change()
        .tool(Tool::new("hello", |hello: Hello| async move { format!("Hello, {}!", hello.name) }))
        .tool(Tool::new("sql", |sql: Sql| async move { sql.region }))
        .tool(Tool::new("told", told))
        .tool(Tool::new("flood", flood))
        .tool(Tool::new("ask", ask))
        .tool(Tool::new("forever", forever))
        .tool(Tool::new("bump", bump))
}

/// An answer that was read whole.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {:?}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The data of the events of a stream.
    pub(crate) fn events(&self) -> Vec<Value> {
        assert_eq!(self.header("content-type"), Some("text/event-stream"), "{}", self.text);
        let data = self.text.lines().filter_map(|line| line.strip_prefix("data: "));
        data.map(|data| serde_json::from_str(data).unwrap()).collect()
    }
}

/// A client of one endpoint.
pub(crate) struct Client(pub(crate) Service);

impl Client {
    pub(crate) fn new() -> Self {
        Client(service(server()).unwrap())
    }

    pub(crate) async fn open(&self, request: Request<Full<&'static [u8]>>) -> http::Response<Body> {
        self.0.clone().call(request).await.unwrap()
    }

    pub(crate) async fn send(&self, request: Request<Full<&'static [u8]>>) -> Answer {
        let (head, body) = self.open(request).await.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        Answer { status: head.status.as_u16(), headers: head.headers, text }
    }
}

/// A POST with these headers beside the usual ones; an empty value takes one away.
pub(crate) fn post(body: &str, headers: &[(&str, &str)]) -> Request<Full<&'static [u8]>> {
    let usual = [
        ("host", "localhost:8080"),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let body: &'static [u8] = Box::leak(body.as_bytes().to_vec().into_boxed_slice());
    let mut request = Request::builder().method("POST").uri("/mcp");
    for (name, value) in usual {
        if !headers.iter().any(|(other, _)| *other == name) {
            request = request.header(name, value);
        }
    }
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        request = request.header(*name, *value);
    }
    request.body(Full::new(body)).unwrap()
}

/// A modern message, with the headers that mirror it.
pub(crate) fn modern(
    id: Value,
    method: &str,
    mut params: Value,
) -> (String, Vec<(String, String)>) {
    if params["_meta"].is_null() {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        });
    }
    let mut headers = vec![
        ("mcp-protocol-version".to_owned(), "2026-07-28".to_owned()),
        ("mcp-method".to_owned(), method.to_owned()),
    ];
    if let Some(name) = params["name"].as_str() {
        headers.push(("mcp-name".to_owned(), name.to_owned()));
    }
    let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    (message.to_string(), headers)
}

/// A modern request, with other headers in place of some.
pub(crate) fn ask(
    method: &str,
    params: Value,
    other: &[(&str, &str)],
) -> Request<Full<&'static [u8]>> {
    let (body, headers) = modern(json!(1), method, params);
    let mut all: Vec<(&str, &str)> =
        headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    all.retain(|(name, _)| !other.iter().any(|(it, _)| it == name));
    all.extend_from_slice(other);
    post(&body, &all)
}
