//! Rules of `tasks/state`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("task-client-answers-inputs", Party::Client, "tasks/task-status")
        .says("It answers them through tasks/update.")
        .scope(Scope::Exchange)
        .on(&["tasks/update"]),
    must("task-failed-meaning", Party::Server, "tasks/task-status")
        .says("Status failed is only for JSON-RPC errors.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    should("task-poll-interval", Party::Client, "tasks/task-polling")
        .says("Polling respects pollIntervalMs.")
        .scope(Scope::Stream)
        .on(&["tasks/get"]),
    should("task-poll-until-terminal", Party::Client, "tasks/task-polling")
        .says("Polling goes on to a terminal status or cancel.")
        .scope(Scope::Stream)
        .on(&["tasks/get"]),
    must("task-get-working", Party::Server, "tasks/task-polling")
        .says("A working task is reported as a Task with status working.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-get-input-required", Party::Server, "tasks/task-polling")
        .says("Status input_required comes with inputRequests.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"])
        .checked(),
    must("task-get-inputs-all", Party::Server, "tasks/task-polling")
        .says("inputRequests holds every outstanding request.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-get-completed", Party::Server, "tasks/task-polling")
        .says("Status completed comes with result.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"])
        .checked(),
    must("task-get-cancelled", Party::Server, "tasks/task-polling")
        .says("A cancelled task is reported with status cancelled.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-get-failed", Party::Server, "tasks/task-polling")
        .says("Status failed comes with the JSON-RPC error.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"])
        .checked(),
    must("task-get-result-type", Party::Server, "tasks/task-polling")
        .says("tasks/get results have resultType complete.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"])
        .checked(),
    must("task-get-unknown", Party::Server, "tasks/error-handling")
        .says("Unknown taskId in tasks/get gives -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    must("task-get-fields", Party::Client, "tasks/task-polling")
        .says("tasks/get has a string taskId.")
        .on(&["tasks/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("task-methods-undeclared", Party::Server, "tasks/error-handling")
        .says("Task methods from a non-declaring request give -32021.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY)
        .status(400),
    should("task-failed-status-message", Party::Server, "tasks/error-handling")
        .says("A failed task has statusMessage.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-failed-error", Party::Server, "tasks/error-handling")
        .says("A failed task has error with code and message.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"])
        .checked(),
    must("task-tool-error-completed", Party::Server, "tasks/error-handling")
        .says("A tool result with isError is status completed.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-completed-result-identity", Party::Server, "tasks/error-handling")
        .says(
            "result is the underlying request's result, shaped like CallToolResult for tools/call.",
        )
        .scope(Scope::Exchange)
        .on(&["tasks/get"]),
    must("task-fields-missing", Party::Server, "tasks/tasks")
        .says("A Task has string taskId, status, createdAt, lastUpdatedAt and ttlMs.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "tasks/get"])
        .checked(),
    must("task-status-value", Party::Server, "tasks/tasks")
        .says("status is working, input_required, completed, cancelled or failed.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "tasks/get"])
        .checked(),
    must("task-ttl-type", Party::Server, "tasks/tasks")
        .says("ttlMs is an integer or null.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "tasks/get"])
        .checked(),
    must("task-poll-interval-type", Party::Server, "tasks/tasks")
        .says("pollIntervalMs, if present, is an integer.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "tasks/get"])
        .checked(),
    must("task-timestamps", Party::Server, "tasks/tasks")
        .says("createdAt and lastUpdatedAt are ISO 8601.")
        .on(&["tools/call", "tasks/get"])
        .checked(),
    should("task-legacy-field-names", Party::Server, "tasks/tasks")
        .says("Legacy names ttl, pollInterval and a nested task object are not used.")
        .on(&["tools/call", "tasks/get"])
        .derived()
        .checked(),
    must("task-terminal-frozen", Party::Server, "tasks/task-status")
        .says("Terminal status never changes.")
        .scope(Scope::Exchange)
        .on(&["tasks/get"])
        .derived(),
];
