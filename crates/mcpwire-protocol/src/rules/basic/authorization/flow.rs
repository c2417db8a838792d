//! Rules of `basic/authorization/flow`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("auth-stdio-env", Party::Both, "basic/authorization/index#protocol-requirements")
        .says("stdio implementations take credentials from the environment instead.")
        .also(&["basic/index#auth"])
        .scope(Scope::Process)
        .on(&["stdio"]),
    must("auth-prm-server", Party::Server, "basic/authorization/index#overview")
        .says("Servers implement Protected Resource Metadata (RFC 9728).")
        .scope(Scope::Http)
        .on(&["http"]),
    must("auth-prm-client", Party::Client, "basic/authorization/index#overview")
        .says("Clients use Protected Resource Metadata to find the authorization server.")
        .scope(Scope::Http)
        .on(&["http"]),
    must("auth-as-discovery-one", Party::AuthorizationServer, "basic/authorization/index#overview")
        .says("Authorization servers offer RFC 8414 metadata or OpenID discovery.")
        .scope(Scope::Http)
        .on(&["as"]),
    must("auth-client-discovery-both", Party::Client, "basic/authorization/index#overview")
        .says("Clients support both discovery mechanisms.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-client-id-first", Party::Client, "basic/authorization/index#client-registration")
        .says("A client id is obtained by one of the three mechanisms before the flow.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-challenge-scope", Party::Server, "basic/authorization/index#scope-selection-strategy")
        .says("The 401 challenge has a scope parameter.")
        .scope(Scope::Http)
        .on(&["401"]),
    must("auth-scope-authoritative", Party::Client, "basic/authorization/index#scope-selection-strategy")
        .says("Challenged scopes are authoritative for the current operation.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-scope-union", Party::Client, "basic/authorization/index#scope-selection-strategy")
        .says("Re-authorization asks for challenged plus earlier granted scopes.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-scope-priority", Party::Client, "basic/authorization/index#scope-selection-strategy")
        .says("Initial scope: from the challenge, else scopes_supported, else no scope parameter.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-iss-sent", Party::AuthorizationServer, "basic/authorization/index#authorization-response-validation")
        .says("Authorization responses, errors included, carry iss.")
        .scope(Scope::Http)
        .on(&["as"]),
    must("auth-iss-advertised", Party::AuthorizationServer, "basic/authorization/index#authorization-response-validation")
        .says("Servers sending iss set authorization_response_iss_parameter_supported true.")
        .scope(Scope::Http)
        .on(&["as"]),
    must("auth-iss-validated", Party::Client, "basic/authorization/index#authorization-response-validation")
        .says("iss is checked by RFC 9207 before the code goes to a token endpoint; advertised but missing means reject.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-iss-no-normalization", Party::Client, "basic/authorization/index#authorization-response-validation")
        .says("No case folding, port, slash or percent normalization before comparing iss.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-resource-implemented", Party::Client, "basic/authorization/index#resource-parameter-implementation")
        .says("Clients implement RFC 8707 resource indicators.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-resource-both", Party::Client, "basic/authorization/index#resource-parameter-implementation")
        .says("resource is in authorization and token requests.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-resource-identifies", Party::Client, "basic/authorization/index#resource-parameter-implementation")
        .says("resource names the MCP server the token is for.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-resource-canonical", Party::Client, "basic/authorization/index#resource-parameter-implementation")
        .says("resource is the server's canonical URI.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-resource-specific", Party::Client, "basic/authorization/index#canonical-server-uri")
        .says("The most specific URI is used.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-resource-uppercase", Party::Both, "basic/authorization/index#canonical-server-uri")
        .says("Upper-case scheme and host are accepted.")
        .scope(Scope::Http)
        .on(&["all"]),
    should("auth-resource-no-slash", Party::Both, "basic/authorization/index#canonical-server-uri")
        .says("No trailing slash unless meaningful.")
        .scope(Scope::Http)
        .on(&["all"]),
    must("auth-resource-always", Party::Client, "basic/authorization/index#canonical-server-uri")
        .says("resource is sent whether or not the authorization server supports it.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-bearer-header", Party::Client, "basic/authorization/index#token-requirements")
        .says("Tokens travel as Authorization: Bearer.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-every-request", Party::Client, "basic/authorization/index#token-requirements")
        .says("Authorization is on every HTTP request.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-no-query-token", Party::Client, "basic/authorization/index#token-requirements")
        .says("Tokens never appear in the query string.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-token-validated", Party::Server, "basic/authorization/index#token-handling")
        .says("Servers validate access tokens by OAuth 2.1 section 5.2.")
        .scope(Scope::Http)
        .on(&["server"])
        .status(401),
    must("auth-audience", Party::Server, "basic/authorization/index#token-handling")
        .says("Servers check they are the token's intended audience.")
        .scope(Scope::Http)
        .on(&["server"])
        .status(401),
    must("auth-validation-error", Party::Server, "basic/authorization/index#token-handling")
        .says("Validation failures are answered per OAuth 2.1 section 5.3.")
        .scope(Scope::Http)
        .on(&["server"])
        .status(401),
    must("auth-invalid-401", Party::Server, "basic/authorization/index#token-handling")
        .says("Invalid or expired tokens get 401.")
        .scope(Scope::Http)
        .on(&["server"])
        .status(401),
    must("auth-only-own-tokens", Party::Server, "basic/authorization/index#token-handling")
        .says("Only tokens valid for its own resources are accepted.")
        .scope(Scope::Http)
        .on(&["server"])
        .status(401),
    should("auth-refresh-grant-type", Party::Client, "basic/authorization/index#refresh-tokens")
        .says("Clients wanting refresh tokens list refresh_token in grant_types.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-offline-access-server", Party::Server, "basic/authorization/index#refresh-tokens")
        .says("offline_access is not in challenges or scopes_supported of the resource.")
        .scope(Scope::Http)
        .on(&["server"]),
    must("auth-error-status", Party::Server, "basic/authorization/index#error-handling")
        .says("Authorization errors use 401, 403 or 400 as tabled.")
        .scope(Scope::Http)
        .on(&["server"])
        .status(401),
    should("auth-insufficient-scope", Party::Server, "basic/authorization/index#runtime-insufficient-scope-errors")
        .says("Insufficient scope gives 403 and a Bearer challenge with error, scope and resource_metadata.")
        .scope(Scope::Http)
        .on(&["server"])
        .status(403),
    should("auth-insufficient-scope-list", Party::Server, "basic/authorization/index#runtime-insufficient-scope-errors")
        .says("The challenge scope lists what the operation needs.")
        .scope(Scope::Http)
        .on(&["server"]),
    should("auth-insufficient-scope-all", Party::Server, "basic/authorization/index#runtime-insufficient-scope-errors")
        .says("All needed scopes come in one challenge.")
        .scope(Scope::Http)
        .on(&["server"]),
    should("auth-stepup-respond", Party::Client, "basic/authorization/index#step-up-authorization-flow")
        .says("insufficient_scope leads to step-up or other handling.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-stepup-user", Party::Client, "basic/authorization/index#step-up-authorization-flow")
        .says("Clients acting for a user try step-up.")
        .scope(Scope::Http)
        .on(&["client"]),
    should("auth-stepup-limit", Party::Client, "basic/authorization/index#step-up-authorization-flow")
        .says("Retries are limited.")
        .scope(Scope::Http)
        .on(&["client"]),
    must("auth-scope-hierarchy", Party::Server, "basic/authorization/index#step-up-authorization-flow")
        .says("Broader scopes count as covering narrower ones.")
        .scope(Scope::Http)
        .on(&["server"]),
];
