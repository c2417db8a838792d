//! Rules of `basic/index/meta`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("meta-not-object", Party::Both, "schema#MetaObject")
        .says("_meta is an object.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("meta-key-prefix-grammar", Party::Both, "basic/index#meta")
        .says("A _meta key prefix is dot-separated labels ended by one slash.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    must("meta-key-label", Party::Both, "basic/index#meta")
        .says("Prefix labels begin with a letter, end with letter or digit, and hold only letters, digits, hyphens.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    must("meta-key-name", Party::Both, "basic/index#meta")
        .says("A non-empty key name begins and ends with an ASCII letter or digit.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    must("meta-key-name-chars", Party::Both, "basic/index#meta")
        .says("Inside a key name only alphanumerics, hyphen, underscore and dot occur.")
        .on(&["request", "notification", "result", "error"])
        .derived()
        .checked(),
    should("meta-key-reverse-dns", Party::Both, "basic/index#meta")
        .says("Vendor prefixes use reverse DNS order.")
        .on(&["request", "notification", "result", "error"])
        .heuristic()
        .checked(),
    must("meta-key-reserved-prefix", Party::Both, "basic/index#meta")
        .says("Prefixes whose second label is mcp or modelcontextprotocol carry only keys MCP or official extensions define.")
        .on(&["request", "notification", "result", "error"])
        .derived()
        .checked(),
    should("meta-key-unprefixed-unknown", Party::Both, "basic/index#meta")
        .says("Keys without prefix other than progressToken, traceparent, tracestate and baggage are avoided.")
        .on(&["request", "notification", "result", "error"])
        .derived()
        .checked(),
    must("meta-missing", Party::Client, "basic/index#meta")
        .says("Every request has params._meta.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    must("meta-protocol-version-missing", Party::Client, "basic/index#meta")
        .says("_meta names the protocol version.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    must("meta-protocol-version-type", Party::Client, "schema#RequestMetaObject")
        .says("The protocolVersion field is a string.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    must("meta-client-capabilities-missing", Party::Client, "basic/index#meta")
        .says("_meta states the client capabilities, possibly empty.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    must("meta-client-capabilities-type", Party::Client, "schema#RequestMetaObject")
        .says("The clientCapabilities field is an object.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    should("meta-client-info-missing", Party::Client, "basic/index#meta")
        .says("Requests carry clientInfo unless configured not to.")
        .on(&["request"])
        .checked(),
    must("meta-log-level-value", Party::Client, "schema#RequestMetaObject")
        .says("logLevel in _meta is one of the eight syslog levels.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("meta-rejection-code", Party::Server, "basic/index#meta")
        .says("A request lacking a required _meta field is rejected with -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    must("meta-rejection-status", Party::Server, "basic/index#meta")
        .says("On HTTP that rejection has status 400.")
        .scope(Scope::Http)
        .on(&["error"])
        .status(400),
    must("meta-client-info-required-by-server", Party::Server, "basic/index#meta")
        .says("A server serves requests that leave out the optional clientInfo.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .derived(),
    should("server-info-missing", Party::Server, "basic/index#meta")
        .says("Results carry _meta serverInfo unless configured not to.")
        .on(&["result"])
        .checked(),
    must("server-info-shape", Party::Server, "schema#ResultMetaObject")
        .says("serverInfo has string name and version.")
        .on(&["result"])
        .checked(),
];
