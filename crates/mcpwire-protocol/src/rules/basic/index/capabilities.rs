//! Rules of `basic/index/capabilities`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must};

pub(crate) static RULES: &[Rule] = &[
    must("meta-client-info-shape", Party::Client, "schema#Implementation")
        .says("clientInfo has string name and version.")
        .on(&["request"])
        .checked(),
    must("capability-missing-code", Party::Server, "basic/index#meta")
        .says("When an undeclared capability is needed, the answer is -32021.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY),
    must("capability-missing-status", Party::Server, "basic/index#meta")
        .says("Error -32021 travels with HTTP status 400.")
        .scope(Scope::Http)
        .on(&["error"])
        .status(400),
    must("capability-missing-data-names", Party::Server, "basic/index#meta")
        .says("requiredCapabilities lists the capabilities that were missing.")
        .scope(Scope::Exchange)
        .on(&["error"]),
    must("extension-settings-object", Party::Both, "schema#ClientCapabilities")
        .says("Each extension value is a settings object; empty means plain support.")
        .on(&["request", "server/discover"])
        .checked(),
    must("client-caps-shape", Party::Client, "schema#ClientCapabilities")
        .says("Each declared client capability (roots, sampling, elicitation, extensions, experimental) is an object.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    must("client-caps-sub-shape", Party::Client, "schema#ClientCapabilities")
        .says("sampling.context, sampling.tools, elicitation.form and elicitation.url are objects.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    must("impl-fields-type", Party::Both, "schema#Implementation")
        .says("Implementation title, description and websiteUrl are strings; icons is an array.")
        .on(&["request", "result"])
        .checked(),
    must("impl-website-uri", Party::Both, "schema#Implementation")
        .says("websiteUrl is a URI.")
        .on(&["request", "result"])
        .checked(),
];
