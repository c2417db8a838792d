//! Where metadata are, and whether they are to be believed.

use mcpwire_auth::discovery::{
    IssuerMetadata, ResourceMetadata, issuer_metadata_urls, resource_metadata_urls,
};
use serde_json::json;

#[test]
fn metadata_of_servers_are_looked_for_at_their_path_and_at_the_root() {
    let root = "https://a.example/.well-known/oauth-protected-resource";
    let rows: &[(&str, &[&str])] = &[
        ("https://a.example", &[""]),
        ("https://a.example/", &[""]),
        ("https://a.example/mcp", &["/mcp", ""]),
        ("https://a.example/public/mcp", &["/public/mcp", ""]),
        ("https://a.example/mcp/", &["/mcp/", ""]),
        ("https://a.example/mcp?tenant=1", &["/mcp?tenant=1", ""]),
    ];
    for (server, due) in rows {
        let due: Vec<String> = due.iter().map(|path| format!("{root}{path}")).collect();
        assert_eq!(resource_metadata_urls(server).unwrap(), due, "{server}");
    }
    let kept = resource_metadata_urls("HTTPS://A.example:8443/mcp").unwrap();
    assert_eq!(kept[0], "HTTPS://A.example:8443/.well-known/oauth-protected-resource/mcp");
}

#[test]
fn metadata_of_issuers_are_looked_for_in_the_order_of_the_specification() {
    let oauth = "https://a.example/.well-known/oauth-authorization-server";
    let openid = "https://a.example/.well-known/openid-configuration";
    let plain = vec![oauth.to_owned(), openid.to_owned()];
    assert_eq!(issuer_metadata_urls("https://a.example").unwrap(), plain);
    assert_eq!(issuer_metadata_urls("https://a.example/").unwrap(), plain);
    for issuer in ["https://a.example/t1", "https://a.example/t1/"] {
        let due = vec![
            format!("{oauth}/t1"),
            format!("{openid}/t1"),
            "https://a.example/t1/.well-known/openid-configuration".to_owned(),
        ];
        assert_eq!(issuer_metadata_urls(issuer).unwrap(), due);
    }
}

#[test]
fn only_addresses_of_http_are_asked() {
    let wrong = [
        "",
        "a.example",
        "/mcp",
        "ftp://a.example",
        "https:///mcp",
        "https://u@a.example/",
        "https://a.example/#x",
        "javascript:alert(1)",
        "https://a.example:99999/",
        "https://ä.example",
    ];
    for address in wrong {
        assert!(resource_metadata_urls(address).is_err(), "{address}");
        assert!(issuer_metadata_urls(address).is_err(), "{address}");
    }
}

#[test]
fn metadata_are_about_the_server_that_is_called() {
    // The resource of the document, the address that is called, and whether they belong together.
    let rows = [
        ("https://mcp.example.com", "https://mcp.example.com", true),
        ("https://mcp.example.com/mcp", "https://mcp.example.com/mcp", true),
        ("https://mcp.example.com", "https://mcp.example.com/mcp", true),
        ("https://mcp.example.com/", "https://mcp.example.com/mcp", true),
        ("HTTPS://MCP.Example.com/mcp", "https://mcp.example.com/mcp", true),
        ("https://mcp.example.com:443/mcp", "https://mcp.example.com/mcp", true),
        ("https://mcp.example.com/a", "https://mcp.example.com/a/b", true),
        ("https://mcp.example.com/a", "https://mcp.example.com/ab", false),
        ("https://mcp.example.com/b", "https://mcp.example.com/a", false),
        ("https://mcp.example.com/mcp/x", "https://mcp.example.com/mcp", false),
        ("https://evil.example.com/mcp", "https://mcp.example.com/mcp", false),
        ("https://mcp.example.com.evil.example/mcp", "https://mcp.example.com/mcp", false),
        ("http://mcp.example.com/mcp", "https://mcp.example.com/mcp", false),
        ("https://mcp.example.com:8443/mcp", "https://mcp.example.com/mcp", false),
        ("https://mcp.example.com/mcp?t=1", "https://mcp.example.com/mcp?t=2", false),
        ("mcp.example.com", "https://mcp.example.com", false),
    ];
    for (resource, server, due) in rows {
        let body = json!({"resource": resource, "authorization_servers": ["https://as.example"]});
        let read = ResourceMetadata::read(body.to_string().as_bytes(), "u", server);
        assert_eq!(read.is_ok(), due, "{resource} for {server}: {read:?}");
        if let Ok(metadata) = read {
            // Not a byte is changed.
            assert_eq!(metadata.resource, resource);
        }
    }
}

