//! Rules of `server/discover`.

pub(in crate::rules) mod checks;

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("server-info-in-body", Party::Server, "server/discover#discoverresult")
        .says("serverInfo sits in result _meta, not in the DiscoverResult body.")
        .on(&["server/discover"])
        .derived()
        .checked(),
    must("discover-implemented", Party::Server, "server/discover")
        .says("Every server implements server/discover.")
        .also(&["basic/versioning#protocol-version-negotiation"])
        .scope(Scope::Exchange)
        .on(&["server/discover"]),
    must("discover-versions-missing", Party::Server, "schema#DiscoverResult")
        .says("DiscoverResult has supportedVersions, an array of strings.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .checked(),
    must("discover-versions-type", Party::Server, "schema#DiscoverResult")
        .says("supportedVersions entries are strings.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .checked(),
    should("discover-versions-self", Party::Server, "server/discover#discoverresult")
        .says("supportedVersions contains the version the request was served under.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .derived(),
    must("discover-capabilities-missing", Party::Server, "schema#DiscoverResult")
        .says("DiscoverResult has a capabilities object.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .checked(),
    must("discover-instructions-type", Party::Server, "schema#DiscoverResult")
        .says("instructions, if present, is a string.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .checked(),
    should("discover-server-info", Party::Server, "server/discover#discoverresult")
        .says("DiscoverResult _meta names the server software.")
        .scope(Scope::Exchange)
        .on(&["server/discover"]),
    must("server-caps-shape", Party::Server, "schema#ServerCapabilities")
        .says("Each declared server capability is an object.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .checked(),
    must("server-caps-flags", Party::Server, "schema#ServerCapabilities")
        .says("listChanged and subscribe flags are booleans.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .checked(),
    must("server-caps-extensions", Party::Server, "schema#ServerCapabilities")
        .says("extensions and experimental map names to objects.")
        .scope(Scope::Exchange)
        .on(&["server/discover"])
        .checked(),
];
