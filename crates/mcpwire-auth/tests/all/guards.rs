//! Who is let in, and what the others are told.

use bytes::Bytes;
use http::{Request, StatusCode};
use mcpwire_auth::Scopes;
use mcpwire_auth::challenge::Demand;
use mcpwire_auth::guard::{Claims, Guard, Policy, Tokens};
use serde_json::{Value, json};

use super::authority::now;
use super::world::{FIRST, SECOND, SERVER, World, call_request};

const METADATA: &str = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

/// What a call of a tool is answered with.
pub(crate) struct Got {
    pub(crate) status: u16,
    pub(crate) demand: Demand,
    pub(crate) body: Value,
}

pub(crate) async fn call(world: &World, tool: &str, authorization: Option<&str>) -> Got {
    let mut request = call_request(tool);
    if let Some(value) = authorization {
        request.headers_mut().insert("authorization", value.parse().unwrap());
    }
    send(world, request).await
}

async fn send(world: &World, request: Request<Bytes>) -> Got {
    let answer = world.send(request).await.unwrap();
    Got {
        status: answer.status().as_u16(),
        demand: Demand::read(answer.headers()),
        body: serde_json::from_slice(answer.body()).unwrap_or_default(),
    }
}

/// The case AUTH-02.
#[tokio::test]
async fn whoever_shows_nothing_is_told_where_to_go() {
    let world = World::new();
    let got = call(&world, "who", None).await;
    assert_eq!(
        (got.status, got.body["error"]["data"]["rule"].as_str()),
        (401, Some("caller-unknown"))
    );
    assert_eq!(got.demand.resource_metadata.as_deref(), Some(METADATA));
    assert_eq!(got.demand.scopes, Some(Scopes::parse("mcp:use")));
    assert_eq!(got.demand.error, None);
    let got = send(&world, Request::get(METADATA).body(Bytes::new()).unwrap()).await;
    assert_eq!(got.status, 200);
    let due = json!({
        "resource": SERVER,
        "authorization_servers": [FIRST],
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["mcp:use"],
    });
    assert_eq!(got.body, due);
    let got = send(&world, Request::post(METADATA).body(Bytes::new()).unwrap()).await;
    assert_eq!(got.status, 405);
}

#[test]
fn the_identifier_of_a_server_is_published_as_it_was_given() {
    let world = World::new();
    for resource in
        ["https://mcp.example.com", "https://mcp.example.com/", "HTTPS://Mcp.example.com/a"]
    {
        let tokens = Tokens::Jwt(world.jwks(FIRST));
        let guard = Guard::new(resource, FIRST, tokens, Policy::default()).unwrap();
        let metadata: Value = serde_json::from_str(&guard.metadata()).unwrap();
        assert_eq!(metadata["resource"], resource);
    }
    let tokens = Tokens::Jwt(world.jwks(FIRST));
    assert!(Guard::new("mcp.example.com", FIRST, tokens, Policy::default()).is_err());
}

#[tokio::test]
async fn only_good_tokens_open() {
    let world = World::new();
    let claims = || world.first.claims(SERVER, "mcp:use");
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut claims = claims();
        edit(&mut claims);
        format!("Bearer {}", world.first.sign(&claims))
    };
    let good = edited(&|_| {});
    assert_eq!(call(&world, "who", Some(&good)).await.status, 200);
    assert_eq!(call(&world, "who", Some(&good.replacen("Bearer", "bEARER", 1))).await.status, 200);
    let foreign = world.second.sign(&claims());
    let rows = [
        ("issuer", edited(&|it| it["iss"] = SECOND.into())),
        ("issuer with a slash", edited(&|it| it["iss"] = format!("{FIRST}/").into())),
        ("audience", edited(&|it| it["aud"] = "https://other.example.com/mcp".into())),
        ("origin as audience", edited(&|it| it["aud"] = "https://mcp.example.com".into())),
        ("no audience", edited(&|it| drop(it.as_object_mut().unwrap().remove("aud")))),
        ("expired", edited(&|it| it["exp"] = (now() - Claims::LEEWAY - 1).into())),
        ("without end", edited(&|it| drop(it.as_object_mut().unwrap().remove("exp")))),
        ("not yet", edited(&|it| it["nbf"] = (now() + Claims::LEEWAY + 10).into())),
        ("bound to a key", edited(&|it| it["cnf"] = json!({"jkt": "x"}))),
        ("nobody's", edited(&|it| drop(it.as_object_mut().unwrap().remove("sub")))),
        ("another's signature", format!("Bearer {foreign}")),
        ("cut", good[..good.len() - 4].to_owned()),
        ("no JWT", "Bearer abc".to_owned()),
        ("unsigned", format!("Bearer {}", unsigned(&claims()))),
    ];
    for (what, token) in rows {
        let got = call(&world, "who", Some(&token)).await;
        assert_eq!(got.status, 401, "{what}");
        assert!(got.demand.is("invalid_token"), "{what}");
        assert_eq!(got.demand.resource_metadata.as_deref(), Some(METADATA), "{what}");
        assert!(!got.body.to_string().contains(&token[7..]), "{what}");
    }
}

