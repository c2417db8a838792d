//! Rules of `client/roots`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("roots-deprecated-new", Party::Both, "client/roots")
        .says("New implementations leave out Roots.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .heuristic(),
    must("roots-capability-missing", Party::Client, "client/roots#capabilities")
        .says("A client that supports roots declares roots on each request.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("roots-result-missing", Party::Client, "schema#ListRootsResult")
        .says("A roots answer has a roots array.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("roots-uri-missing", Party::Client, "schema#Root")
        .says("Each root has a string uri.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("roots-uri-file", Party::Client, "client/roots#root")
        .says("Each root uri is a file URI.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("roots-name-type", Party::Client, "schema#Root")
        .says("name, if present, is a string; _meta an object.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("roots-request-params", Party::Server, "schema#ListRootsRequest")
        .says("params of roots/list, if present, holds at most an object _meta.")
        .on(&["roots/list"])
        .checked(),
];
