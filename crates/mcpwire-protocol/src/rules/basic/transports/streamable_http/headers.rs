//! Rules of `basic/transports/streamable_http/headers`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("header-version-missing", Party::Client, "basic/transports/streamable-http#protocol-version-header")
        .says("Every POST carries MCP-Protocol-Version.")
        .scope(Scope::Http)
        .on(&["request"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-version-mismatch", Party::Client, "basic/transports/streamable-http#protocol-version-header")
        .says("MCP-Protocol-Version equals the body's protocolVersion.")
        .scope(Scope::Http)
        .on(&["request"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-version-mismatch-rejected", Party::Server, "basic/transports/streamable-http#protocol-version-header")
        .says("A version mismatch is refused with 400 and -32020.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-version-unsupported-status", Party::Server, "basic/transports/streamable-http#protocol-version-header")
        .says("Error -32022 has status 400.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION)
        .status(400),
    must("header-version-absent-rejected", Party::Server, "basic/transports/streamable-http#protocol-version-header")
        .says("A server without pre-2025-06-18 support refuses requests lacking the version header.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-method-missing", Party::Client, "basic/transports/streamable-http#standard-request-headers")
        .says("Every request POST carries Mcp-Method.")
        .also(&["basic/transports/streamable-http#client-behavior"])
        .scope(Scope::Http)
        .on(&["request"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-method-mismatch", Party::Client, "basic/transports/streamable-http#standard-request-headers")
        .says("Mcp-Method equals the body method, case included.")
        .scope(Scope::Http)
        .on(&["request"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-name-missing", Party::Client, "basic/transports/streamable-http#standard-request-headers")
        .says("Mcp-Name accompanies tools/call, prompts/get and resources/read.")
        .also(&["basic/transports/streamable-http#client-behavior"])
        .scope(Scope::Http)
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-name-mismatch", Party::Client, "basic/transports/streamable-http#standard-request-headers")
        .says("Mcp-Name equals params.name (tools, prompts) or params.uri (resources).")
        .scope(Scope::Http)
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    should("header-name-unneeded", Party::Client, "basic/transports/streamable-http#standard-request-headers")
        .says("Other core methods carry no Mcp-Name.")
        .scope(Scope::Http)
        .on(&["request"])
        .derived(),
    must("header-name-encoding", Party::Client, "basic/transports/streamable-http#standard-request-headers")
        .says("An Mcp-Name value unfit for a plain header is base64-sentinel encoded.")
        .scope(Scope::Http)
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    should("header-unencoded-when-plain", Party::Client, "basic/transports/streamable-http#value-encoding")
        .says("Plain safe values are sent unencoded.")
        .scope(Scope::Http)
        .on(&["request"])
        .derived(),
    must("header-decode-first", Party::Server, "basic/transports/streamable-http#value-encoding")
        .says("Servers decode Mcp-Name and Mcp-Param values before comparing.")
        .scope(Scope::Http)
        .on(&["request"]),
    must("header-decode-intermediary", Party::Intermediary, "basic/transports/streamable-http#value-encoding")
        .says("Intermediaries that inspect sentinel values decode them.")
        .scope(Scope::Http)
        .on(&["request"]),
    must("header-name-case", Party::Both, "basic/transports/streamable-http#case-sensitivity")
        .says("Header names compare without regard to case.")
        .scope(Scope::Http)
        .on(&["request"]),
    must("header-value-case", Party::Server, "basic/transports/streamable-http#case-sensitivity")
        .says("Header values compare with regard to case.")
        .scope(Scope::Http)
        .on(&["request"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400)
        .derived(),
    must("header-mismatch-rejected", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("Body-processing servers refuse requests whose headers and body disagree.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-missing-rejected", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("Requests lacking MCP-Protocol-Version, Mcp-Method or a due Mcp-Name are refused.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-invalid-chars-rejected", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("Requests whose mirrored headers hold invalid characters are refused.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-reject-status", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("Header validation failures have status 400.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-reject-code", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("Header validation failures carry a JSON-RPC error with code -32020.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("header-reject-body", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("That error body is present, not an empty 400.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    should("header-integer-numeric", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("Integer headers compare by number, so 42.0 equals 42.")
        .scope(Scope::Http)
        .on(&["error"]),
    must("header-ows-trimmed", Party::Server, "basic/transports/streamable-http#server-validation")
        .says("Outer whitespace of a header value is trimmed before comparison.")
        .scope(Scope::Http)
        .on(&["error"])
        .derived(),
    should("header-duplicate", Party::Client, "basic/transports/streamable-http#server-validation")
        .says("Mirrored headers occur once per request.")
        .scope(Scope::Http)
        .on(&["request"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400)
        .derived(),
    must("intermediary-reject-status", Party::Intermediary, "basic/transports/streamable-http#server-validation")
        .says("Intermediaries answer validation failures with a fitting HTTP error status.")
        .scope(Scope::Http)
        .on(&["error"]),
    should("intermediary-check-version", Party::Intermediary, "basic/transports/streamable-http#server-validation")
        .says("Policy-enforcing intermediaries check that the version header implies header-body validation.")
        .scope(Scope::Http)
        .on(&["request"]),
    should("intermediary-reject-old", Party::Intermediary, "basic/transports/streamable-http#server-validation")
        .says("When it does not, or is absent, they refuse the request.")
        .scope(Scope::Http)
        .on(&["error"]),
];
