//! Requests for codes and tokens, and their answers.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::StatusCode;
use http::header::AUTHORIZATION;
use mcpwire_auth::discovery::IssuerMetadata;
use mcpwire_auth::grant::{GrantRequest, Pending, SigningKey, TokenKind, Tokens, token_request};
use mcpwire_auth::registration::{Client, Proof};
use mcpwire_auth::{AuthErrorKind, Scopes, Secret};
use proptest::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const ISSUER: &str = "https://as.example.com";
const BACK: &str = "http://127.0.0.1:7/callback";

fn issuer(promises_iss: bool) -> IssuerMetadata {
    let body = json!({
        "issuer": ISSUER,
        "authorization_response_iss_parameter_supported": promises_iss,
    });
    IssuerMetadata::read(body.to_string().as_bytes(), "u", ISSUER).unwrap()
}

fn pairs(text: &str) -> HashMap<String, String> {
    let pairs: Vec<(String, String)> =
        form_urlencoded::parse(text.as_bytes()).into_owned().collect();
    let map: HashMap<String, String> = pairs.iter().cloned().collect();
    assert_eq!(map.len(), pairs.len(), "a parameter stands there twice: {text}");
    map
}

fn begun(promises_iss: bool) -> (Pending, HashMap<String, String>) {
    let pending = Pending::begin(&issuer(promises_iss), BACK);
    let scopes = Scopes::parse("a b");
    let url = pending.url("https://as.example.com/authorize?tenant=1", "me", &scopes, "https://r");
    let query = url.strip_prefix("https://as.example.com/authorize?").unwrap();
    (pending, pairs(query))
}

#[test]
fn an_authorization_request_has_all_that_is_due() {
    let (pending, query) = begun(false);
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(pending.verifier().expose()));
    let due = [
        ("tenant", "1"),
        ("response_type", "code"),
        ("client_id", "me"),
        ("redirect_uri", BACK),
        ("code_challenge", challenge.as_str()),
        ("code_challenge_method", "S256"),
        ("resource", "https://r"),
        ("scope", "a b"),
    ];
    for (name, value) in due {
        assert_eq!(query[name], value, "{name}");
    }
    assert!(pending.verifier().expose().len() >= 43);
    assert!(query["state"].len() >= 43);
    assert_eq!(query.len(), due.len() + 1);
    let (other, others) = begun(false);
    assert_ne!(query["state"], others["state"]);
    assert_ne!(pending.verifier(), other.verifier());
}

#[test]
fn without_scopes_there_is_no_parameter_for_them() {
    let pending = Pending::begin(&issuer(false), BACK);
    let url = pending.url("https://as.example.com/a", "me", &Scopes::default(), "https://r");
    assert!(!pairs(url.split_once('?').unwrap().1).contains_key("scope"));
}

#[test]
fn an_answer_is_believed_only_if_it_is_the_issuers() {
    // Whether `iss` was promised, what comes, and whether the code is taken or which rule forbids
    // it.
    let rows: &[(bool, Option<&str>, Result<(), &str>)] = &[
        (true, Some(ISSUER), Ok(())),
        (false, Some(ISSUER), Ok(())),
        (false, None, Ok(())),
        (true, None, Err("auth-iss-validated")),
        (true, Some("https://as.example.com/"), Err("auth-iss-validated")),
        (false, Some("https://as.example.com/"), Err("auth-iss-validated")),
        (false, Some("https://AS.example.com"), Err("auth-iss-validated")),
        (false, Some("https://as.example.com:443"), Err("auth-iss-validated")),
        (true, Some("https://attacker.example"), Err("auth-iss-validated")),
        (false, Some(""), Err("auth-iss-validated")),
    ];
    for (promised, iss, due) in rows {
        for rest in ["code=the-code", "error=access_denied&error_description=secret-words"] {
            let (pending, query) = begun(*promised);
            let mut back = format!("{BACK}?{rest}&state={}", query["state"]);
            if let Some(iss) = iss {
                let encoded: String = form_urlencoded::byte_serialize(iss.as_bytes()).collect();
                back = format!("{back}&iss={encoded}");
            }
            let received = pending.receive(&back);
            match due {
                Ok(()) if rest.starts_with("code") => {
                    assert_eq!(received.unwrap().expose(), "the-code");
                }
                Ok(()) => assert_eq!(received.unwrap_err().kind(), AuthErrorKind::Denied),
                Err(rule) => {
                    let error = received.unwrap_err();
                    assert_eq!(error.rule().unwrap().as_str(), *rule, "{iss:?}");
                    // Nothing of such an answer is shown.
                    let told = error.to_string();
                    assert!(!told.contains("secret-words") && !told.contains("access_denied"));
                }
            }
        }
    }
}

