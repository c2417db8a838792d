//! What a program is known as.

use http::StatusCode;
use mcpwire_auth::discovery::IssuerMetadata;
use mcpwire_auth::registration::{
    AuthMethod, Choice, Client, Identity, Proof, Registered, registration_request, wanted_method,
};
use serde_json::{Value, json};

fn issuer(edit: Value) -> IssuerMetadata {
    let mut body = json!({"issuer": "https://a.example"});
    for (name, value) in edit.as_object().unwrap() {
        body[name] = value.clone();
    }
    IssuerMetadata::read(body.to_string().as_bytes(), "u", "https://a.example").unwrap()
}

fn name(choice: &Choice<'_>) -> &'static str {
    match choice {
        Choice::Registered(_) => "registered",
        Choice::RegisteredThere(_) => "registered there",
        Choice::Document(_) => "document",
        Choice::Register(_) => "register",
        _ => "unknown",
    }
}

#[test]
fn the_ways_are_tried_in_the_order_of_the_specification() {
    let document = "https://app.example/client.json";
    let plain = || Identity::new("app");
    let with_document = || plain().document(document).unwrap();
    let here = Client::public("here");
    let both = json!({
        "client_id_metadata_document_supported": true,
        "registration_endpoint": "https://a.example/register",
    });
    let only_register = json!({"registration_endpoint": "https://a.example/register"});
    let rows = [
        (with_document().registered("https://a.example", here.clone()), &both, Ok("registered")),
        (with_document().registered("https://b.example", here.clone()), &both, Ok("document")),
        (with_document(), &both, Ok("document")),
        (with_document(), &only_register, Ok("register")),
        (plain(), &both, Ok("register")),
        (plain().registered_there(here.clone()), &both, Ok("registered there")),
        // What is registered by hand elsewhere is not replaced behind anybody's back.
        (
            plain().registered("https://b.example", here.clone()),
            &both,
            Err(Some("authr-binding-no-reuse")),
        ),
        (
            plain().registered("https://a.example/", here),
            &both,
            Err(Some("authr-binding-no-reuse")),
        ),
        (plain().without_registration(), &both, Err(None)),
        (with_document(), &json!({}), Err(None)),
    ];
    for (identity, metadata, due) in rows {
        let metadata = issuer(metadata.clone());
        let chosen = identity.choose(&metadata);
        let chosen = chosen.as_ref().map(name).map_err(|error| error.rule().map(|it| it.as_str()));
        assert_eq!(chosen, due, "{identity:?}");
    }
}

#[test]
fn a_metadata_document_is_at_https_with_a_path() {
    for url in
        ["http://app.example/c.json", "https://app.example", "https://app.example/", "c.json"]
    {
        assert!(Identity::new("app").document(url).is_err(), "{url}");
    }
}

#[test]
fn a_registration_says_what_the_program_is() {
    let rows = [
        ("http://127.0.0.1:3000/callback", "native"),
        ("http://localhost:3000/callback", "native"),
        ("http://[::1]:3000/callback", "native"),
        ("com.example.app:/callback", "native"),
        ("https://app.example/callback", "web"),
    ];
    for (redirect_uri, due) in rows {
        let request = registration_request(
            "https://a.example/register",
            "app",
            redirect_uri,
            AuthMethod::None,
        );
        let body: Value = serde_json::from_slice(request.unwrap().body()).unwrap();
        assert_eq!(body["application_type"], due, "{redirect_uri}");
        assert_eq!(body["redirect_uris"], json!([redirect_uri]));
        assert_eq!(body["grant_types"], json!(["authorization_code", "refresh_token"]));
        assert_eq!(body["token_endpoint_auth_method"], "none");
    }
}

#[test]
fn the_safest_method_that_is_supported_is_asked_for() {
    let rows = [
        (json!({}), "client_secret_basic"),
        (json!({"token_endpoint_auth_methods_supported": ["client_secret_post", "none"]}), "none"),
        (
            json!({"token_endpoint_auth_methods_supported": ["client_secret_post"]}),
            "client_secret_post",
        ),
        (
            json!({"token_endpoint_auth_methods_supported": ["tls_client_auth"]}),
            "client_secret_basic",
        ),
    ];
    for (edit, due) in rows {
        assert_eq!(wanted_method(&issuer(edit)).as_str(), due);
    }
}

fn read(status: StatusCode, body: &Value, wanted: AuthMethod) -> Result<Registered, String> {
    let body = body.to_string();
    Registered::read(status, body.as_bytes(), "https://a.example", "http://127.0.0.1/c", wanted)
        .map_err(|error| error.to_string())
}

#[test]
fn the_answer_to_a_registration_settles_the_method() {
    let ok = StatusCode::CREATED;
    let client = |body: &Value, wanted| read(ok, body, wanted).unwrap().client();
    let none = client(&json!({"client_id": "c", "client_secret": "s"}), AuthMethod::None);
    assert!(matches!(none.proof, Proof::None));
    let post = json!({
        "client_id": "c", "client_secret": "s", "token_endpoint_auth_method": "client_secret_post",
    });
    assert!(matches!(client(&post, AuthMethod::None).proof, Proof::Post(_)));
    let basic = json!({"client_id": "c", "client_secret": "s"});
    assert!(matches!(client(&basic, AuthMethod::ClientSecretBasic).proof, Proof::Basic(_)));
    let wrong = [
        json!({"client_id": "c", "token_endpoint_auth_method": "client_secret_basic"}),
        json!({"client_id": "c", "token_endpoint_auth_method": "tls_client_auth"}),
        json!({"client_secret": "s"}),
        json!([]),
    ];
    for body in wrong {
        assert!(read(ok, &body, AuthMethod::None).is_err(), "{body}");
    }
}

#[test]
fn a_refused_registration_says_why() {
    let body = json!({"error": "invalid_redirect_uri", "error_description": "must be\u{7} https"});
    let told = read(StatusCode::BAD_REQUEST, &body, AuthMethod::None).unwrap_err();
    assert!(told.contains("invalid_redirect_uri must be https"), "{told}");
    assert!(told.contains("http://127.0.0.1/c"), "{told}");
    let told = read(StatusCode::FORBIDDEN, &json!("no"), AuthMethod::None).unwrap_err();
    assert!(told.contains("403"), "{told}");
}

#[test]
fn a_registration_is_used_where_and_as_long_as_it_holds() {
    let body = json!({"client_id": "c", "client_secret": "s", "client_secret_expires_at": 100});
    let kept = read(StatusCode::CREATED, &body, AuthMethod::ClientSecretBasic).unwrap();
    let here = "https://a.example";
    assert!(kept.serves(here, "http://127.0.0.1/c", 99));
    assert!(!kept.serves(here, "http://127.0.0.1/c", 100));
    assert!(!kept.serves("https://b.example", "http://127.0.0.1/c", 99));
    assert!(!kept.serves(here, "http://127.0.0.1/other", 99));
    let never = json!({"client_id": "c", "client_secret_expires_at": 0});
    let kept = read(StatusCode::CREATED, &never, AuthMethod::None).unwrap();
    assert!(kept.serves(here, "http://127.0.0.1/c", u64::MAX));
}
