//! Rules of `basic/authorization/security_considerations`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must(
        "auths-resource-param",
        Party::Client,
        "basic/authorization/security-considerations#token-audience-binding-and-validation",
    )
    .says("resource goes into authorization and token requests.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "auths-token-own",
        Party::Server,
        "basic/authorization/security-considerations#token-audience-binding-and-validation",
    )
    .says("Tokens are checked to be issued for this server.")
    .scope(Scope::Http)
    .on(&["server"])
    .status(401),
    should(
        "auths-short-lived",
        Party::AuthorizationServer,
        "basic/authorization/security-considerations#token-theft",
    )
    .says("Access tokens are short-lived.")
    .scope(Scope::Http)
    .on(&["as"]),
    must(
        "auths-rotate",
        Party::AuthorizationServer,
        "basic/authorization/security-considerations#token-theft",
    )
    .says("Refresh tokens of public clients rotate.")
    .scope(Scope::Http)
    .on(&["as"]),
    must(
        "auths-as-https",
        Party::AuthorizationServer,
        "basic/authorization/security-considerations#communication-security",
    )
    .says("All authorization server endpoints are HTTPS.")
    .scope(Scope::Http)
    .on(&["as"]),
    must(
        "auths-redirect-https",
        Party::Client,
        "basic/authorization/security-considerations#communication-security",
    )
    .says("Redirect URIs are localhost or HTTPS.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "auths-pkce",
        Party::Client,
        "basic/authorization/security-considerations#authorization-code-protection",
    )
    .says("Clients use PKCE.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "auths-pkce-verified",
        Party::Client,
        "basic/authorization/security-considerations#authorization-code-protection",
    )
    .says("PKCE support is verified from metadata before going on; absent field means refuse.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "auths-s256",
        Party::Client,
        "basic/authorization/security-considerations#authorization-code-protection",
    )
    .says("S256 is used when possible.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "auths-oidc-pkce-field",
        Party::AuthorizationServer,
        "basic/authorization/security-considerations#authorization-code-protection",
    )
    .says("OIDC providers list code_challenge_methods_supported.")
    .scope(Scope::Http)
    .on(&["as"]),
    must(
        "auths-redirect-exact",
        Party::AuthorizationServer,
        "basic/authorization/security-considerations#open-redirection",
    )
    .says("Redirect URIs are matched exactly.")
    .scope(Scope::Http)
    .on(&["as"]),
    should(
        "auths-state",
        Party::Client,
        "basic/authorization/security-considerations#open-redirection",
    )
    .says("state is used and checked, mismatches discarded.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "auths-validate-before",
        Party::Server,
        "basic/authorization/security-considerations#access-token-privilege-restriction",
    )
    .says("Tokens are validated before a request is processed.")
    .scope(Scope::Http)
    .on(&["server"])
    .status(401),
    must(
        "auths-only-intended",
        Party::Server,
        "basic/authorization/security-considerations#access-token-privilege-restriction",
    )
    .says("Tokens without this server as audience are rejected.")
    .scope(Scope::Http)
    .on(&["server"])
    .status(401),
    must(
        "auths-client-resource",
        Party::Client,
        "basic/authorization/security-considerations#access-token-privilege-restriction",
    )
    .says("Clients use resource as in RFC 8707.")
    .scope(Scope::Http)
    .on(&["client"]),
];
