//! The times of tasks, and what older revisions left behind.

use crate::json::Kind;
use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site};
use crate::rules::formats::is_timestamp;
use crate::types::ResultType;

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[
    TypeCheck { of: "CreateTaskResult", check: times },
    TypeCheck { of: "WorkingTask", check: times },
    TypeCheck { of: "InputRequiredTask", check: times },
    TypeCheck { of: "CompletedTask", check: times },
    TypeCheck { of: "FailedTask", check: times },
    TypeCheck { of: "CancelledTask", check: times },
];

fn times(task: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    for name in ["createdAt", "lastUpdatedAt"] {
        if task.string(name).is_some_and(|time| !is_timestamp(&time)) {
            let advice = "Send an ISO 8601 time such as 2026-07-28T09:30:00Z.";
            findings.at("task-timestamps", task, name, advice);
        }
    }
}

/// A result that says it is a task, and is none of this revision's.
pub(in crate::rules) fn result(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if !ResultType::TASK.is_of(result.text) {
        return;
    }
    let nested = result.get("task").is_some_and(|task| task.kind() == Kind::Object);
    let old = ["task", "ttl", "pollInterval"].into_iter().find(|name| match *name {
        "task" => nested,
        name => result.get(name).is_some(),
    });
    match (old, result.get("taskId")) {
        (Some(name), _) => {
            let advice = "Send the members of the task in the result itself: `taskId`, `ttlMs`, `pollIntervalMs`.";
            findings.at("task-legacy-field-names", result, name, advice);
        }
        // With the request in evidence, the members that a task lacks were told.
        (None, None) if findings.inferred => {
            let advice = "Choose another result type; `task` belongs to the tasks extension.";
            findings.at("task-reserved-result-type", result, "resultType", advice);
        }
        _ => {}
    }
}
