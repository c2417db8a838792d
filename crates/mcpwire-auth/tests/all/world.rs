//! A server, authorization servers and a client, without a network.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::header::LOCATION;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use mcpwire::{Server, Tool};
use mcpwire_auth::browser::{Browser, Visit};
use mcpwire_auth::guard::{Guard, Jwks, Policy, Tokens};
use mcpwire_auth::registration::Identity;
use mcpwire_auth::{Attempts, AuthError, Authorizer, FetchError, Grant, Next, Scopes};
use mcpwire_http::{Hosts, Service, service};
use serde_json::{Value, json};
use tower_service::Service as _;

use super::authority::Authority;

pub(crate) const SERVER: &str = "https://mcp.example.com/mcp";
pub(crate) const FIRST: &str = "https://as.example.com";
pub(crate) const SECOND: &str = "https://as2.example.com";

type Front = dyn Fn(&Request<Bytes>) -> Option<Response<Bytes>> + Send + Sync;

pub(crate) struct World {
    pub(crate) first: Authority,
    pub(crate) second: Authority,
    service: Mutex<Option<Service>>,
    /// Answers before anybody else does.
    front: Mutex<Option<Box<Front>>>,
    /// What was sent where, with the credentials that went along.
    pub(crate) log: Mutex<Vec<(String, Option<String>)>>,
}

impl World {
    /// A server that takes tokens of the first authorization server. Every request needs the scope
    /// `mcp:use`, and the tool `write` needs `files:write`, too.
    pub(crate) fn new() -> Arc<Self> {
        let world = Arc::new(World {
            first: Authority::new(FIRST),
            second: Authority::new(SECOND),
            service: Mutex::default(),
            front: Mutex::default(),
            log: Mutex::default(),
        });
        world.trust(FIRST);
        world
    }

    pub(crate) fn jwks(self: &Arc<Self>, issuer: &str) -> Jwks {
        Jwks::new(format!("{issuer}/jwks"), self.fetch())
    }

    /// Has the server take tokens of this authorization server only.
    pub(crate) fn trust(self: &Arc<Self>, issuer: &str) {
        self.guarded(issuer, Tokens::Jwt(self.jwks(issuer)));
    }

    pub(crate) fn guarded(&self, issuer: &str, tokens: Tokens) {
        let policy = Policy::new(Scopes::parse("mcp:use"))
            .implies("admin", Scopes::parse("files:write"))
            .needs_for(|operation| match (operation.method, operation.name) {
                (Some("tools/call"), Some("write")) => Scopes::parse("files:write"),
                _ => Scopes::default(),
            });
        let guard = Guard::new(SERVER, issuer, tokens, policy).unwrap();
        let who = |context: mcpwire::Context| async move {
            context.caller().principal().unwrap_or("nobody").to_owned()
        };
        let server = Server::new("guarded", "1")
            .tool(Tool::new("who", move |_: mcpwire::NoArguments, context| who(context)))
            .tool(Tool::new("write", || async { "written" }));
        let service = service(server).unwrap();
        let service = service.hosts(Hosts::Named(vec!["mcp.example.com".to_owned()]));
        *self.service.lock().unwrap() = Some(guard.protect(service).unwrap());
    }

    pub(crate) fn front(
        &self,
        front: impl Fn(&Request<Bytes>) -> Option<Response<Bytes>> + Send + Sync + 'static,
    ) {
        *self.front.lock().unwrap() = Some(Box::new(front));
    }

    pub(crate) fn fetch(
        self: &Arc<Self>,
    ) -> impl Fn(Request<Bytes>) -> Fetched + Send + Sync + 'static {
        let world = self.clone();
        move |request| {
            let world = world.clone();
            Box::pin(async move { world.send(request).await })
        }
    }

    pub(crate) async fn send(
        &self,
        request: Request<Bytes>,
    ) -> Result<Response<Bytes>, FetchError> {
        let shown = request.headers().get("authorization");
        let shown = shown.map(|value| value.to_str().unwrap().to_owned());
        let line = format!("{} {}", request.method(), request.uri());
        self.log.lock().unwrap().push((line, shown));
        let front = self.front.lock().unwrap().as_ref().and_then(|front| front(&request));
        if let Some(answer) = front {
            return Ok(answer);
        }
        match request.uri().host() {
            Some("as.example.com") => Ok(self.first.answer(&request)),
            Some("as2.example.com") => Ok(self.second.answer(&request)),
            Some("mcp.example.com") => {
                let path = request.uri().path();
                if path != "/mcp" && path != "/.well-known/oauth-protected-resource/mcp" {
                    return Ok(super::authority::json(404, &json!({})));
                }
                let mut service = self.service.lock().unwrap().clone().unwrap();
                let answer = service.call(request.map(Full::new)).await.unwrap();
                let (head, body) = answer.into_parts();
                let body = body.collect().await.unwrap().to_bytes();
                Ok(Response::from_parts(head, body))
            }
            _ => Err(FetchError("there is no such host".to_owned())),
        }
    }

    pub(crate) fn person(self: &Arc<Self>) -> Grant {
        Grant::person(Yes(self.clone()))
    }

    pub(crate) fn authorizer(self: &Arc<Self>) -> Authorizer {
        Authorizer::new(SERVER, Identity::new("tests"), self.person(), self.fetch()).unwrap()
    }

    /// How many requests went to addresses that begin like this.
    pub(crate) fn count(&self, line: &str) -> usize {
        self.log.lock().unwrap().iter().filter(|(sent, _)| sent.starts_with(line)).count()
    }

    /// Calls a tool as a client does that has an authorizer.
    pub(crate) async fn call(&self, by: &Authorizer, tool: &str) -> Result<Answer, AuthError> {
        let mut attempts = Attempts::default();
        loop {
            let credentials = by.credentials(&Method::POST, SERVER).await?;
            let mut request = call_request(tool);
            request.headers_mut().extend(credentials.headers.clone());
            let answer = self.send(request).await.unwrap();
            let (status, headers) = (answer.status(), answer.headers());
            let next = by.judge(SERVER, &credentials, status, headers, &mut attempts).await?;
            if next == Next::Done {
                let body = serde_json::from_slice(answer.body()).unwrap_or_default();
                return Ok(Answer { status, body });
            }
        }
    }
}

type Fetched = std::pin::Pin<Box<dyn Future<Output = Result<Response<Bytes>, FetchError>> + Send>>;

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl Answer {
    /// What the tool said.
    pub(crate) fn text(&self) -> &str {
        self.body["result"]["structuredContent"]["result"].as_str().unwrap_or_default()
    }
}

pub(crate) fn call_request(tool: &str) -> Request<Bytes> {
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": tool, "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }},
    });
    Request::post(SERVER)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(Bytes::from(body.to_string()))
        .unwrap()
}

/// A person who says yes at once.
struct Yes(Arc<World>);

impl Browser for Yes {
    fn redirect_uri(&self) -> String {
        "http://127.0.0.1:7/callback".to_owned()
    }

    fn visit(&self, url: &str) -> Visit<'_> {
        let request = Request::get(url).body(Bytes::new()).unwrap();
        Box::pin(async move {
            let answer = self.0.send(request).await.unwrap();
            Ok(answer.headers()[LOCATION].to_str().unwrap().to_owned())
        })
    }
}
