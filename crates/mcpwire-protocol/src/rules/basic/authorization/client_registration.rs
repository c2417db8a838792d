//! Rules of `basic/authorization/client_registration`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("authr-priority", Party::Client, "basic/authorization/client-registration")
        .says("Order: pre-registered, metadata document, dynamic registration, ask the user.")
        .scope(Scope::Http)
        .on(&["client"]),
    must(
        "authr-cimd-https-host",
        Party::Client,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("The metadata document is hosted at an HTTPS URL.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "authr-cimd-url",
        Party::Client,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("client_id URL is https with a path.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "authr-cimd-properties",
        Party::Client,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("The document has client_id, client_name and redirect_uris.")
    .scope(Scope::Http)
    .on(&["document"]),
    must(
        "authr-cimd-client-id-match",
        Party::Client,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("client_id equals the document URL exactly.")
    .scope(Scope::Http)
    .on(&["document"]),
    should(
        "authr-as-fetch",
        Party::AuthorizationServer,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("URL client ids trigger a metadata fetch.")
    .scope(Scope::Http)
    .on(&["as"]),
    must(
        "authr-as-match",
        Party::AuthorizationServer,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("The fetched client_id is checked against the URL.")
    .scope(Scope::Http)
    .on(&["as"]),
    should(
        "authr-as-cache",
        Party::AuthorizationServer,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("Caching respects HTTP headers.")
    .scope(Scope::Http)
    .on(&["as"]),
    must(
        "authr-as-redirect",
        Party::AuthorizationServer,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("Redirect URIs are checked against the document.")
    .scope(Scope::Http)
    .on(&["as"]),
    must(
        "authr-as-structure",
        Party::AuthorizationServer,
        "basic/authorization/client-registration#implementation-requirements",
    )
    .says("The document is valid JSON with required fields.")
    .scope(Scope::Http)
    .on(&["as"]),
    should(
        "authr-check-cimd",
        Party::Client,
        "basic/authorization/client-registration#advertising-cimd-support",
    )
    .says("Clients check client_id_metadata_document_supported.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "authr-application-type",
        Party::Client,
        "basic/authorization/client-registration#application-type-and-redirect-uri-constraints",
    )
    .says("Dynamic registration states application_type.")
    .scope(Scope::Http)
    .on(&["dcr"]),
    should(
        "authr-native",
        Party::Client,
        "basic/authorization/client-registration#application-type-and-redirect-uri-constraints",
    )
    .says("Native, CLI and localhost apps use native.")
    .scope(Scope::Http)
    .on(&["dcr"]),
    should(
        "authr-web",
        Party::Client,
        "basic/authorization/client-registration#application-type-and-redirect-uri-constraints",
    )
    .says("Remote browser apps use web.")
    .scope(Scope::Http)
    .on(&["dcr"]),
    must(
        "authr-binding-no-reuse",
        Party::Client,
        "basic/authorization/client-registration#authorization-server-binding",
    )
    .says("They are not reused at a different authorization server.")
    .scope(Scope::Http)
    .on(&["client"]),
    must(
        "authr-binding-reregister",
        Party::Client,
        "basic/authorization/client-registration#authorization-server-binding",
    )
    .says("When the authorization server changes the client registers anew.")
    .scope(Scope::Http)
    .on(&["client"]),
    should(
        "authr-dcr-deprecated",
        Party::Both,
        "basic/authorization/client-registration#dynamic-client-registration",
    )
    .says("Dynamic registration is only a fallback (Deprecated).")
    .scope(Scope::Http)
    .on(&["dcr"]),
];
