//! Against a real authorization server over sockets: `oidc-provider`, which `cargo xtask test`
//! installs. A person without a browser logs in by its forms.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use http::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use mcpwire::{Caller, Server, Tool};
use mcpwire_auth::browser::{Browser, Visit};
use mcpwire_auth::grant::SigningKey;
use mcpwire_auth::guard::{Guard, Introspection, Jwks, Policy, Tokens};
use mcpwire_auth::registration::{Client, Identity};
use mcpwire_auth::{Attempts, AuthError, Authorizer, Fetch, FetchError, Grant, Next, Scopes};
use mcpwire_http::{Denial, Service, service};
use p256::elliptic_curve::Generate;
use p256::pkcs8::{EncodePrivateKey, LineEnding};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::proofs;
use super::world::call_request;

/// The authorization server as a process, which ends with the test.
struct Authority {
    process: Child,
    issuer: String,
    pem: String,
    /// It ends when it says something that nobody takes.
    _lines: Lines<BufReader<ChildStdout>>,
}

impl Authority {
    fn start() -> Self {
        let folder = std::env::var("MCPWIRE_PEER_AUTHORITY")
            .expect("MCPWIRE_PEER_AUTHORITY names the folder of its packages: `cargo xtask auth`");
        let secret = p256::SecretKey::generate();
        let pem = secret.to_pkcs8_pem(LineEnding::LF).unwrap();
        let key = jsonwebtoken::EncodingKey::from_ec_pem(pem.as_bytes()).unwrap();
        let jwk = jsonwebtoken::jwk::Jwk::from_encoding_key(&key, jsonwebtoken::Algorithm::ES256);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../peers/authority/authority.mjs");
        let mut process =
            Command::new(std::env::var("MCPWIRE_PEER_NODE").unwrap_or("node".to_owned()))
                .arg(script)
                .env("MCPWIRE_PEER_NODE_MODULES", folder)
                .env("MCPWIRE_PEER_JWK", serde_json::to_string(&jwk.unwrap()).unwrap())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let line = lines.next().expect("the authorization server says where it is").unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let issuer = said["issuer"].as_str().unwrap().to_owned();
        Authority { process, issuer, pem: pem.to_string(), _lines: lines }
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn send(request: Request<Bytes>) -> Result<Response<Bytes>, FetchError> {
    mcpwire_auth::http_client().fetch(request).await
}

/// Serves at a port that was free, under the address that `make` is told.
async fn serve(path: &str, make: impl FnOnce(&str) -> Service) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}{path}", listener.local_addr().unwrap());
    let service = make(&url);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let service = TowerToHyperService::new(service.clone());
            let http = hyper::server::conn::http1::Builder::new();
            tokio::spawn(http.serve_connection(TokioIo::new(stream), service));
        }
    });
    url
}

fn tools() -> Service {
    let who = |_: mcpwire::NoArguments, context: mcpwire::Context| async move {
        context.caller().principal().unwrap_or("nobody").to_owned()
    };
    let server = Server::new("guarded", "1")
        .tool(Tool::new("who", who))
        .tool(Tool::new("write", || async { "written" }));
    service(server).unwrap()
}

fn guarded(url: &str, issuer: &str, tokens: Tokens) -> Service {
    let policy = Policy::new(Scopes::parse("mcp:use")).needs_for(|it| match it.name {
        Some("write") => Scopes::parse("files:write"),
        _ => Scopes::default(),
    });
    Guard::new(url, issuer, tokens, policy).unwrap().protect(tools()).unwrap()
}

async fn guarded_by_keys(authority: &Authority) -> String {
    let issuer = &authority.issuer;
    let jwks = Jwks::new(format!("{issuer}/jwks"), send);
    serve("/mcp", |url| guarded(url, issuer, Tokens::Jwt(jwks))).await
}

