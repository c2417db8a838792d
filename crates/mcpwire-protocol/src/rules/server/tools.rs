//! Rules of `server/tools`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("sub-listchanged-undeclared", Party::Server, "server/tools#capabilities")
        .says("list_changed is sent only by servers that declared listChanged for that feature.")
        .scope(Scope::Exchange)
        .on(&["notification"])
        .derived(),
    must("tools-capability-missing", Party::Server, "server/tools#capabilities")
        .says("A server with tools declares the tools capability.")
        .scope(Scope::Exchange)
        .on(&["server/discover"]),
    must("tools-list-served", Party::Server, "server/tools#capabilities")
        .says("A server declaring tools answers tools/list.")
        .scope(Scope::Exchange)
        .on(&["tools/list"]),
    must("tools-list-connection-dependent", Party::Server, "server/tools#capabilities")
        .says(
            "The tool set neither varies per connection nor changes through other requests on it.",
        )
        .scope(Scope::Exchange)
        .on(&["tools/list"]),
    should("tools-order", Party::Server, "server/tools#capabilities")
        .says("Unchanged tool sets come in the same order each time.")
        .scope(Scope::Exchange)
        .on(&["tools/list"]),
    should("tools-list-changed", Party::Server, "server/tools#list-changed-notification")
        .says("A listChanged server notifies listen streams that asked for toolsListChanged.")
        .scope(Scope::Stream)
        .on(&["notifications/tools/list_changed"]),
    must("tool-input-schema-missing", Party::Server, "schema#Tool")
        .says("Each tool has inputSchema.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-input-schema-null", Party::Server, "server/tools#tool")
        .says("inputSchema is an object, never null.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-input-schema-root-type", Party::Server, "schema#Tool")
        .says("inputSchema root says type object.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-input-schema-dialect-type", Party::Server, "schema#Tool")
        .says("$schema inside inputSchema or outputSchema is a string.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-output-schema-type", Party::Server, "schema#Tool")
        .says("outputSchema, if present, is an object; its root type is free.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    should("tool-no-params-schema", Party::Server, "server/tools#tool")
        .says("Tools without parameters state additionalProperties false.")
        .scope(Scope::Schema)
        .on(&["tools/list"])
        .derived(),
    must("tool-name-missing", Party::Server, "schema#Tool")
        .says("Each tool has a string name.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-title-type", Party::Server, "schema#Tool")
        .says("title and description, if present, are strings.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-annotations-type", Party::Server, "schema#ToolAnnotations")
        .says("annotations is an object with boolean hints and string title.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-icons-type", Party::Server, "schema#Tool")
        .says("icons is an array of icon objects.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    must("tool-meta-type", Party::Server, "schema#Tool")
        .says("A tool's _meta is an object.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
    should("tool-execution-field", Party::Server, "changelog#major-changes")
        .says("The 2025-11-25 field execution.taskSupport is not used.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .derived()
        .checked(),
    should("tool-name-length", Party::Server, "server/tools#tool-names")
        .says("Tool names have 1 to 128 characters.")
        .on(&["tools/list"])
        .checked(),
    should("tool-name-case", Party::Both, "server/tools#tool-names")
        .says("Tool names are case-sensitive.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .derived(),
    should("tool-name-charset", Party::Server, "server/tools#tool-names")
        .says("Tool names use ASCII letters, digits, underscore, hyphen and dot.")
        .on(&["tools/list"])
        .checked(),
    should("tool-name-duplicate", Party::Server, "server/tools#tool-names")
        .says("Tool names are unique within a server.")
        .on(&["tools/list"])
        .checked(),
    should("tool-name-aggregate", Party::Intermediary, "server/tools#tool-names")
        .says("Aggregators disambiguate equal tool names of several servers.")
        .scope(Scope::Exchange)
        .on(&["tools/list"]),
    must("tools-call-name-missing", Party::Client, "schema#CallToolRequestParams")
        .says("tools/call has a string name.")
        .on(&["tools/call"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("tools-call-arguments-type", Party::Client, "schema#CallToolRequestParams")
        .says("arguments, if present, is an object.")
        .on(&["tools/call"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("tools-call-content-missing", Party::Server, "schema#CallToolResult")
        .says("A complete tool result has a content array, even beside structuredContent.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .checked(),
    must("tools-call-content-type", Party::Server, "schema#CallToolResult")
        .says("content is an array of content blocks.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .checked(),
    must("tools-call-is-error-type", Party::Server, "schema#CallToolResult")
        .says("isError, if present, is a boolean.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .checked(),
    should("tools-call-task-field", Party::Client, "changelog#major-changes")
        .says("The 2025-11-25 task param is not sent.")
        .on(&["tools/call"])
        .derived()
        .checked(),
    should("tool-embedded-resource-capability", Party::Server, "server/tools#embedded-resources")
        .says("Servers returning embedded resources declare the resources capability.")
        .scope(Scope::Exchange)
        .on(&["tools/call"]),
    should("tool-structured-text", Party::Server, "server/tools#structured-content")
        .says("A result with structuredContent repeats it as JSON in a text block.")
        .scope(Scope::Exchange)
        .on(&["tools/call"]),
    must("tool-output-missing", Party::Server, "server/tools#output-schema")
        .says("A tool with outputSchema returns structuredContent.")
        .scope(Scope::Schema)
        .on(&["tools/call"]),
    must("tool-output-nonconforming", Party::Server, "server/tools#output-schema")
        .says("structuredContent validates against the tool's outputSchema.")
        .scope(Scope::Schema)
        .on(&["tools/call"])
        .code(ErrorCode::INTERNAL_ERROR),
    should("tools-call-unknown-tool", Party::Server, "server/tools#error-handling")
        .says("An unknown tool is a protocol error, -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    should("tools-call-malformed", Party::Server, "server/tools#error-handling")
        .says("A tools/call that breaks the request schema is a protocol error.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS)
        .derived(),
    should("tools-call-invalid-arguments", Party::Server, "server/tools#error-handling")
        .says("Arguments failing the tool's input rules give isError true, not a JSON-RPC error.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .derived(),
    should("tools-call-execution-error", Party::Server, "schema#CallToolResult")
        .says("Errors from the tool itself are results with isError true.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .heuristic(),
    must("tools-server-validate-input", Party::Server, "server/tools#security-considerations")
        .says("Servers validate tool inputs.")
        .scope(Scope::Exchange)
        .on(&["tools/call"]),
    should("tools-client-ref-rules", Party::Client, "server/tools#security-considerations")
        .says("Clients obey the $ref rules when validating tool schemas.")
        .scope(Scope::Http)
        .on(&["tools/list", "elicitation/create"]),
    should(
        "tools-client-calls-undeclared",
        Party::Client,
        "architecture/index#capability-negotiation",
    )
    .says("Features the server did not declare are not used.")
    .scope(Scope::Exchange)
    .on(&["tools/call"])
    .code(ErrorCode::METHOD_NOT_FOUND)
    .derived(),
    must("tools-list-missing", Party::Server, "schema#ListToolsResult")
        .says("The result has a tools array.")
        .scope(Scope::Exchange)
        .on(&["tools/list"])
        .checked(),
];