#[test]
fn an_answer_to_another_request_is_thrown_away() {
    for state in ["", "&state=", "&state=guessed"] {
        let (pending, _) = begun(false);
        let error = pending.receive(&format!("{BACK}?code=c{state}")).unwrap_err();
        assert_eq!(error.rule().unwrap().as_str(), "auths-state");
    }
    let (pending, query) = begun(false);
    let state = &query["state"];
    let twice = format!("{BACK}?code=a&code=b&state={state}");
    assert_eq!(pending.receive(&twice).unwrap_err().kind(), AuthErrorKind::Redirect);
    let empty = format!("{BACK}?state={state}#code=x");
    assert_eq!(pending.receive(&empty).unwrap_err().kind(), AuthErrorKind::Redirect);
}

fn asked(client: &Client, grant: GrantRequest<'_>) -> (HashMap<String, String>, Option<String>) {
    let scopes = Scopes::parse("a b");
    let request =
        token_request("https://as.example.com/t", ISSUER, client, grant, "https://r", &scopes, 50);
    let request = request.unwrap();
    let form = pairs(std::str::from_utf8(request.body()).unwrap());
    assert_eq!(form["resource"], "https://r");
    let header = request.headers().get(AUTHORIZATION);
    (form, header.map(|value| value.to_str().unwrap().to_owned()))
}

#[test]
fn each_grant_asks_in_its_own_words() {
    let secret = Secret::from("x");
    let client = Client::public("me");
    let code = GrantRequest::Code { code: &secret, verifier: &secret, redirect_uri: BACK };
    let exchange = GrantRequest::Exchange { subject: &secret, subject_type: "id", audience: "as" };
    let jwt = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    let token_exchange = "urn:ietf:params:oauth:grant-type:token-exchange";
    let jag = "urn:ietf:params:oauth:token-type:id-jag";
    type Row<'a> = (GrantRequest<'a>, &'a str, &'a [(&'a str, &'a str)], bool);
    let rows: &[Row<'_>] = &[
        (
            code,
            "authorization_code",
            &[("code", "x"), ("code_verifier", "x"), ("redirect_uri", BACK)],
            false,
        ),
        (GrantRequest::Refresh(&secret), "refresh_token", &[("refresh_token", "x")], true),
        (GrantRequest::ClientCredentials, "client_credentials", &[], true),
        (GrantRequest::JwtBearer(&secret), jwt, &[("assertion", "x")], true),
        (
            exchange,
            token_exchange,
            &[
                ("subject_token", "x"),
                ("subject_token_type", "id"),
                ("audience", "as"),
                ("requested_token_type", jag),
            ],
            true,
        ),
    ];
    for (grant, kind, due, has_scope) in rows {
        let (form, _) = asked(&client, *grant);
        assert_eq!(form["grant_type"], *kind);
        for (name, value) in *due {
            assert_eq!(form[*name], *value, "{name}");
        }
        assert_eq!(form.contains_key("scope"), *has_scope, "{kind}");
    }
}

#[test]
fn clients_authenticate_in_the_way_that_is_theirs() {
    let grant = GrantRequest::ClientCredentials;
    let (form, header) = asked(&Client::public("me"), grant);
    assert_eq!((form["client_id"].as_str(), header), ("me", None));
    let post = Client { id: "me".to_owned(), proof: Proof::Post(Secret::from("p:w")) };
    let (form, header) = asked(&post, grant);
    assert_eq!((form["client_secret"].as_str(), header), ("p:w", None));
    // Both halves are encoded before they are joined.
    let (form, header) = asked(&Client::with_secret("a:b", "c d%"), grant);
    assert!(!form.contains_key("client_id") && !form.contains_key("client_secret"));
    let sent = header.unwrap();
    let sent = STANDARD.decode(sent.strip_prefix("Basic ").unwrap()).unwrap();
    assert_eq!(String::from_utf8(sent).unwrap(), "a%3Ab:c+d%25");
}

