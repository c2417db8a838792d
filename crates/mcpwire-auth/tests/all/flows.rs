//! From a request without a token to its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bytes::Bytes;
use http::{Method, Response, StatusCode};
use mcpwire_auth::registration::{Client, Identity};
use mcpwire_auth::store::{FileStore, MemoryStore, Store};
use mcpwire_auth::{Assertion, AuthError, AuthErrorKind, Authorizer, Enterprise, Grant, Scopes};
use serde_json::{Value, json};

use super::authority::json as answer;
use super::proofs;
use super::stores::Folder;
use super::world::{FIRST, SECOND, SERVER, World};

fn rule(error: &AuthError) -> Option<&'static str> {
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
