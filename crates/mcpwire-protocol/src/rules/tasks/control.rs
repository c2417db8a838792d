//! Rules of `tasks/control`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("task-client-fulfils", Party::Client, "tasks/task-update-requests")
        .says("Outstanding inputs are answered by one or more tasks/update.")
        .scope(Scope::Exchange)
        .on(&["tasks/update"]),
    should("task-client-continues", Party::Client, "tasks/task-update-requests")
        .says("After tasks/update the client keeps observing.")
        .scope(Scope::Stream)
        .on(&["tasks/get"]),
    must("task-input-key-unique", Party::Server, "tasks/task-update-requests")
        .says("A key names one request over the task's life.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-input-key-reuse", Party::Server, "tasks/task-update-requests")
        .says("An answered key is not issued again.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-update-key-outstanding", Party::Client, "tasks/task-update-requests")
        .says("inputResponses keys are currently outstanding.")
        .scope(Scope::Exchange)
        .on(&["tasks/update"]),
    must("task-update-fields", Party::Client, "tasks/task-update-requests")
        .says("tasks/update has string taskId and object inputResponses.")
        .on(&["tasks/update"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("task-update-ack", Party::Server, "tasks/task-update-requests")
        .says("Success is an empty result.")
        .scope(Scope::Exchange)
        .on(&["tasks/update"]),
    must("task-update-result-type", Party::Server, "tasks/task-update-requests")
        .says("Its resultType is complete.")
        .scope(Scope::Exchange)
        .on(&["tasks/update"])
        .checked(),
    should("task-update-unknown", Party::Server, "tasks/task-update-requests")
        .says("Unknown taskId in tasks/update gives a JSON-RPC error.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    should("task-update-ignore-extra", Party::Server, "tasks/task-update-requests")
        .says("Responses for keys not outstanding are ignored.")
        .scope(Scope::Exchange)
        .on(&["tasks/update"]),
    should("task-track-keys", Party::Client, "tasks/task-update-requests")
        .says("A client answers each key once.")
        .scope(Scope::Exchange)
        .on(&["tasks/update"]),
    must("task-cancel-notification", Party::Client, "tasks/task-cancellation")
        .says("Tasks are not cancelled by notifications/cancelled.")
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    must("task-cancel-fields", Party::Client, "tasks/task-cancellation")
        .says("tasks/cancel has a string taskId.")
        .on(&["tasks/cancel"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("task-cancel-ack", Party::Server, "tasks/task-cancellation")
        .says("tasks/cancel succeeds with an empty result.")
        .scope(Scope::Exchange)
        .on(&["tasks/cancel"]),
    must("task-cancel-result-type", Party::Server, "tasks/task-cancellation")
        .says("Its resultType is complete.")
        .scope(Scope::Exchange)
        .on(&["tasks/cancel"])
        .checked(),
    should("task-cancel-unknown", Party::Server, "tasks/task-cancellation")
        .says("Unknown taskId in tasks/cancel gives a JSON-RPC error.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
];
