//! Rules of `tasks/notifications`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must};

pub(crate) static RULES: &[Rule] = &[
    must("task-listen-undeclared", Party::Server, "tasks/task-status-notifications")
        .says("listen with taskIds but without the extension gives -32021.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY)
        .status(400),
    must("task-listen-ids-type", Party::Client, "tasks/task-status-notifications")
        .says("taskIds is an array of strings.")
        .on(&["subscriptions/listen"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("task-ack-ids-subset", Party::Server, "tasks/task-status-notifications")
        .says("Acknowledged taskIds are a subset of those asked for.")
        .scope(Scope::Exchange)
        .on(&["notifications/subscriptions/acknowledged"])
        .derived(),
    must("task-notification-unsubscribed", Party::Server, "tasks/task-status-notifications")
        .says("notifications/tasks concerns only subscribed task ids.")
        .scope(Scope::Stream)
        .on(&["notifications/tasks"])
        .derived(),
    must("task-notification-subscription-id", Party::Server, "basic/index#meta")
        .says("notifications/tasks carries _meta subscriptionId.")
        .scope(Scope::Stream)
        .on(&["notifications/tasks"]),
    must("task-notification-full", Party::Server, "tasks/task-status-notifications")
        .says("Each notification is a complete DetailedTask as tasks/get would give.")
        .scope(Scope::Stream)
        .on(&["notifications/tasks"])
        .derived(),
    must("task-no-progress-on-listen", Party::Server, "tasks/task-status-notifications")
        .says("progress and message are not sent on listen streams for tasks.")
        .scope(Scope::Stream)
        .on(&["notifications/progress", "notifications/message"]),
];
