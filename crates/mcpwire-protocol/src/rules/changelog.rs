//! Rules of `changelog`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("method-removed", Party::Client, "changelog#major-changes")
        .says("Methods dropped in this revision are not used with it.")
        .on(&["request", "notification"])
        .code(ErrorCode::METHOD_NOT_FOUND)
        .derived()
        .checked(),
    should("removed-capability", Party::Both, "changelog#major-changes")
        .says("Dropped capability fields (roots.listChanged, tasks) are not declared in this revision.")
        .on(&["request", "server/discover"])
        .derived()
        .checked(),
    should("deprecated-feature-new", Party::Both, "deprecated")
        .says("New implementations do not adopt Deprecated features.")
        .on(&["request"])
        .heuristic()
        .checked(),
];