async fn call(by: &Authorizer, url: &str, tool: &str) -> Result<(StatusCode, Value), AuthError> {
    let mut attempts = Attempts::default();
    loop {
        let credentials = by.credentials(&Method::POST, url).await?;
        let mut request = call_request(tool);
        *request.uri_mut() = url.parse().unwrap();
        request.headers_mut().extend(credentials.headers.clone());
        let answer = send(request).await.unwrap();
        let status = answer.status();
        let next = by.judge(url, &credentials, status, answer.headers(), &mut attempts).await?;
        if next == Next::Done {
            let body: Value = serde_json::from_slice(answer.body()).unwrap_or_default();
            return Ok((status, body["result"]["structuredContent"]["result"].clone()));
        }
    }
}

/// A person who fills in forms.
#[derive(Default)]
struct Forms {
    cookies: Mutex<BTreeMap<String, String>>,
    visits: Arc<Mutex<Vec<String>>>,
}

impl Forms {
    async fn open(&self, request: http::request::Builder, body: String) -> Response<Bytes> {
        let cookies = self.cookies.lock().unwrap().clone();
        let cookies: Vec<String> =
            cookies.iter().map(|(name, it)| format!("{name}={it}")).collect();
        let request = request.header(COOKIE, cookies.join("; ")).body(Bytes::from(body)).unwrap();
        let sent = request.uri().clone();
        let answer = send(request).await.unwrap_or_else(|error| panic!("{sent}: {error}"));
        for line in answer.headers().get_all(SET_COOKIE) {
            let pair = line.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
        }
        answer
    }
}

/// The text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split_once(after).map(|(found, _)| found)
}

impl Browser for Forms {
    fn redirect_uri(&self) -> String {
        "http://127.0.0.1:7/callback".to_owned()
    }

    fn visit(&self, url: &str) -> Visit<'_> {
        self.visits.lock().unwrap().push(url.to_owned());
        let root = format!("http://{}", between(url, "http://", "/").unwrap());
        let mut answer = (Request::get(url), String::new());
        Box::pin(async move {
            for _ in 0..20 {
                let got = self.open(answer.0, answer.1).await;
                if let Some(place) = got.headers().get(LOCATION) {
                    let place = place.to_str().unwrap();
                    if place.starts_with(&self.redirect_uri()) {
                        return Ok(place.to_owned());
                    }
                    let place = match place.starts_with('/') {
                        true => format!("{root}{place}"),
                        false => place.to_owned(),
                    };
                    answer = (Request::get(place), String::new());
                    continue;
                }
                let page = String::from_utf8_lossy(got.body()).into_owned();
                let action = between(&page, "action=\"", "\"").unwrap_or_else(|| panic!("{page}"));
                let prompt = between(&page, "name=\"prompt\" value=\"", "\"").unwrap();
                let form = format!("prompt={prompt}&login=ali&password=any");
                let post = Request::post(action);
                answer = (post.header(CONTENT_TYPE, "application/x-www-form-urlencoded"), form);
            }
            Err(AuthError::own("The forms come to no end."))
        })
    }
}

#[tokio::test]
#[ignore = "needs a real authorization server, which `cargo xtask test` installs"]
async fn a_person_logs_in_and_grants_more_later_and_is_not_asked_again() {
    let authority = Authority::start();
    let url = guarded_by_keys(&authority).await;
    let forms = Forms::default();
    let visits = forms.visits.clone();
    let by = Authorizer::new(&*url, Identity::new("tests"), Grant::person(forms), send).unwrap();
    let who = json!(format!("{} ali", authority.issuer));
    assert_eq!(call(&by, &url, "who").await.unwrap(), (StatusCode::OK, who.clone()));
    assert_eq!(visits.lock().unwrap().len(), 1);
    // The token is short-lived and renewed by its refresh token, each of which is good once.
    for _ in 0..3 {
        assert_eq!(call(&by, &url, "who").await.unwrap(), (StatusCode::OK, who.clone()));
    }
    assert_eq!(visits.lock().unwrap().len(), 1);
    let written = call(&by, &url, "write").await.unwrap();
    assert_eq!(written, (StatusCode::OK, json!("written")));
    assert_eq!(visits.lock().unwrap().len(), 2);
    assert!(visits.lock().unwrap()[1].contains("scope=mcp%3Ause+offline_access+files%3Awrite"));
    assert_eq!(call(&by, &url, "who").await.unwrap(), (StatusCode::OK, who));
    assert_eq!(visits.lock().unwrap().len(), 2);
}

