//! Rules of `basic/index/messages`.

use crate::jsonrpc::ErrorCode;
use crate::revision::Revision;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("json-invalid", Party::Both, "basic/index#messages")
        .says("Each frame or body parses as JSON text.")
        .on(&["request", "notification"])
        .code(ErrorCode::PARSE_ERROR)
        .since(Revision::V2024_11_05)
        .by_json_rpc()
        .checked(),
    must("jsonrpc-batch", Party::Both, "basic/index#messages")
        .says("One frame or body holds a single message; JSON-RPC batch arrays are not allowed.")
        .also(&["basic/transports/stdio", "basic/transports/streamable-http#sending-messages"])
        .on(&["request", "notification"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2025_06_18)
        .checked(),
    must("message-not-object", Party::Both, "basic/index#messages")
        .says("A message is a JSON object, not a bare scalar or null.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .by_json_rpc()
        .checked(),
    must("jsonrpc-version", Party::Both, "basic/index#messages")
        .says("Member jsonrpc is present and equals the string 2.0.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .checked(),
    must("method-not-string", Party::Both, "basic/index#requests")
        .says("Member method is a string.")
        .on(&["request", "notification"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .checked(),
    must("message-kind-undecidable", Party::Both, "basic/index#messages")
        .says("A message is a request, notification, result response or error response; a frame with neither method, result nor error is none of these.")
        .also(&["basic/index#result-responses"])
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .by_json_rpc()
        .checked(),
    should("member-repeated", Party::Both, "basic/index#messages")
        .says("The names of the members of an object are unique, so that all readers read the same.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .by_json_rpc()
        .checked(),
    must("message-method-and-result", Party::Both, "basic/index#messages")
        .says("A message with method carries no result or error member, and the reverse.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .by_json_rpc()
        .checked(),
    must("params-not-object", Party::Both, "basic/index#requests")
        .says("Member params, when present, is an object; positional arrays are not allowed.")
        .on(&["request", "notification"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .checked(),
    must("id-missing", Party::Client, "basic/index#requests")
        .says("A call of a request method carries an id (string or integer).")
        .on(&["request"])
        .checked(),
    must("id-null", Party::Client, "basic/index#requests")
        .says("Request id is never null.")
        .on(&["request"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .checked(),
    must("id-type", Party::Client, "basic/index#requests")
        .says("Request id is a string or an integer, not boolean, array or object.")
        .on(&["request"])
        .code(ErrorCode::INVALID_REQUEST)
        .since(Revision::V2024_11_05)
        .checked(),
    must("id-fractional", Party::Client, "basic/index#requests")
        .says("A numeric request id has no fractional part.")
        .on(&["request"])
        .code(ErrorCode::INVALID_REQUEST)
        .checked(),
    must("id-reuse-in-flight", Party::Client, "basic/index#requests")
        .says("A request id differs from every id this sender still awaits a response for.")
        .scope(Scope::Stream)
        .on(&["request"])
        .code(ErrorCode::INVALID_REQUEST),
    must("result-id-mismatch", Party::Server, "basic/index#result-responses")
        .says("A result repeats the id of the request it answers.")
        .scope(Scope::Exchange)
        .on(&["result"])
        .since(Revision::V2024_11_05),
    must("response-id-type-changed", Party::Server, "basic/index#result-responses")
        .says("The echoed id keeps its JSON type: string stays string, number stays number.")
        .scope(Scope::Exchange)
        .on(&["result", "error"])
        .since(Revision::V2024_11_05)
        .by_json_rpc(),
    must("response-unsolicited", Party::Server, "basic/index#responses")
        .says("A response refers to a request the peer sent and that is still open.")
        .scope(Scope::Stream)
        .on(&["result", "error"])
        .since(Revision::V2024_11_05)
        .by_json_rpc(),
    must("response-result-and-error", Party::Server, "basic/index#responses")
        .says("A response has either result or error, not both.")
        .on(&["result", "error"])
        .since(Revision::V2024_11_05)
        .by_json_rpc()
        .checked(),
    must("result-not-object", Party::Server, "basic/index#result-responses")
        .says("The result member is an object.")
        .on(&["result"])
        .since(Revision::V2024_11_05)
        .checked(),
    must("result-type-missing", Party::Server, "basic/index#result-responses")
        .says("Every result carries resultType.")
        .on(&["result"])
        .checked(),
    must("result-type-not-string", Party::Server, "schema#Result")
        .says("resultType is a string.")
        .on(&["result"])
        .checked(),
    must("result-type-unadvertised", Party::Server, "basic/index#resulttype")
        .says("resultType is complete, input_required, or a value of an extension both sides advertised.")
        .scope(Scope::Exchange)
        .on(&["result"]),
    must("notification-answered", Party::Both, "basic/index#notifications")
        .says("No response of any kind is sent for a notification.")
        .scope(Scope::Stream)
        .on(&["notification"])
        .since(Revision::V2024_11_05),
    must("notification-has-id", Party::Both, "basic/index#notifications")
        .says("A notification has no id.")
        .on(&["notification"])
        .checked(),
    must("notification-wrong-direction", Party::Both, "schema#ClientNotification")
        .says("A party sends only notification types defined for its side; core clients send only notifications/cancelled.")
        .on(&["notification"])
        .checked(),
    must("stateless-prior-context", Party::Server, "basic/index#statelessness")
        .says("A server takes version, capabilities and identity from each request, never from earlier ones on the connection.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("stateless-connection-reuse", Party::Server, "basic/index#statelessness")
        .says("A server does not demand that related operations share one connection or process.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("stateless-process-lifetime", Party::Client, "basic/index#statelessness")
        .says("A client does not tie the stdio process to one conversation, thread or task.")
        .scope(Scope::Process),
    must("params-missing", Party::Client, "schema#RequestParams")
        .says("Every MCP request has params, since _meta is required in it.")
        .on(&["request"])
        .code(ErrorCode::INVALID_PARAMS)
        .status(400)
        .checked(),
    must("list-changed-params-type", Party::Server, "schema#NotificationParams")
        .says("params of list_changed, if present, is an object with object _meta.")
        .on(&["notification"])
        .checked(),
    must("schema-anyof-vacuous", Party::Both, "schema#CallToolResultResponse")
        .says("A complete result is checked against the method's own result type, chosen by resultType.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/read"]),
];