#[test]
fn a_client_with_a_key_signs_who_it_is() {
    use p256::elliptic_curve::Generate;
    use p256::pkcs8::{EncodePrivateKey, LineEnding};
    let pem = p256::SecretKey::generate().to_pkcs8_pem(LineEnding::LF).unwrap();
    let key = SigningKey::from_pem(&pem, "ES256").unwrap().with_id("k1");
    let (form, header) = asked(&Client::with_key("me", key), GrantRequest::ClientCredentials);
    assert_eq!(header, None);
    let kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    assert_eq!(form["client_assertion_type"], kind);
    let parts: Vec<&str> = form["client_assertion"].split('.').collect();
    let read = |part: &str| -> Value {
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
    };
    let (head, claims) = (read(parts[0]), read(parts[1]));
    assert_eq!((&head["alg"], &head["kid"]), (&json!("ES256"), &json!("k1")));
    assert_eq!((&claims["iss"], &claims["sub"]), (&json!("me"), &json!("me")));
    assert_eq!((&claims["aud"], &claims["iat"]), (&json!(ISSUER), &json!(50)));
    assert!(claims["exp"].as_u64().unwrap() > 50 && claims["jti"].is_string());
    for wrong in ["RS256", "ES384", "HS256", "none", "EdDSA"] {
        assert!(SigningKey::from_pem(&pem, wrong).is_err(), "{wrong}");
    }
}

fn answered(status: u16, body: &str) -> Result<Tokens, mcpwire_auth::AuthError> {
    let status = StatusCode::from_u16(status).unwrap();
    Tokens::read(status, body.as_bytes(), "https://as.example.com/t", 1000)
}

#[test]
fn the_answer_of_a_token_endpoint_is_read() {
    let tokens = answered(
        200,
        r#"{"access_token":"a","token_type":"bearer","expires_in":60,"refresh_token":"r","scope":"x y"}"#,
    );
    let tokens = tokens.unwrap();
    assert_eq!((tokens.access.expose(), tokens.kind), ("a", TokenKind::Bearer));
    assert_eq!(tokens.expires_at, Some(1060));
    assert!(!tokens.is_stale(1029) && tokens.is_stale(1030));
    assert_eq!(tokens.scopes.unwrap().to_string(), "x y");
    let seconds = [
        ("3600", Some(4600)),
        ("\"3600\"", Some(4600)),
        ("3.7", Some(1003)),
        ("-5", None),
        ("null", None),
        ("\"soon\"", None),
        ("1e300", Some(u64::MAX)),
        ("[]", None),
    ];
    for (text, due) in seconds {
        let body = format!(r#"{{"access_token":"a","token_type":"Bearer","expires_in":{text}}}"#);
        assert_eq!(answered(200, &body).unwrap().expires_at, due, "{text}");
    }
}

#[test]
fn what_is_no_token_is_told_without_showing_it() {
    let told = |status, body: &str| answered(status, body).unwrap_err().to_string();
    let refused = r#"{"error":"invalid_grant","error_description":"used"}"#;
    assert!(told(400, refused).contains("`invalid_grant` (used)"));
    assert!(told(500, "<html>").contains("500"));
    assert!(told(200, r#"{"access_token":"s3cret","token_type":"mac"}"#).contains("`mac`"));
    for body in [r#"{"access_token":"s3cret"}"#, r#"{"access_token":["s3cret"]}"#, "s3cret"] {
        assert!(!told(200, body).contains("s3cret"), "{body}");
    }
    assert!(
        !format!("{:?}", answered(200, r#"{"access_token":"s3cret","token_type":"bearer"}"#))
            .contains("s3cret")
    );
}

proptest! {
    #[test]
    fn nothing_that_comes_back_makes_it_panic(
        redirect in "(https?://[a-z.]{0,8})?[?&#=%a-z0-9;\\PC]{0,60}",
        body in "\\PC{0,80}",
        status in 100u16..600,
    ) {
        let (pending, query) = begun(true);
        // Without the state and the issuer of this request nothing is ever taken.
        prop_assert!(pending.receive(&redirect).is_err());
        let _ = pending.receive(&format!("{redirect}?state={}&{body}", query["state"]));
        let _ = answered(status, &body);
        let _ = IssuerMetadata::read(body.as_bytes(), &redirect, ISSUER);
    }
}