#[tokio::test]
#[ignore = "needs a real authorization server, which `cargo xtask test` installs"]
async fn programs_act_for_themselves_with_a_secret_or_a_key() {
    let authority = Authority::start();
    let url = guarded_by_keys(&authority).await;
    let key = SigningKey::from_pem(&authority.pem, "ES256").unwrap();
    let clients =
        [Client::with_secret("service", "service-secret"), Client::with_key("keyed", key)];
    for client in clients {
        let who = json!(format!("{} {}", authority.issuer, client.id));
        let identity = Identity::new("tests").registered(&*authority.issuer, client);
        let by = Authorizer::new(&*url, identity, Grant::ClientCredentials, send).unwrap();
        assert_eq!(call(&by, &url, "who").await.unwrap(), (StatusCode::OK, who));
        let written = call(&by, &url, "write").await.unwrap();
        assert_eq!(written, (StatusCode::OK, json!("written")));
    }
    let wrong = Client::with_secret("service", "guessed");
    let identity = Identity::new("tests").registered(&*authority.issuer, wrong);
    let by = Authorizer::new(&*url, identity, Grant::ClientCredentials, send).unwrap();
    let told = call(&by, &url, "who").await.unwrap_err().to_string();
    assert!(told.contains("invalid_client") && !told.contains("guessed"), "{told}");
}

#[tokio::test]
#[ignore = "needs a real authorization server, which `cargo xtask test` installs"]
async fn tokens_that_say_nothing_are_asked_about() {
    let authority = Authority::start();
    let issuer = &authority.issuer;
    let place = format!("{issuer}/token/introspection");
    let asking = Introspection::new(place, "resource-server", "resource-secret", send);
    let url = serve("/opaque", |url| guarded(url, issuer, Tokens::Introspection(asking))).await;
    let by = Authorizer::new(&*url, Identity::new("tests"), Grant::person(Forms::default()), send);
    let who = json!(format!("{issuer} ali"));
    assert_eq!(call(&by.unwrap(), &url, "who").await.unwrap(), (StatusCode::OK, who));
}

#[tokio::test]
#[ignore = "needs a real authorization server, which `cargo xtask test` installs"]
async fn tokens_are_bound_to_a_key() {
    let authority = Authority::start();
    let issuer = authority.issuer.clone();
    let url = serve("/mcp", |url| {
        let at = url.replace("/mcp", "/metadata");
        let metadata = json!({"resource": url, "authorization_servers": [issuer]});
        let resource = url.to_owned();
        tools().document("/metadata", metadata.to_string()).authorize(move |head| {
            let shown = head.headers.get("authorization").and_then(|it| it.to_str().ok());
            let proof = head.headers.get("dpop").and_then(|it| it.to_str().ok());
            let challenge = format!("DPoP resource_metadata=\"{at}\", scope=\"mcp:use\"");
            let (Some(shown), Some(proof)) = (shown, proof) else {
                return Err(Denial::unauthorized(&challenge));
            };
            assert!(shown.starts_with("DPoP "), "{shown}");
            assert_eq!(proofs::verified(proof)["htu"], resource);
            Ok(Caller::named("bound"))
        })
    })
    .await;
    let by = Authorizer::new(&*url, Identity::new("tests"), Grant::person(Forms::default()), send)
        .unwrap();
    for _ in 0..2 {
        let called = call(&by, &url, "who").await.unwrap();
        assert_eq!(called, (StatusCode::OK, json!("bound")));
    }
}
