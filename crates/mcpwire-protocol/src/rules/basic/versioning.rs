//! Rules of `basic/versioning`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("unknown-method-unadvertised", Party::Client, "basic/versioning#extension-negotiation")
        .says("A method outside the core set is called only when an advertised extension defines it.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .code(ErrorCode::METHOD_NOT_FOUND)
        .derived(),
    must("version-unsupported-code", Party::Server, "basic/versioning#protocol-version-negotiation")
        .says("A request for a version the server does not implement is answered with -32022.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION),
    must("version-unsupported-served", Party::Server, "basic/versioning#protocol-version-negotiation")
        .says("A server does not serve a request whose declared version it does not implement.")
        .scope(Scope::Exchange)
        .on(&["result"])
        .code(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION),
    must("version-unsupported-data-supported", Party::Server, "schema#UnsupportedProtocolVersionError")
        .says("Error -32022 has data.supported, an array of version strings.")
        .on(&["error"])
        .checked(),
    must("version-unsupported-data-requested", Party::Server, "schema#UnsupportedProtocolVersionError")
        .says("Error -32022 has data.requested, a string.")
        .on(&["error"])
        .checked(),
    must("version-unsupported-echo", Party::Server, "schema#UnsupportedProtocolVersionError")
        .says("data.requested repeats the version the client asked for.")
        .scope(Scope::Exchange)
        .on(&["error"]),
    must("version-unsupported-list-empty", Party::Server, "basic/versioning#protocol-version-negotiation")
        .says("data.supported names the versions the server does support.")
        .on(&["error"])
        .checked(),
    should("version-client-retry", Party::Client, "basic/versioning#protocol-version-negotiation")
        .says("After -32022 the client retries with a version from supported, or reports the failure to the user.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("extension-id-prefix", Party::Both, "basic/versioning#extension-negotiation")
        .says("Extension identifiers have a prefix.")
        .on(&["request", "server/discover"])
        .checked(),
    must("extension-id-grammar", Party::Both, "basic/versioning#extension-negotiation")
        .says("Extension identifiers follow the _meta key grammar.")
        .on(&["request", "server/discover"])
        .checked(),
    must("extension-unadvertised-use", Party::Server, "basic/versioning#extension-negotiation")
        .says("Extension-specific result types or notifications go only to clients that declared the extension on that request.")
        .scope(Scope::Exchange)
        .on(&["result"]),
    should("compat-cache-era", Party::Client, "basic/versioning#backward-compatibility-with-initialization-based-versions")
        .says("The detected era is remembered for the process (stdio) or origin (HTTP).")
        .scope(Scope::Process),
    should("compat-initialize-names-versions", Party::Server, "basic/versioning#backward-compatibility-with-initialization-based-versions")
        .says("A modern-only server names its supported versions in the error it gives to initialize, on any transport.")
        .scope(Scope::Exchange)
        .on(&["error"]),
    should("compat-no-fallback-on-modern-error", Party::Client, "basic/versioning#backward-compatibility-with-initialization-based-versions")
        .says("After a recognised modern error the client stays modern and does not send initialize.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .derived(),
    should("compat-fallback-on-other-error", Party::Client, "basic/versioning#backward-compatibility-with-initialization-based-versions")
        .says("Anything other than a recognised modern error marks the server as legacy for a dual-era client.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .derived(),
    should("dual-era-initialize-modern-mix", Party::Server, "basic/versioning#compatibility-matrix")
        .says("A dual-era server picks the era per opening: modern _meta is served statelessly, initialize starts a legacy session.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .derived(),
];
