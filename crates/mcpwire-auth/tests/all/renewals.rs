//! When a token is not enough, or not good any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bytes::Bytes;
use http::{Response, StatusCode};
use mcpwire_auth::registration::{Client, Identity};
use mcpwire_auth::store::MemoryStore;
use mcpwire_auth::{AuthErrorKind, Authorizer, Grant, Scopes};
use serde_json::json;

use super::authority::json as answer;
use super::flows::rule;
use super::world::{FIRST, SECOND, SERVER, World};

#[tokio::test]
async fn more_is_asked_for_when_more_is_needed_and_nothing_is_lost() {
    let world = World::new();
    let by = world.authorizer();
    world.call(&by, "who").await.unwrap();
    assert_eq!(world.call(&by, "write").await.unwrap().text(), "written");
    let asked = world.first.authorizations.lock().unwrap().clone();
    assert_eq!(asked[1]["scope"], "mcp:use files:write");
    assert_eq!(asked.len(), 2);
    // The old right works with the new token.
    assert_eq!(world.call(&by, "who").await.unwrap().status, StatusCode::OK);
}

#[tokio::test]
async fn what_is_not_granted_is_asked_for_once() {
    let world = World::new();
    world.first.set(|it| it.grants = Some("mcp:use"));
    let by = world.authorizer();
    for _ in 0..2 {
        let error = world.call(&by, "write").await.unwrap_err();
        assert_eq!(
            (error.kind(), rule(&error)),
            (AuthErrorKind::Rejected, Some("auth-stepup-limit"))
        );
    }
    // Both scopes were in the first challenge already.
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
    assert_eq!(world.call(&by, "who").await.unwrap().status, StatusCode::OK);
}

