//! Tokens without a person, tokens with proofs, and servers of the first revision.

use http::{Method, StatusCode};
use mcpwire_auth::registration::{Client, Identity};
use mcpwire_auth::{Assertion, AuthErrorKind, Authorizer, Enterprise, Grant};
use serde_json::{Value, json};

use super::authority::json as answer;
use super::flows::rule;
use super::proofs;
use super::world::{FIRST, SECOND, SERVER, World};

#[tokio::test]
async fn a_program_may_act_for_itself() {
    let world = World::new();
    let identity = Identity::new("tests").registered(FIRST, Client::with_secret("me", "pw"));
    let grant = Grant::ClientCredentials;
    let by = Authorizer::new(SERVER, identity, grant, world.fetch()).unwrap();
    assert_eq!(world.call(&by, "write").await.unwrap().text(), "written");
    let asked = world.first.last_token_request();
    assert_eq!(asked["grant_type"], "client_credentials");
    assert_eq!(asked["scope"], "mcp:use files:write");
}

#[tokio::test]
async fn a_workload_shows_what_its_platform_says() {
    let world = World::new();
    let identity = Identity::new("tests").registered(FIRST, Client::public("me"));
    let assertion =
        Assertion::new(|audience| std::future::ready(Ok(format!("for {audience}").into())));
    let grant = Grant::Workload(assertion);
    let by = Authorizer::new(SERVER, identity, grant, world.fetch()).unwrap();
    world.call(&by, "who").await.unwrap();
    let asked = world.first.last_token_request();
    assert_eq!(asked["assertion"], format!("for {FIRST}"));
    assert_eq!(asked["client_id"], "me");
    assert!(world.first.authorizations.lock().unwrap().is_empty());
}

#[tokio::test]
async fn an_enterprise_decides_for_its_people() {
    let world = World::new();
    let identity = Identity::new("tests").registered(FIRST, Client::with_secret("me", "pw"));
    let grant = Grant::Enterprise(Enterprise {
        issuer: SECOND.to_owned(),
        token_endpoint: format!("{SECOND}/token"),
        client: Client::public("me-at-work"),
        id_token: Assertion::fixed("id-token"),
    });
    let by = Authorizer::new(SERVER, identity, grant, world.fetch()).unwrap();
    world.call(&by, "who").await.unwrap();
    let exchanged = world.second.last_token_request();
    let due = [
        ("subject_token", "id-token"),
        ("audience", FIRST),
        ("resource", SERVER),
        ("client_id", "me-at-work"),
    ];
    for (name, value) in due {
        assert_eq!(exchanged[name], value);
    }
    let asked = world.first.last_token_request();
    assert_eq!(asked["assertion"], "the-id-jag");
    assert_eq!(asked["basic"], "me:pw");
    // Neither sees what is the other's.
    assert!(!asked.contains_key("subject_token"));
    assert!(world.first.authorizations.lock().unwrap().is_empty());
}

/// A server that takes tokens with proofs only, and wants a nonce of its own.
fn wants_proofs(world: &World) {
    world.front(|request| {
        if request.uri().path() != "/mcp" {
            return None;
        }
        let refuse = |challenge: &str| {
            let mut answer = answer(401, &json!({}));
            answer.headers_mut().insert("www-authenticate", challenge.parse().unwrap());
            answer.headers_mut().insert("dpop-nonce", "rs-nonce".parse().unwrap());
            Some(answer)
        };
        let headers = request.headers();
        let Some(shown) = headers.get("authorization") else { return refuse("DPoP scope=\"s\"") };
        assert!(shown.to_str().unwrap().starts_with("DPoP "));
        let claims = proofs::verified(headers["dpop"].to_str().unwrap());
        assert_eq!((&claims["htm"], &claims["htu"]), (&json!("POST"), &json!(SERVER)));
        assert!(claims["ath"].is_string());
        match claims.get("nonce") {
            Some(nonce) if nonce == "rs-nonce-2" => Some(answer(200, &Value::Null)),
            _ => {
                let mut answer = refuse("DPoP error=\"use_dpop_nonce\"")?;
                answer.headers_mut().insert("dpop-nonce", "rs-nonce-2".parse().unwrap());
                Some(answer)
            }
        }
    });
}

#[tokio::test]
async fn tokens_are_bound_to_a_key_where_that_is_wanted() {
    let world = World::new();
    world.first.set(|it| it.nonce = Some("as-nonce"));
    wants_proofs(&world);
    let by = world.authorizer();
    assert_eq!(world.call(&by, "who").await.unwrap().status, StatusCode::OK);
    // Once without and once with the nonce.
    assert_eq!(world.first.token_requests.lock().unwrap().len(), 2);
    assert_eq!(world.call(&by, "who").await.unwrap().status, StatusCode::OK);
    assert_eq!(world.first.token_requests.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn a_nonce_that_never_fits_is_given_up() {
    let world = World::new();
    world.front(|request| {
        (request.uri().path() == "/mcp").then(|| {
            let mut answer = answer(401, &json!({}));
            let challenge = "DPoP error=\"use_dpop_nonce\"".parse().unwrap();
            answer.headers_mut().insert("www-authenticate", challenge);
            answer.headers_mut().insert("dpop-nonce", "n".parse().unwrap());
            answer
        })
    });
    let error = world.call(&world.authorizer(), "who").await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Rejected, "{error}");
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn servers_of_the_first_revision_are_reached_where_they_publish_nothing() {
    let server = "https://as.example.com/mcp";
    for is_published in [true, false] {
        let world = World::new();
        world.front(move |request| {
            let shown = request.headers().contains_key("authorization");
            match request.uri().path() {
                "/mcp" if shown => Some(answer(200, &Value::Null)),
                "/mcp" => Some(answer(401, &json!({}))),
                "/.well-known/oauth-authorization-server" if !is_published => {
                    Some(answer(404, &json!({})))
                }
                _ => None,
            }
        });
        let identity = || Identity::new("tests");
        let make = || Authorizer::new(server, identity(), world.person(), world.fetch()).unwrap();
        let credentials = Default::default();
        let mut attempts = Default::default();
        let (status, none) = (StatusCode::UNAUTHORIZED, http::HeaderMap::new());
        let strict = make().without_older_servers();
        let refused = strict.judge(server, &credentials, status, &none, &mut attempts).await;
        assert_eq!(rule(&refused.unwrap_err()), Some("authd-prm-location"));
        // Without metadata nothing promises `iss`.
        let by = make();
        by.judge(server, &credentials, status, &none, &mut attempts).await.unwrap();
        assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
        let credentials = by.credentials(&Method::POST, server).await.unwrap();
        assert!(credentials.headers.contains_key("authorization"));
    }
}