#[test]
fn metadata_without_an_authorization_server_are_refused_with_the_rule() {
    for servers in [json!([]), json!(null)] {
        let mut body = json!({"resource": "https://a.example"});
        if !servers.is_null() {
            body["authorization_servers"] = servers;
        }
        let read = ResourceMetadata::read(body.to_string().as_bytes(), "u", "https://a.example");
        assert_eq!(read.unwrap_err().rule().unwrap().as_str(), "authd-prm-servers");
    }
    let wrong = ResourceMetadata::read(b"<html>", "https://a.example/x", "https://a.example");
    assert!(wrong.unwrap_err().to_string().contains("https://a.example/x"));
}

#[test]
fn an_issuer_is_compared_as_text() {
    let rows = [
        ("https://a.example", "https://a.example", true),
        ("https://a.example/", "https://a.example", false),
        ("https://A.example", "https://a.example", false),
        ("https://a.example:443", "https://a.example", false),
        ("https://a.example/%7e", "https://a.example/~", false),
        ("https://honest.example", "https://attacker.example", false),
    ];
    for (document, asked, due) in rows {
        let body = json!({"issuer": document}).to_string();
        let read = IssuerMetadata::read(body.as_bytes(), "u", asked);
        assert_eq!(read.is_ok(), due, "{document}");
        if let Err(error) = read {
            assert_eq!(error.rule().unwrap().as_str(), "authd-issuer-identical");
        }
    }
}

fn metadata(edit: serde_json::Value) -> IssuerMetadata {
    let mut body = json!({
        "issuer": "https://a.example",
        "authorization_endpoint": "https://a.example/authorize",
        "token_endpoint": "https://a.example/token",
        "code_challenge_methods_supported": ["plain", "S256"],
    });
    for (name, value) in edit.as_object().unwrap() {
        body[name] = value.clone();
    }
    IssuerMetadata::read(body.to_string().as_bytes(), "u", "https://a.example").unwrap()
}

#[test]
fn nobody_is_sent_to_a_server_that_does_not_promise_proof_keys() {
    let server = "https://mcp.example.com";
    assert!(metadata(json!({})).authorization_endpoint(server).is_ok());
    for methods in [json!(null), json!([]), json!(["plain"]), json!(["s256"])] {
        let metadata = metadata(json!({"code_challenge_methods_supported": methods}));
        let error = metadata.authorization_endpoint(server).unwrap_err();
        assert_eq!(error.rule().unwrap().as_str(), "auths-pkce-verified");
    }
}

#[test]
fn endpoints_are_confidential() {
    // The endpoint, the server that led there, and whether it is used.
    let rows = [
        ("https://b.example/t", "https://mcp.example.com", true),
        ("http://b.example/t", "https://mcp.example.com", false),
        ("http://127.0.0.1:9/t", "http://localhost:8080/mcp", true),
        ("http://[::1]:9/t", "http://127.0.0.1:8080/mcp", true),
        ("http://localhost:9/t", "https://mcp.example.com", false),
        ("https://127.0.0.1/t", "https://mcp.example.com", false),
        ("http://127.0.0.1.evil.example/t", "http://localhost:8080/mcp", false),
        ("file:///etc/passwd", "https://mcp.example.com", false),
    ];
    for (endpoint, server, due) in rows {
        let metadata =
            metadata(json!({"token_endpoint": endpoint, "authorization_endpoint": endpoint}));
        assert_eq!(metadata.token_endpoint(server).is_ok(), due, "{endpoint}");
        assert_eq!(metadata.authorization_endpoint(server).is_ok(), due, "{endpoint}");
    }
    let missing = metadata(json!({"token_endpoint": null}));
    assert!(missing.token_endpoint("https://mcp.example.com").is_err());
}
