//! Rules of `server/prompts`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("prompts-capability-missing", Party::Server, "server/prompts#capabilities")
        .says("A server with prompts declares prompts in its DiscoverResult.")
        .scope(Scope::Exchange)
        .on(&["server/discover"]),
    must("prompts-list-served", Party::Server, "server/prompts#capabilities")
        .says("A server declaring prompts answers prompts/list.")
        .scope(Scope::Exchange)
        .on(&["prompts/list"]),
    must("prompts-list-connection-dependent", Party::Server, "server/prompts#capabilities")
        .says("The prompt set does not vary per connection or by side effect.")
        .scope(Scope::Exchange)
        .on(&["prompts/list"]),
    should("prompts-list-changed", Party::Server, "server/prompts#list-changed-notification")
        .says("A listChanged server notifies listen streams that asked for promptsListChanged.")
        .scope(Scope::Stream)
        .on(&["notifications/prompts/list_changed"]),
    must("prompts-list-missing", Party::Server, "schema#ListPromptsResult")
        .says("The result has a prompts array.")
        .scope(Scope::Exchange)
        .on(&["prompts/list"])
        .checked(),
    must("prompt-name-missing", Party::Server, "schema#Prompt")
        .says("A prompt has a string name.")
        .scope(Scope::Exchange)
        .on(&["prompts/list"])
        .checked(),
    must("prompt-fields-type", Party::Server, "schema#Prompt")
        .says("title, description, icons, arguments and _meta have their declared types.")
        .scope(Scope::Exchange)
        .on(&["prompts/list"])
        .checked(),
    must("prompt-argument-name", Party::Server, "schema#PromptArgument")
        .says("A prompt argument has a string name.")
        .scope(Scope::Exchange)
        .on(&["prompts/list"])
        .checked(),
    must("prompt-argument-required-type", Party::Server, "schema#PromptArgument")
        .says("required, if present, is a boolean.")
        .scope(Scope::Exchange)
        .on(&["prompts/list"])
        .checked(),
    must("prompts-get-name-missing", Party::Client, "schema#GetPromptRequestParams")
        .says("prompts/get has a string name.")
        .on(&["prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("prompts-get-arguments-type", Party::Client, "schema#GetPromptRequestParams")
        .says("prompt arguments map names to strings.")
        .on(&["prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("prompts-get-messages-missing", Party::Server, "schema#GetPromptResult")
        .says("The result has a messages array.")
        .scope(Scope::Exchange)
        .on(&["prompts/get"])
        .checked(),
    must("prompts-get-description-type", Party::Server, "schema#GetPromptResult")
        .says("description, if present, is a string.")
        .scope(Scope::Exchange)
        .on(&["prompts/get"])
        .checked(),
    must("prompt-message-role", Party::Server, "schema#PromptMessage")
        .says("A prompt message role is user or assistant.")
        .scope(Scope::Exchange)
        .on(&["prompts/get"])
        .checked(),
    must("prompt-message-content", Party::Server, "schema#PromptMessage")
        .says("A prompt message content is one content block, not an array.")
        .scope(Scope::Exchange)
        .on(&["prompts/get"])
        .checked(),
    must("prompt-image-data", Party::Server, "server/prompts#image-content")
        .says("Image data is base64 with a valid MIME type.")
        .on(&["prompts/get"])
        .checked(),
    must("prompt-audio-data", Party::Server, "server/prompts#audio-content")
        .says("Audio data is base64 with a valid MIME type.")
        .on(&["prompts/get"])
        .checked(),
    must("prompt-embedded-uri", Party::Server, "server/prompts#embedded-resources")
        .says("An embedded resource has a valid URI.")
        .on(&["prompts/get"])
        .checked(),
    should("prompt-embedded-mime", Party::Server, "server/prompts#embedded-resources")
        .says("An embedded resource in a prompt states its MIME type.")
        .on(&["prompts/get"])
        .checked(),
    must("prompt-embedded-data", Party::Server, "server/prompts#embedded-resources")
        .says("An embedded resource has text or base64 blob.")
        .scope(Scope::Exchange)
        .on(&["prompts/get"])
        .checked(),
    should("prompts-unknown-code", Party::Server, "server/prompts#error-handling")
        .says("An unknown prompt gives -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    should("prompts-missing-argument-code", Party::Server, "server/prompts#error-handling")
        .says("Missing required prompt arguments give -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    should(
        "prompts-client-pagination",
        Party::Client,
        "server/prompts#implementation-considerations",
    )
    .says("Clients page through long prompt lists.")
    .scope(Scope::Exchange)
    .on(&["prompts/list"]),
    should(
        "prompts-respect-capabilities",
        Party::Both,
        "server/prompts#implementation-considerations",
    )
    .says("Both sides respect declared capabilities.")
    .scope(Scope::Exchange)
    .on(&["prompts/get"])
    .code(ErrorCode::METHOD_NOT_FOUND),
];
