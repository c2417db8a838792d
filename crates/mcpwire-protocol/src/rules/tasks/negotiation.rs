//! Rules of `tasks/negotiation`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("task-create-undeclared", Party::Server, "tasks/capability-negotiation")
        .says("No CreateTaskResult for a request that did not declare the tasks extension.")
        .scope(Scope::Exchange)
        .on(&["tools/call"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY),
    must("task-create-unsupported-method", Party::Server, "tasks/supported-methods")
        .says("Only tools/call is answered with CreateTaskResult.")
        .scope(Scope::Exchange)
        .on(&["result"])
        .derived(),
    must("task-required-error", Party::Server, "tasks/capability-negotiation")
        .says("If only a task could serve the call, a non-declaring client gets -32021.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY)
        .status(400),
    must("task-required-error-data", Party::Server, "tasks/capability-negotiation")
        .says("That error names extensions io.modelcontextprotocol/tasks in requiredCapabilities.")
        .on(&["error"])
        .checked(),
    must("task-result-type-create", Party::Server, "tasks/polymorphic-results")
        .says("CreateTaskResult has resultType task.")
        .scope(Scope::Exchange)
        .on(&["tools/call"]),
    must("task-result-type-other", Party::Server, "tasks/polymorphic-results")
        .says("resultType task is used on CreateTaskResult only.")
        .scope(Scope::Exchange)
        .on(&["result"]),
    must("task-durable-before-reply", Party::Server, "tasks/task-creation")
        .says("CreateTaskResult is sent only when tasks/get would already find the task.")
        .scope(Scope::Exchange)
        .on(&["tools/call"]),
    should("task-mrtr-before", Party::Server, "tasks/task-creation")
        .says("Input needed before creation is gathered by MRTR first.")
        .scope(Scope::Exchange)
        .on(&["tools/call"]),
    must("task-header-name", Party::Client, "tasks/streamable-http-routing-headers")
        .says("Mcp-Name is params.taskId for the three task methods.")
        .scope(Scope::Http)
        .on(&["tasks/get", "tasks/update", "tasks/cancel"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("task-header-name-mismatch", Party::Client, "tasks/streamable-http-routing-headers")
        .says("Mcp-Name for task methods equals params.taskId.")
        .scope(Scope::Http)
        .on(&["tasks/get", "tasks/update", "tasks/cancel"])
        .code(ErrorCode::HEADER_MISMATCH)
        .status(400),
    must("task-reserved-method-prefix", Party::Both, "tasks/reservations")
        .says("tasks/ and notifications/tasks/ method prefixes belong to this extension.")
        .on(&["request", "notification"])
        .derived()
        .checked(),
    must("task-reserved-result-type", Party::Both, "tasks/reservations")
        .says("resultType task belongs to this extension.")
        .on(&["result"])
        .derived()
        .checked(),
    must("task-legacy-not-enabled", Party::Server, "tasks/backward-compatibility")
        .says("Under 2025-11-25 the extension declaration enables nothing.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("task-legacy-capability-only", Party::Server, "tasks/backward-compatibility")
        .says("A client with only the old tasks capability counts as non-declaring.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .code(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY),
    should("task-legacy-interop", Party::Server, "tasks/backward-compatibility")
        .says("Dual servers still let such clients get and cancel tasks made under 2025-11-25.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("task-result-removed", Party::Server, "tasks/backward-compatibility")
        .says("tasks/result gives -32601.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::METHOD_NOT_FOUND)
        .status(404),
    must("task-param-ignored", Party::Server, "tasks/backward-compatibility")
        .says("A task param on tools/call is ignored as unknown.")
        .scope(Scope::Exchange)
        .on(&["tools/call"]),
    must("task-legacy-caps-migrated", Party::Server, "tasks/backward-compatibility")
        .says("Servers declare the extension instead of tasks.requests, tasks.cancel, tasks.list.")
        .scope(Scope::Exchange)
        .on(&["server/discover"]),
    must("task-legacy-caps-dropped", Party::Server, "tasks/backward-compatibility")
        .says("The old tasks capability is not advertised under this revision.")
        .scope(Scope::Exchange)
        .on(&["server/discover"]),
];