/// A token that says that it needs no signature.
fn unsigned(claims: &Value) -> String {
    use base64::Engine;
    let encode = |text: &str| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(text);
    format!("{}.{}.", encode(r#"{"alg":"none","typ":"JWT"}"#), encode(&claims.to_string()))
}

#[tokio::test]
async fn a_public_key_is_no_shared_secret() {
    use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
    let world = World::new();
    let keys = world.send(Request::get(format!("{FIRST}/jwks")).body(Bytes::new()).unwrap());
    let keys: Value = serde_json::from_slice(keys.await.unwrap().body()).unwrap();
    for secret in [keys["keys"][1].to_string(), keys["keys"][1]["x"].as_str().unwrap().to_owned()] {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some("k1".to_owned());
        let key = EncodingKey::from_secret(secret.as_bytes()).unwrap();
        let token = encode(&header, &world.first.claims(SERVER, "mcp:use"), &key).unwrap();
        assert_eq!(call(&world, "who", Some(&format!("Bearer {token}"))).await.status, 401);
    }
}

#[tokio::test]
async fn what_is_no_token_is_malformed() {
    let world = World::new();
    for value in ["Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "Bearer \"a\"", "sesame"] {
        let got = call(&world, "who", Some(value)).await;
        let rule = got.body["error"]["data"]["rule"].as_str();
        assert_eq!((got.status, rule), (400, Some("credentials-malformed")), "{value}");
        assert!(got.demand.is("invalid_request"));
    }
    let mut twice = call_request("who");
    for _ in 0..2 {
        twice.headers_mut().append("authorization", "Bearer a".parse().unwrap());
    }
    assert_eq!(send(&world, twice).await.status, 400);
}

#[tokio::test]
async fn a_token_opens_what_its_scopes_say() {
    let world = World::new();
    let token =
        |scope: &str| format!("Bearer {}", world.first.sign(&world.first.claims(SERVER, scope)));
    let rows = [
        ("mcp:use", "who", 200),
        ("mcp:use", "write", 403),
        ("files:write", "write", 403),
        ("mcp:use files:write", "write", 200),
        // A broader scope covers what it implies.
        ("mcp:use admin", "write", 200),
        ("", "who", 403),
    ];
    for (scope, tool, due) in rows {
        let got = call(&world, tool, Some(&token(scope))).await;
        assert_eq!(got.status, due, "{scope}: {tool}");
        if due == 403 {
            assert!(got.demand.is("insufficient_scope"));
            // All that is needed, at once.
            let needs = if tool == "write" { "mcp:use files:write" } else { "mcp:use" };
            assert_eq!(got.demand.scopes, Some(Scopes::parse(needs)));
            assert_eq!(got.demand.resource_metadata.as_deref(), Some(METADATA));
        }
    }
}

#[tokio::test]
async fn what_the_head_says_counts_only_where_it_is_compared_with_the_body() {
    let world = World::new();
    let tokens = Tokens::Jwt(world.jwks(FIRST));
    let policy = Policy::default().needs_for(|operation| match operation.method {
        Some("tools/list") => Scopes::default(),
        _ => Scopes::parse("everything"),
    });
    let guard = Guard::new(SERVER, FIRST, tokens, policy).unwrap();
    let server = mcpwire::Server::new("s", "1").tool(mcpwire::Tool::new("t", || async { "done" }));
    let service = guard.protect(mcpwire_http::service(server).unwrap()).unwrap();
    let token = world.first.sign(&world.first.claims(SERVER, ""));
    // A call that says in its head to be a list, with what would keep the head from being compared.
    let rows: [(&str, &[(&str, &str)]); 3] = [
        ("none", &[]),
        ("old", &[("mcp-protocol-version", "2025-11-25")]),
        ("session", &[("mcp-protocol-version", "2026-07-28"), ("mcp-session-id", "x")]),
    ];
    for (what, headers) in rows {
        let mut request = Request::post("/mcp")
            .header("host", "localhost")
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .header("mcp-method", "tools/list");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#;
        let request = request.body(http_body_util::Full::new(Bytes::from(body))).unwrap();
        let answer = tower_service::Service::call(&mut service.clone(), request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{what}");
    }
}