#[tokio::test]
async fn a_server_that_wants_something_new_each_time_is_given_up() {
    let world = World::new();
    let count = AtomicU32::new(0);
    world.front(move |request| {
        let is_call =
            request.uri().path() == "/mcp" && request.headers().contains_key("authorization");
        is_call.then(|| {
            let scope = count.fetch_add(1, Ordering::Relaxed);
            let challenge = format!(r#"Bearer error="insufficient_scope", scope="s{scope}""#);
            let answer = Response::builder().status(403).header("www-authenticate", challenge);
            answer.body(Bytes::new()).unwrap()
        })
    });
    let error = world.call(&world.authorizer(), "who").await.unwrap_err();
    assert_eq!(rule(&error), Some("auth-stepup-limit"));
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn a_server_that_rejects_fresh_tokens_is_given_up_at_once() {
    let world = World::new();
    world.front(|request| {
        let is_call =
            request.uri().path() == "/mcp" && request.headers().contains_key("authorization");
        is_call.then(|| answer(401, &json!({})))
    });
    let error = world.call(&world.authorizer(), "who").await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Rejected);
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_token_that_ends_is_renewed_without_the_person() {
    let world = World::new();
    world.first.set(|it| (it.refresh, it.lifetime) = (true, 10));
    let by = world.authorizer();
    world.call(&by, "who").await.unwrap();
    // Ten seconds are so little that it is renewed before it is used.
    world.call(&by, "who").await.unwrap();
    let asked = world.first.last_token_request();
    assert_eq!(asked["grant_type"], "refresh_token");
    assert_eq!(asked["resource"], SERVER);
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
    let used: Vec<String> = {
        let requests = world.first.token_requests.lock().unwrap();
        requests.iter().filter_map(|it| it.get("refresh_token").cloned()).collect()
    };
    world.call(&by, "who").await.unwrap();
    // Each refresh token is used once.
    assert!(!used.contains(&world.first.last_token_request()["refresh_token"]));
}

#[tokio::test]
async fn a_rejected_token_is_refreshed_first_and_then_asked_for_anew() {
    let world = World::new();
    world.first.set(|it| it.refresh = true);
    let by = world.authorizer();
    world.call(&by, "who").await.unwrap();
    // A new key alone rejects the old token.
    world.first.rotate("k2");
    world.trust(FIRST);
    world.call(&by, "who").await.unwrap();
    assert_eq!(world.first.last_token_request()["grant_type"], "refresh_token");
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 1);
    world.first.rotate("k3");
    world.trust(FIRST);
    world.first.set(|it| it.refuses_refresh = true);
    world.call(&by, "who").await.unwrap();
    assert_eq!(world.first.authorizations.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn a_server_that_moves_finds_the_program_anew_and_no_old_credentials() {
    let world = World::new();
    world.first.set(|it| it.refresh = true);
    let by = world.authorizer();
    world.call(&by, "who").await.unwrap();
    world.trust(SECOND);
    assert_eq!(world.call(&by, "who").await.unwrap().text(), format!("{SECOND} ali"));
    assert_eq!(world.second.registrations.lock().unwrap().len(), 1);
    let asked = world.second.authorizations.lock().unwrap()[0].clone();
    assert!(asked["client_id"].ends_with("as2.example.com"), "{asked:?}");
    let requests = world.second.token_requests.lock().unwrap();
    assert!(requests.iter().all(|it| !it.contains_key("refresh_token")));
}

#[tokio::test]
async fn credentials_registered_by_hand_do_not_move() {
    let world = World::new();
    let named = Identity::new("tests").registered(FIRST, Client::with_secret("me", "pw"));
    let there = Identity::new("tests").registered_there(Client::with_secret("me", "pw"));
    for identity in [named, there] {
        world.trust(FIRST);
        let by = Authorizer::new(SERVER, identity, world.person(), world.fetch()).unwrap();
        world.call(&by, "who").await.unwrap();
        assert_eq!(world.first.last_token_request()["basic"], "me:pw");
        world.trust(SECOND);
        let error = world.call(&by, "who").await.unwrap_err();
        assert_eq!(rule(&error), Some("authr-binding-no-reuse"));
    }
    assert!(world.second.authorizations.lock().unwrap().is_empty());
    assert!(world.second.token_requests.lock().unwrap().is_empty());
}

/// A person who is asked for more holds up nobody whose token is still good.
#[tokio::test]
async fn a_person_who_thinks_holds_up_nobody_else() {
    struct Thinks(std::sync::Mutex<Option<tokio::sync::oneshot::Sender<()>>>);
    impl mcpwire_auth::browser::Browser for Thinks {
        fn redirect_uri(&self) -> String {
            "http://127.0.0.1:7/callback".to_owned()
        }
        fn visit(&self, _: &str) -> mcpwire_auth::browser::Visit<'_> {
            let asked = self.0.lock().unwrap().take();
            Box::pin(async move {
                let _ = asked.map(|asked| asked.send(()));
                std::future::pending().await
            })
        }
    }
    let world = World::new();
    world.first.set(|it| (it.refresh, it.lifetime) = (true, 10));
    let store = Arc::new(MemoryStore::default());
    let before = world.authorizer().store(store.clone());
    world.call(&before, "who").await.unwrap();
    let (asked, is_asked) = tokio::sync::oneshot::channel();
    let thinks = Grant::person(Thinks(std::sync::Mutex::new(Some(asked))));
    let identity = Identity::new("tests");
    let by = Authorizer::new(SERVER, identity, thinks, world.fetch()).unwrap().store(store);
    let others = async {
        is_asked.await.unwrap();
        world.call(&by, "who").await.unwrap().status
    };
    tokio::select! {
        _ = world.call(&by, "write") => panic!("nobody said yes"),
        status = others => assert_eq!(status, StatusCode::OK),
    }
}

#[tokio::test]
async fn refresh_tokens_are_wanted_where_the_authorization_server_knows_how() {
    for (offline, due) in [(true, "mcp:use offline_access"), (false, "mcp:use")] {
        let world = World::new();
        world.first.set(|it| it.metadata = json!({"scopes_supported": ["offline_access"]}));
        let by = world.authorizer();
        let by = if offline { by } else { by.without_refresh() };
        world.call(&by, "who").await.unwrap();
        let asked = world.first.authorizations.lock().unwrap()[0]["scope"].clone();
        assert_eq!(asked, due);
    }
    assert!(Scopes::default().is_empty());
}
