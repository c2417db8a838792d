//! Rules of `basic/authorization/authorization_server_discovery`.

use crate::rules::rule::{Party, Rule, Scope, must};

pub(crate) static RULES: &[Rule] = &[
    must("authd-prm-servers", Party::Server, "basic/authorization/authorization-server-discovery#authorization-server-location")
        .says("The metadata document has authorization_servers with at least one entry.")
        .scope(Scope::Http)
        .on(&["prm"]),
    must("authd-credentials-not-shared", Party::Client, "basic/authorization/authorization-server-discovery#authorization-server-location")
        .says("Credentials of one authorization server are not assumed valid at another.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-prm-location", Party::Server, "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements")
        .says("Metadata is announced by WWW-Authenticate resource_metadata or by a well-known URI.")
        .scope(Scope::Http)
        .on(&["401"]),
    must("authd-client-both", Party::Client, "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements")
        .says("Clients support both and prefer the header's URL.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-client-fallback", Party::Client, "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements")
        .says("Without it they try the path well-known URI, then the root.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-parse-challenge", Party::Client, "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements")
        .says("Clients parse WWW-Authenticate and react to 401.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-multiple-endpoints", Party::Client, "basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery")
        .says("Several well-known endpoints are tried for AS metadata.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-order-path", Party::Client, "basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery")
        .says("Issuers with path: OAuth inserted, OIDC inserted, OIDC appended.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-order-root", Party::Client, "basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery")
        .says("Issuers without path: OAuth, then OIDC.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-metadata-validated", Party::Client, "basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery")
        .says("Fetched metadata is validated.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("authd-issuer-identical", Party::Client, "basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery")
        .says("issuer in the document equals the identifier used to build the URL, else it is not used.")
        .scope(Scope::Http)
        .on(&["client"]),
];
