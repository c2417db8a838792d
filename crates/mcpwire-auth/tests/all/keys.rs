//! By what the guard knows that a token is good.

use std::time::Duration;

use bytes::Bytes;
use http::Request;
use mcpwire_auth::guard::{Claims, Introspection, JwksLimits, Refused, Tokens};
use serde_json::{Value, json};

use super::guards::call;
use super::world::{FIRST, SERVER, World};

#[tokio::test(start_paused = true)]
async fn keys_are_fetched_when_they_have_to_be_and_not_too_often() {
    let world = World::new();
    let jwks = world.jwks(FIRST).limits(JwksLimits::default());
    world.guarded(FIRST, Tokens::Jwt(jwks));
    let fetched = || world.count("GET https://as.example.com/jwks");
    let token = || format!("Bearer {}", world.first.sign(&world.first.claims(SERVER, "mcp:use")));
    let pass = |seconds| tokio::time::advance(Duration::from_secs(seconds));
    for _ in 0..3 {
        assert_eq!(call(&world, "who", Some(&token())).await.status, 200);
    }
    assert_eq!(fetched(), 1);
    // Invented names do not make it ask.
    world.second.rotate("invented");
    let invented = format!("Bearer {}", world.second.sign(&world.first.claims(SERVER, "mcp:use")));
    for _ in 0..5 {
        assert_eq!(call(&world, "who", Some(&invented)).await.status, 401);
    }
    assert_eq!(fetched(), 1);
    // A new key is found once some time has passed.
    world.first.rotate("k2");
    pass(31).await;
    assert_eq!(call(&world, "who", Some(&token())).await.status, 200);
    assert_eq!(fetched(), 2);
    // Old keys are fetched again.
    pass(3601).await;
    assert_eq!(call(&world, "who", Some(&token())).await.status, 200);
    assert_eq!(fetched(), 3);
}

#[tokio::test(start_paused = true)]
async fn without_keys_nobody_is_called_a_liar() {
    let world = World::new();
    let token = format!("Bearer {}", world.first.sign(&world.first.claims(SERVER, "mcp:use")));
    let down = |request: &Request<Bytes>| {
        (request.uri().path() == "/jwks").then(|| super::authority::json(500, &json!({})))
    };
    world.front(down);
    for _ in 0..3 {
        let got = call(&world, "who", Some(&token)).await;
        let rule = got.body["error"]["data"]["rule"].as_str();
        assert_eq!((got.status, rule), (503, Some("caller-unchecked")));
        tokio::time::advance(Duration::from_secs(11)).await;
    }
    // Not each request asks.
    assert_eq!(world.count("GET https://as.example.com/jwks"), 1);
    world.front(|_| None);
    assert_eq!(call(&world, "who", Some(&token)).await.status, 200);
    // Keys that were had once are used on while there are no others.
    world.front(down);
    tokio::time::advance(Duration::from_secs(4000)).await;
    assert_eq!(call(&world, "who", Some(&token)).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn tokens_can_be_asked_about() {
    let world = World::new();
    let asking = Introspection::new(format!("{FIRST}/introspect"), "rs", "pw", world.fetch());
    world.guarded(FIRST, Tokens::Introspection(asking));
    let asked = || world.count("POST https://as.example.com/introspect");
    let good = || call(&world, "who", Some("Bearer good.mcp-use"));
    for _ in 0..3 {
        assert_eq!(good().await.status, 200);
    }
    assert_eq!(asked(), 1);
    tokio::time::advance(Duration::from_secs(61)).await;
    assert_eq!((good().await.status, asked()), (200, 2));
    assert_eq!(call(&world, "who", Some("Bearer good.other")).await.status, 403);
    let got = call(&world, "who", Some("Bearer bad")).await;
    assert!(got.status == 401 && got.demand.is("invalid_token"));
    world.front(|request| {
        (request.uri().path() == "/introspect").then(|| super::authority::json(200, &json!([])))
    });
    assert_eq!(call(&world, "who", Some("Bearer unknown")).await.status, 503);
}

#[test]
fn claims_are_read_as_servers_write_them() {
    let read =
        |claims: Value| Claims::read(claims.as_object().unwrap(), "https://as", "https://rs", 1000);
    let with = |edit: Value| {
        let mut claims =
            json!({"iss": "https://as", "aud": "https://rs", "sub": "ali", "exp": 2000});
        for (name, value) in edit.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims
    };
    let claims = read(with(json!({"scope": "a b", "exp": 1500.7}))).unwrap();
    assert_eq!((claims.scopes.to_string().as_str(), claims.expires_at), ("a b", 1500));
    assert_eq!(claims.principal(), "https://as ali");
    assert_eq!(read(with(json!({"scp": ["a", "b"]}))).unwrap().scopes.to_string(), "a b");
    let many = with(json!({"aud": ["https://x", "https://rs"]}));
    assert!(read(many).is_ok());
    let client = with(json!({"sub": null, "client_id": "me"}));
    assert_eq!(read(client).unwrap().subject, "me");
    // Clocks may differ a little.
    assert!(read(with(json!({"exp": 941}))).is_ok() && read(with(json!({"nbf": 1060}))).is_ok());
    let wrong = [
        json!({"exp": 940}),
        json!({"exp": "2000"}),
        json!({"nbf": 1061}),
        json!({"nbf": "x"}),
        json!({"aud": {"https://rs": 1}}),
        json!({"aud": "https://rs/"}),
        json!({"iss": null}),
    ];
    for edit in wrong {
        assert!(matches!(read(with(edit.clone())), Err(Refused::Invalid(_))), "{edit}");
    }
}
