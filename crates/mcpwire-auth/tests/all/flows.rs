//! From a request without a token to its answer.

use std::sync::Arc;

use http::{Method, StatusCode};
use mcpwire_auth::registration::{Client, Identity};
use mcpwire_auth::store::{FileStore, MemoryStore, Store};
use mcpwire_auth::{AuthError, AuthErrorKind, Authorizer};
use serde_json::json;

use super::stores::Folder;
use super::world::{FIRST, SECOND, SERVER, World};

pub(crate) fn rule(error: &AuthError) -> Option<&'static str> {
    error.rule().map(|rule| rule.as_str())
}

#[tokio::test]
async fn a_person_lets_the_program_in_once() {
    let world = World::new();
    let by = world.authorizer();
    let first = world.call(&by, "who").await.unwrap();
    assert_eq!(first.text(), format!("{FIRST} ali"));
    assert_eq!(world.call(&by, "who").await.unwrap().status, StatusCode::OK);
    assert_eq!(world.count("GET https://as.example.com/authorize"), 1);
    let asked = world.first.authorizations.lock().unwrap()[0].clone();
    assert_eq!((asked["resource"].as_str(), asked["scope"].as_str()), (SERVER, "mcp:use"));
    assert_eq!(world.first.last_token_request()["resource"], SERVER);
    assert_eq!(world.first.registrations.lock().unwrap()[0]["application_type"], "native");
    // The metadata are where the challenge says, so nothing is guessed.
    assert_eq!(world.count("GET https://mcp.example.com/.well-known"), 1);
}

#[tokio::test]
async fn many_requests_at_once_ask_one_person_once() {
    let world = World::new();
    let by = world.authorizer();
    let calls = (0..20).map(|_| {
        let (world, by) = (&world, &by);
        async move { world.call(by, "who").await.unwrap().status }
    });
    for status in futures_of(calls.collect()).await {
        assert_eq!(status, StatusCode::OK);
    }
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
}

/// All of them at once, on one task.
async fn futures_of<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut pinned: Vec<_> = futures.into_iter().map(|it| (Box::pin(it), None)).collect();
    std::future::poll_fn(move |cx| {
        for (future, done) in &mut pinned {
            if done.is_none()
                && let std::task::Poll::Ready(output) = future.as_mut().poll(cx)
            {
                *done = Some(output);
            }
        }
        match pinned.iter().all(|(_, done)| done.is_some()) {
            true => {
                std::task::Poll::Ready(pinned.iter_mut().filter_map(|it| it.1.take()).collect())
            }
            false => std::task::Poll::Pending,
        }
    })
    .await
}

#[tokio::test]
async fn a_false_issuer_ends_it_before_the_token_endpoint() {
    for iss in [None, Some(SECOND.to_owned()), Some(format!("{FIRST}/"))] {
        let world = World::new();
        world.first.set(|it| it.iss = iss);
        let error = world.call(&world.authorizer(), "who").await.unwrap_err();
        assert_eq!(rule(&error), Some("auth-iss-validated"));
        assert!(world.first.token_requests.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn what_the_metadata_lack_or_falsify_ends_it_before_anybody_is_sent_there() {
    let rows = [
        (json!({"issuer": SECOND}), "authd-issuer-identical"),
        (json!({"code_challenge_methods_supported": null}), "auths-pkce-verified"),
        (json!({"token_endpoint": "http://as.example.com/token"}), "auths-as-https"),
        (json!({"authorization_endpoint": "http://127.0.0.1/a"}), "auths-as-https"),
    ];
    for (metadata, due) in rows {
        let world = World::new();
        world.first.set(|it| it.metadata = metadata);
        let error = world.call(&world.authorizer(), "who").await.unwrap_err();
        assert_eq!(rule(&error), Some(due), "{error}");
        assert!(world.first.token_requests.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_person_who_says_no_is_heard() {
    let world = World::new();
    world.first.set(|it| it.error = Some("access_denied"));
    let error = world.call(&world.authorizer(), "who").await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Denied);
    assert!(error.to_string().contains("access_denied"));
}

#[tokio::test]
async fn no_token_goes_anywhere_else() {
    let world = World::new();
    let by = world.authorizer();
    world.call(&by, "who").await.unwrap();
    let elsewhere = [
        "http://mcp.example.com/mcp",
        "https://mcp.example.com:8443/mcp",
        "https://as.example.com/mcp",
        "https://mcp.example.com.evil.example/mcp",
    ];
    for url in elsewhere {
        let credentials = by.credentials(&Method::POST, url).await.unwrap();
        assert!(credentials.headers.is_empty(), "{url}");
    }
    let log = world.log.lock().unwrap();
    let shown: Vec<_> = log.iter().filter(|(_, shown)| shown.is_some()).collect();
    assert!(!shown.is_empty());
    assert!(shown.iter().all(|(line, _)| line == &format!("POST {SERVER}")), "{shown:?}");
}

#[test]
fn all_of_it_can_be_done_on_any_thread() {
    fn sends<T: Send>(_: T) {}
    let by = World::new().authorizer();
    sends(by.credentials(&Method::POST, SERVER));
    let (credentials, headers) = (Default::default(), http::HeaderMap::new());
    let mut attempts = Default::default();
    sends(by.judge(SERVER, &credentials, StatusCode::OK, &headers, &mut attempts));
    sends(by);
}

#[tokio::test]
async fn nothing_that_is_printed_shows_a_secret() {
    let world = World::new();
    world.first.set(|it| it.refresh = true);
    let identity = Identity::new("tests").registered(FIRST, Client::with_secret("me", "s3cret"));
    let printed = format!("{identity:?}");
    let by = Authorizer::new(SERVER, identity, world.person(), world.fetch()).unwrap();
    world.call(&by, "who").await.unwrap();
    let credentials = by.credentials(&Method::POST, SERVER).await.unwrap();
    let token = credentials.headers["authorization"].to_str().unwrap().to_owned();
    let printed = format!("{printed} {by:?} {credentials:?} {:?}", MemoryStore::default());
    assert!(!printed.contains("s3cret") && !printed.contains(&token[7..]), "{printed}");
}

#[test]
fn tokens_are_only_for_confidential_servers() {
    let world = World::new();
    let make = |server: &str| {
        Authorizer::new(server, Identity::new("tests"), world.person(), world.fetch()).is_ok()
    };
    assert!(make("https://mcp.example.com/mcp") && make("http://localhost:8080/mcp"));
    assert!(!make("http://mcp.example.com/mcp") && !make("mcp.example.com"));
}

#[tokio::test]
async fn tokens_outlive_the_program() {
    let world = World::new();
    let folder = Folder::new("flows");
    let path = folder.0.join("tokens.json");
    for _ in 0..3 {
        let by = world.authorizer().store(FileStore::new(&path));
        assert_eq!(world.call(&by, "who").await.unwrap().status, StatusCode::OK);
    }
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
    let by = world.authorizer().store(FileStore::new(&path));
    by.forget().unwrap();
    world.call(&by, "who").await.unwrap();
    // The registration is kept.
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 2);
    assert_eq!(world.first.registrations.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn what_an_other_version_kept_is_obtained_anew() {
    let world = World::new();
    let store = Arc::new(MemoryStore::default());
    store.put(&format!("tokens {SERVER}"), &"{\"v\": 9}".into()).unwrap();
    store.put(&format!("client {FIRST}"), &"[]".into()).unwrap();
    let by = world.authorizer().store(store);
    assert_eq!(world.call(&by, "who").await.unwrap().status, StatusCode::OK);
}
