//! Rules of `server/utilities/completion`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must(
        "completion-capability-missing",
        Party::Server,
        "server/utilities/completion#capabilities",
    )
    .says("A server with completions declares completions.")
    .scope(Scope::Exchange)
    .on(&["server/discover"]),
    must("completion-ref-missing", Party::Client, "schema#CompleteRequestParams")
        .says("completion/complete has ref.")
        .on(&["completion/complete"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("completion-ref-type", Party::Client, "schema#CompleteRequestParams")
        .says("ref.type is ref/prompt or ref/resource.")
        .on(&["completion/complete"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("completion-ref-prompt-name", Party::Client, "schema#PromptReference")
        .says("A ref/prompt has a string name.")
        .on(&["completion/complete"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("completion-ref-resource-uri", Party::Client, "schema#ResourceTemplateReference")
        .says("A ref/resource has a string uri.")
        .on(&["completion/complete"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("completion-argument-missing", Party::Client, "schema#CompleteRequestParams")
        .says("argument has string name and value.")
        .on(&["completion/complete"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("completion-context-type", Party::Client, "schema#CompleteRequestParams")
        .says("context.arguments maps names to strings.")
        .on(&["completion/complete"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    should(
        "completion-context-included",
        Party::Client,
        "server/utilities/completion#requesting-completions",
    )
    .says("Earlier completions are passed in context.arguments.")
    .scope(Scope::Exchange)
    .on(&["completion/complete"])
    .derived(),
    must("completion-values-missing", Party::Server, "schema#CompleteResult")
        .says("The result has completion.values, an array of strings.")
        .scope(Scope::Exchange)
        .on(&["completion/complete"])
        .checked(),
    must("completion-values-max", Party::Server, "schema#CompleteResult")
        .says("At most 100 values.")
        .scope(Scope::Exchange)
        .on(&["completion/complete"])
        .checked(),
    must("completion-total-type", Party::Server, "schema#CompleteResult")
        .says("total, if present, is an integer.")
        .scope(Scope::Exchange)
        .on(&["completion/complete"])
        .checked(),
    must("completion-has-more-type", Party::Server, "schema#CompleteResult")
        .says("hasMore, if present, is a boolean.")
        .scope(Scope::Exchange)
        .on(&["completion/complete"])
        .checked(),
    should(
        "completion-unsupported-code",
        Party::Server,
        "server/utilities/completion#error-handling",
    )
    .says("Without the capability the answer is -32601.")
    .scope(Scope::Exchange)
    .on(&["error"])
    .code(ErrorCode::METHOD_NOT_FOUND),
    should(
        "completion-unknown-prompt-code",
        Party::Server,
        "server/utilities/completion#error-handling",
    )
    .says("An unknown prompt name gives -32602.")
    .scope(Scope::Exchange)
    .on(&["error"])
    .code(ErrorCode::INVALID_PARAMS),
    should(
        "completion-missing-argument-code",
        Party::Server,
        "server/utilities/completion#error-handling",
    )
    .says("Missing required arguments give -32602.")
    .scope(Scope::Exchange)
    .on(&["error"])
    .code(ErrorCode::INVALID_PARAMS),
    should(
        "completion-debounce",
        Party::Client,
        "server/utilities/completion#implementation-considerations",
    )
    .says("Clients debounce fast typing.")
    .scope(Scope::Stream)
    .on(&["completion/complete"]),
];
