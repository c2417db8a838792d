//! Rules of `client/sampling`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("sampling-deprecated-new", Party::Both, "client/sampling")
        .says("New implementations leave out Sampling.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .heuristic(),
    must("sampling-tools-capability", Party::Client, "client/sampling#tools-in-sampling")
        .says("A client that takes tool-enabled sampling declares sampling.tools.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("sampling-tools-undeclared", Party::Server, "client/sampling#tools-in-sampling")
        .says("tools or toolChoice is sent only to clients declaring sampling.tools.")
        .scope(Scope::Exchange)
        .on(&["sampling/createMessage"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY),
    must("sampling-capability-missing", Party::Client, "client/sampling#capabilities")
        .says("A client supporting sampling declares it on each request.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    should("sampling-context-avoid", Party::Server, "client/sampling#capabilities")
        .says("includeContext thisServer and allServers are avoided.")
        .on(&["sampling/createMessage"])
        .checked(),
    should("sampling-context-undeclared", Party::Server, "client/sampling#capabilities")
        .says("They are not used unless the client declares sampling.context.")
        .scope(Scope::Exchange)
        .on(&["sampling/createMessage"]),
    must("sampling-messages-missing", Party::Server, "schema#CreateMessageRequestParams")
        .says("sampling has a messages array.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-max-tokens-missing", Party::Server, "schema#CreateMessageRequestParams")
        .says("sampling has an integer maxTokens.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-params-type", Party::Server, "schema#CreateMessageRequestParams")
        .says("temperature, stopSequences, systemPrompt, metadata, modelPreferences, tools and toolChoice have their declared types.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-include-context-value", Party::Server, "schema#CreateMessageRequestParams")
        .says("includeContext is none, thisServer or allServers.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-tool-choice-mode", Party::Server, "schema#ToolChoice")
        .says("toolChoice.mode is auto, required or none.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-tool-choice-required", Party::Client, "client/sampling#tool-choice-modes")
        .says("With mode required the model uses at least one tool.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/read"]),
    must("sampling-tool-choice-none", Party::Client, "client/sampling#tool-choice-modes")
        .says("With mode none the model uses no tool.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/read"]),
    must("sampling-tool-result-only", Party::Server, "client/sampling#tool-result-messages")
        .says("A user message with tool results holds nothing else.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-tool-balance", Party::Server, "client/sampling#tool-use-and-result-balance")
        .says("Each assistant tool_use message is followed at once by a user message resolving every id.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-tool-balance-id", Party::Server, "client/sampling#tool-use-and-result-balance")
        .says("Each tool result's toolUseId names a tool use of the preceding message.")
        .on(&["sampling/createMessage"])
        .checked(),
    should("sampling-tool-use-role", Party::Both, "client/sampling#message-roles")
        .says("tool_use belongs to assistant messages, tool_result to user messages.")
        .on(&["sampling/createMessage"])
        .derived()
        .checked(),
    must("sampling-role", Party::Both, "client/sampling#messages")
        .says("A sampling message has role user or assistant.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-content-missing", Party::Both, "client/sampling#messages")
        .says("A sampling message has content: one block or an array.")
        .on(&["sampling/createMessage"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("sampling-content-type", Party::Both, "schema#SamplingMessageContentBlock")
        .says("Sampling blocks are text, image, audio, tool_use or tool_result.")
        .on(&["sampling/createMessage"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("sampling-tool-use-fields", Party::Both, "schema#ToolUseContent")
        .says("tool_use has string id and name and object input.")
        .on(&["sampling/createMessage"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("sampling-tool-result-fields", Party::Both, "schema#ToolResultContent")
        .says("tool_result has string toolUseId and a content array.")
        .on(&["sampling/createMessage"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    should("sampling-tool-result-conforms", Party::Server, "schema#ToolResultContent")
        .says("structuredContent of a tool result fits that tool's outputSchema.")
        .scope(Scope::Schema)
        .on(&["sampling/createMessage"]),
    should("sampling-meta-preserved", Party::Client, "schema#ToolUseContent")
        .says("_meta of tool uses and results is kept in later requests.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/read"]),
    must("sampling-priorities-range", Party::Server, "schema#ModelPreferences")
        .says("cost, speed and intelligence priorities are numbers from 0 to 1.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-hints-type", Party::Server, "schema#ModelPreferences")
        .says("hints is an array of objects with string name.")
        .on(&["sampling/createMessage"])
        .checked(),
    must("sampling-result-fields", Party::Client, "schema#CreateMessageResult")
        .says("A sampling answer has role, content and string model.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    should("sampling-result-role", Party::Client, "schema#CreateMessageResult")
        .says("The answer's role is assistant.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .checked(),
    must("sampling-stop-reason-type", Party::Client, "schema#CreateMessageResult")
        .says("stopReason, if present, is a string (open set).")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    should("sampling-stop-reason-tool-use", Party::Client, "client/sampling#result-fields")
        .says("stopReason toolUse goes with tool_use content and the reverse.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .derived()
        .checked(),
    must("sampling-tool-use-answered", Party::Server, "client/sampling#security-considerations")
        .says("After stopReason toolUse the next round resolves each tool use with results only.")
        .scope(Scope::Exchange)
        .on(&["sampling/createMessage"]),
];
