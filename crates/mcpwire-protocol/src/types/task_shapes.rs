//! The shapes of messages that hold a task.

use super::Shaped;
use super::mrtr::InputRequests;
use super::result_type::ResultType;
use super::rows::{NOTIFICATION_META, RESULT_META, string};
use super::shaped::object;
use super::task_messages::{CreateTaskResult, GetTaskResult, TaskStatusNotificationParams};
use crate::json::Kind;
use crate::rules::RuleId;
use crate::rules::shape::{Member, Shape, Variants, optional, required};

const STATUS: &Shape =
    &Shape::OneOf(&["working", "input_required", "completed", "cancelled", "failed"]);

/// `null` is without limit.
const TTL: &Shape = &Shape::ByKind(&[(Kind::Number, &Shape::Integer), (Kind::Null, &Shape::Null)]);

const ERROR: &Shape = &object!(
    "Error",
    "tasks/error-handling",
    [
        required("code", &Shape::Integer, "task-failed-error"),
        required("message", &Shape::String, "task-failed-error"),
        optional("data", &Shape::Any, "task-failed-error"),
    ]
);

const COMPLETE: &Shape = &Shape::OneOf(&[ResultType::Complete.as_str()]);

/// `resultType` where only `complete` is due.
pub(super) const fn complete(rule: &'static str) -> Member {
    required("resultType", COMPLETE, "result-type-missing").wrong(rule)
}

/// An object with the members of a task between others.
macro_rules! task {
    ($name:literal, [$($head:expr),*], [$($payload:expr),*]) => {
        object!($name, "tasks/tasks", [
            $($head,)*
            required("taskId", &Shape::String, "task-fields-missing"),
            required("status", STATUS, "task-fields-missing").wrong("task-status-value"),
            string("statusMessage", "task-fields-missing"),
            required("createdAt", &Shape::String, "task-fields-missing"),
            required("lastUpdatedAt", &Shape::String, "task-fields-missing"),
            required("ttlMs", TTL, "task-fields-missing").wrong("task-ttl-type"),
            optional("pollIntervalMs", &Shape::Integer, "task-poll-interval-type"),
            $($payload),*
        ])
    };
}

/// A task whose further members depend on its status.
macro_rules! detailed_task {
    ($name:literal, [$($head:expr),*]) => {
        Shape::ByMember(&Variants {
            name: $name,
            page: "tasks/task-status",
            member: "status",
            words: STATUS,
            cases: &[
                ("working", &task!("WorkingTask", [$($head),*], [])),
                ("input_required", &task!("InputRequiredTask", [$($head),*], [
                    required("inputRequests", InputRequests::SHAPE, "task-get-input-required")
                        .wrong("mrtr-input-requests-type")
                        .each("mrtr-input-kind")
                        .repeated("mrtr-input-keys-unique")
                ])),
                ("completed", &task!("CompletedTask", [$($head),*], [
                    required("result", &Shape::AnyObject, "task-get-completed")
                ])),
                ("failed", &task!("FailedTask", [$($head),*], [
                    required("error", ERROR, "task-get-failed").wrong("task-failed-error")
                ])),
                ("cancelled", &task!("CancelledTask", [$($head),*], [])),
            ],
            absent: None,
            missing: RuleId("task-fields-missing"),
            unknown: RuleId("task-status-value"),
        })
    };
}

impl Shaped for CreateTaskResult {
    const SHAPE: &'static Shape = &task!(
        "CreateTaskResult",
        [
            required(
                "resultType",
                &Shape::OneOf(&[ResultType::TASK.as_str()]),
                "result-type-missing"
            )
            .wrong("task-result-type-create"),
            RESULT_META
        ],
        []
    );
    const RULE: RuleId = RuleId("result-not-object");
}

impl Shaped for GetTaskResult {
    const SHAPE: &'static Shape =
        &detailed_task!("GetTaskResult", [complete("task-get-result-type"), RESULT_META]);
    const RULE: RuleId = RuleId("result-not-object");
}

impl Shaped for TaskStatusNotificationParams {
    const SHAPE: &'static Shape =
        &detailed_task!("TaskStatusNotificationParams", [NOTIFICATION_META]);
}
