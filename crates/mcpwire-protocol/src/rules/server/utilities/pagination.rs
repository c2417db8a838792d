//! Rules of `server/utilities/pagination`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should(
        "page-stable-cursors",
        Party::Server,
        "server/utilities/pagination#implementation-guidelines",
    )
    .says("Cursors stay stable.")
    .scope(Scope::Exchange)
    .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"]),
    should(
        "page-invalid-graceful",
        Party::Server,
        "server/utilities/pagination#implementation-guidelines",
    )
    .says("Invalid cursors are handled gracefully.")
    .scope(Scope::Exchange)
    .on(&["error"])
    .code(ErrorCode::INVALID_PARAMS),
    should(
        "page-missing-next-is-end",
        Party::Client,
        "server/utilities/pagination#implementation-guidelines",
    )
    .says("A missing nextCursor ends the listing.")
    .scope(Scope::Exchange)
    .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"]),
    must(
        "page-cursor-opaque",
        Party::Client,
        "server/utilities/pagination#implementation-guidelines",
    )
    .says("Clients pass cursors back unchanged and read nothing into them.")
    .scope(Scope::Exchange)
    .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"]),
    should(
        "page-cursor-cross-method",
        Party::Client,
        "server/utilities/pagination#operations-supporting-pagination",
    )
    .says("A cursor is used with the method that issued it.")
    .scope(Scope::Exchange)
    .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
    .derived(),
    must(
        "page-empty-cursor",
        Party::Client,
        "server/utilities/pagination#implementation-guidelines",
    )
    .says("An empty-string nextCursor is a real cursor, not the end.")
    .scope(Scope::Exchange)
    .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"]),
    should("page-invalid-cursor-code", Party::Server, "server/utilities/pagination#error-handling")
        .says("An invalid cursor gives -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    must("page-cursor-type", Party::Client, "schema#PaginatedRequestParams")
        .says("cursor, if present, is a string.")
        .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("page-next-cursor-type", Party::Server, "schema#PaginatedResult")
        .says("nextCursor, if present, is a string; null is not a value.")
        .scope(Scope::Exchange)
        .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
        .checked(),
    should("page-cursor-loop", Party::Server, "server/utilities/pagination#pagination-flow")
        .says("nextCursor does not repeat a cursor already used.")
        .scope(Scope::Exchange)
        .on(&["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
        .derived(),
    should(
        "page-cursor-unpaginated",
        Party::Client,
        "server/utilities/pagination#operations-supporting-pagination",
    )
    .says("cursor goes only to the four list methods.")
    .on(&["request"])
    .derived()
    .checked(),
];
