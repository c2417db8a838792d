//! Rules of `basic/patterns/mrtr`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("mrtr-unsupported-method", Party::Server, "basic/patterns/mrtr#supported-requests")
        .says("input_required answers only prompts/get, resources/read and tools/call.")
        .scope(Scope::Exchange)
        .on(&["result"]),
    must("mrtr-input-keys-unique", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("inputRequests keys are unique within the result.")
        .on(&["result"])
        .checked(),
    must("mrtr-input-kind", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("Each inputRequests value is an elicitation/create, sampling/createMessage or roots/list request.")
        .on(&["result"])
        .checked(),
    must("mrtr-state-verify", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("A server rejects requestState that fails its integrity check.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("mrtr-state-request-bound", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("Protected state is bound to method and salient params and refused elsewhere.")
        .scope(Scope::Exchange)
        .on(&["result"]),
    must("mrtr-empty", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("An input_required result has inputRequests or requestState.")
        .on(&["result"])
        .checked(),
    must("mrtr-input-undeclared-elicitation", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("No elicitation input request for a client that did not declare elicitation on that request.")
        .also(&["basic/index#meta"])
        .scope(Scope::Exchange)
        .on(&["result"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY),
    must("mrtr-input-undeclared-sampling", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("No sampling input request for a client that did not declare sampling.")
        .also(&["basic/index#meta"])
        .scope(Scope::Exchange)
        .on(&["result"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY),
    must("mrtr-input-undeclared-roots", Party::Server, "basic/patterns/mrtr#server-requirements-basic-workflow")
        .says("No roots input request for a client that did not declare roots.")
        .also(&["client/roots#implementation-guidelines", "basic/index#meta"])
        .scope(Scope::Exchange)
        .on(&["result"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY),
    must("mrtr-inputs-before-retry", Party::Client, "basic/patterns/mrtr#client-requirements-basic-workflow")
        .says("A retry after inputRequests comes only once the inputs are built and included.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("mrtr-input-response-keys", Party::Client, "schema#InputResponseRequestParams")
        .says("inputResponses answers every key of the preceding inputRequests.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("mrtr-input-response-extra-key", Party::Client, "basic/patterns/mrtr#error-handling")
        .says("inputResponses holds no key the server did not ask for.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .derived(),
    must("mrtr-input-response-kind", Party::Client, "schema#InputResponses")
        .says("Each response has the result shape of the request under that key.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS),
    must("mrtr-input-responses-type", Party::Client, "schema#InputResponses")
        .says("inputResponses is an object whose values are elicitation, sampling or roots results.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("mrtr-input-response-shape", Party::Client, "schema#InputResponses")
        .says("Every inputResponses value is a valid ElicitResult, CreateMessageResult or ListRootsResult.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("mrtr-request-state-type", Party::Both, "schema#InputRequiredResult")
        .says("requestState is a string.")
        .on(&["result", "request"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("mrtr-state-echo", Party::Client, "basic/patterns/mrtr#client-requirements-basic-workflow")
        .says("A retry returns requestState unchanged.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("mrtr-state-invented", Party::Client, "basic/patterns/mrtr#client-requirements-basic-workflow")
        .says("A retry has no requestState if the server gave none.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("mrtr-retry-same-id", Party::Client, "basic/patterns/mrtr#client-requirements-basic-workflow")
        .says("The retry has a new JSON-RPC id.")
        .also(&["server/tools#input-required-tool-results"])
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("mrtr-state-leak", Party::Client, "basic/patterns/mrtr#client-requirements-basic-workflow")
        .says("Inputs and requestState are used for the original request only.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("mrtr-retry-params-changed", Party::Client, "basic/patterns/mrtr#basic-workflow")
        .says("Apart from inputResponses, requestState and _meta, the retry repeats the original params.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .derived(),
    should("mrtr-inputs-unprompted", Party::Client, "basic/patterns/mrtr#client-requirements-basic-workflow")
        .says("inputResponses appears only after an input_required result.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .derived(),
    should("mrtr-validate-responses", Party::Server, "basic/patterns/mrtr#error-handling")
        .says("A server checks that inputResponses is well formed.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS),
    should("mrtr-protocol-error", Party::Server, "basic/patterns/mrtr#error-handling")
        .says("Malformed retries are answered with a JSON-RPC error.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    should("mrtr-ignore-extra", Party::Server, "basic/patterns/mrtr#error-handling")
        .says("A server ignores unneeded entries in inputResponses.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("mrtr-rerequest-missing", Party::Server, "basic/patterns/mrtr#error-handling")
        .says("When needed inputs are missing, a server asks again rather than failing.")
        .scope(Scope::Exchange)
        .on(&["result"]),
    must("mrtr-input-request-method-missing", Party::Server, "schema#InputRequests")
        .says("An input request names its method.")
        .on(&["result"])
        .checked(),
    must("mrtr-input-requests-type", Party::Server, "schema#InputRequests")
        .says("inputRequests is an object keyed by server-chosen strings.")
        .on(&["result"])
        .checked(),
];
