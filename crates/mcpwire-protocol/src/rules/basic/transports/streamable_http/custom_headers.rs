//! Rules of `basic/transports/streamable_http/custom_headers`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("xhdr-mirror", Party::Client, "basic/transports/streamable-http#custom-headers-from-tool-parameters")
        .says("Annotated arguments are mirrored into Mcp-Param headers.")
        .also(&["basic/transports/streamable-http#server-behavior-for-custom-headers", "basic/transports/streamable-http#client-behavior"])
        .scope(Scope::Http)
        .on(&["tools/call"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-name-empty", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header is not empty.")
        .also(&["server/tools#x-mcp-header"])
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-name-token", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header is an HTTP token.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-name-type", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header is a string.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .derived()
        .checked(),
    must("xhdr-name-duplicate", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header values differ ignoring case within one inputSchema.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-param-type", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header sits only on integer, string or boolean properties.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-integer-range", Party::Client, "basic/transports/streamable-http#schema-extension")
        .says("Mirrored integers stay within plus or minus 2^53-1.")
        .scope(Scope::Http)
        .on(&["tools/call"]),
    must("xhdr-reachable-items", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header is not placed below array keywords.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-reachable-composition", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header is not placed below oneOf, anyOf, allOf or not.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-reachable-conditional", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header is not placed below if, then or else.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-reachable-ref", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header is not reached through $ref.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .checked(),
    must("xhdr-reachable-root", Party::Server, "basic/transports/streamable-http#schema-extension")
        .says("x-mcp-header annotates a property, not the schema root.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .derived()
        .checked(),
    must("xhdr-client-calls-invalid", Party::Client, "basic/transports/streamable-http#schema-extension")
        .says("An HTTP client does not call a tool it had to exclude.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .derived(),
    must("xhdr-value-encode", Party::Client, "basic/transports/streamable-http#value-encoding")
        .says("Parameter values are encoded before use as headers.")
        .scope(Scope::Http)
        .on(&["tools/call"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-value-integer", Party::Client, "basic/transports/streamable-http#value-encoding")
        .says("Integers are mirrored in decimal.")
        .scope(Scope::Http)
        .on(&["tools/call"]),
    must("xhdr-value-boolean", Party::Client, "basic/transports/streamable-http#value-encoding")
        .says("Booleans are mirrored as lower-case true or false.")
        .scope(Scope::Http)
        .on(&["tools/call"]),
    must("xhdr-value-base64", Party::Client, "basic/transports/streamable-http#value-encoding")
        .says("Values with non-ASCII, controls or outer whitespace use =?base64?...?= over UTF-8.")
        .scope(Scope::Http)
        .on(&["tools/call"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-sentinel-case", Party::Client, "basic/transports/streamable-http#value-encoding")
        .says("The markers =?base64? and ?= are lower-case and exact.")
        .scope(Scope::Http)
        .on(&["request"]),
    must("xhdr-sentinel-escape", Party::Client, "basic/transports/streamable-http#value-encoding")
        .says("A plain value that looks like the sentinel is itself base64 encoded.")
        .scope(Scope::Http)
        .on(&["request"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("client-call-extract", Party::Client, "basic/transports/streamable-http#client-behavior")
        .says("The header value is read at the annotated property's exact path; nested objects included.")
        .scope(Scope::Http)
        .on(&["tools/call"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    should("client-mismatch-refresh", Party::Client, "basic/transports/streamable-http#client-behavior")
        .says("After HeaderMismatch on Mcp-Param the client re-reads tools/list and retries.")
        .scope(Scope::Exchange)
        .on(&["tools/list"]),
    must("xhdr-intermediary-forward", Party::Intermediary, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("Unknown Mcp-Param headers are passed on and otherwise ignored.")
        .scope(Scope::Http)
        .on(&["tools/call"]),
    must("xhdr-server-invalid-chars", Party::Server, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("A recognised Mcp-Param header with invalid characters is refused.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-server-body-match", Party::Server, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("A body-processing server checks decoded Mcp-Param values against the arguments.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-server-missing", Party::Server, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("A call lacking the header for a present annotated value is refused.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-server-reject-code", Party::Server, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("Custom header validation failures get 400 and -32020.")
        .scope(Scope::Http)
        .on(&["error"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-null-omit", Party::Client, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("For a null argument the header is left out.")
        .scope(Scope::Http)
        .on(&["tools/call"]),
    must("xhdr-absent-omit", Party::Client, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("For an absent argument the header is left out.")
        .scope(Scope::Http)
        .on(&["tools/call"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("xhdr-server-not-expected", Party::Server, "basic/transports/streamable-http#server-behavior-for-custom-headers")
        .says("A server does not demand the header for null or absent arguments.")
        .scope(Scope::Http)
        .on(&["error"]),
    should("xhdr-sensitive", Party::Server, "server/tools#x-mcp-header")
        .says("Secrets and personal data are not marked with x-mcp-header.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .heuristic(),
];
