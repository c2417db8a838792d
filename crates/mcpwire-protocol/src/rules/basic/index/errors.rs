//! Rules of `basic/index/errors`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::revision::Revision;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("error-id-missing", Party::Server, "basic/index#error-responses")
        .says("An error response repeats the request id, unless that id could not be read.")
        .scope(Scope::Exchange)
        .on(&["error"]),
    must("error-id-mismatch", Party::Server, "basic/index#error-responses")
        .says("When present, the error id equals the id of the failed request.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .since(Revision::V2024_11_05),
    should("error-id-null", Party::Server, "schema#JSONRPCErrorResponse")
        .says("An error response has no null id; the member is left out when unknown.")
        .on(&["error"])
        .checked(),
    must("error-not-object", Party::Server, "basic/index#error-responses")
        .says("The error member is an object.")
        .on(&["error"])
        .since(Revision::V2024_11_05)
        .checked(),
    must("error-code-missing", Party::Server, "basic/index#error-responses")
        .says("The error object has a code.")
        .on(&["error"])
        .since(Revision::V2024_11_05)
        .checked(),
    must("error-code-not-integer", Party::Server, "basic/index#error-responses")
        .says("The error code is an integer.")
        .on(&["error"])
        .since(Revision::V2024_11_05)
        .checked(),
    must("error-message-missing", Party::Server, "basic/index#error-responses")
        .says("The error object has a string message.")
        .on(&["error"])
        .since(Revision::V2024_11_05)
        .checked(),
    should("error-message-long", Party::Server, "schema#Error")
        .says("The error message is one short sentence.")
        .on(&["error"])
        .heuristic()
        .checked(),
    should("error-code-legacy-range", Party::Server, "basic/index#error-codes")
        .says("New implementations use no code between -32019 and -32000.")
        .on(&["error"])
        .checked(),
    must("error-code-reserved-undefined", Party::Server, "basic/index#error-codes")
        .says("Between -32099 and -32020 only -32020, -32021 and -32022 are emitted.")
        .on(&["error"])
        .checked(),
    must("error-code-defined-meaning", Party::Server, "basic/index#error-codes")
        .says("-32020, -32021 and -32022 are used only for their defined case.")
        .scope(Scope::Exchange)
        .on(&["error"]),
    must("error-code-32002", Party::Server, "basic/index#error-codes")
        .says("Code -32002 is not emitted in this revision.")
        .on(&["error"])
        .checked(),
    must("error-code-32042", Party::Server, "basic/index#error-codes")
        .says("Code -32042 is not emitted in this revision.")
        .on(&["error"])
        .checked(),
    should("error-code-jsonrpc-reserved", Party::Server, "basic/index#error-codes")
        .says("Application codes lie outside -32768 to -32000.")
        .on(&["error"])
        .checked(),
    should("parse-error-code", Party::Server, "schema#ParseError")
        .says("Unparsable JSON is answered with -32700.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::PARSE_ERROR),
    should("invalid-request-code", Party::Server, "schema#InvalidRequestError")
        .says("A structurally invalid request object is answered with -32600.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_REQUEST),
    must("invalid-params-code", Party::Server, "schema#InvalidParamsError")
        .says("Params that fail validation are answered with -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    must("method-not-found-code", Party::Server, "schema#MethodNotFoundError")
        .says("An unknown method, or one behind an unadvertised server capability, is answered with -32601.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::METHOD_NOT_FOUND),
    must("capability-missing-data", Party::Server, "schema#MissingRequiredClientCapabilityError")
        .says("Error -32021 has data.requiredCapabilities shaped as a capabilities object.")
        .on(&["error"])
        .checked(),
];
