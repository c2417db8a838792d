//! Tasks, judged and read as SEP-2663 describes them; there is no published schema to compare.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{ErrorCode, RpcError};
use mcpwire_protocol::rules::judge;
use mcpwire_protocol::types::*;

use super::client_shapes::{compare, verdict};

/// A task with a status, and with members before and after.
fn task(before: &str, status: &str, after: &str) -> String {
    format!(
        r#"{{{before}"taskId":"t","status":"{status}","createdAt":"2026-08-01T09:00:00Z","lastUpdatedAt":"2026-08-01T09:00:01Z","ttlMs":60000{after}}}"#
    )
}

#[test]
fn each_status_demands_what_belongs_to_it() {
    let rows = [
        ("working", "", ""),
        ("cancelled", "", ""),
        ("input_required", "", "task-get-input-required at /inputRequests"),
        ("input_required", r#","inputRequests":{"a":{"method":"roots/list"}}"#, ""),
        ("input_required", r#","inputRequests":[]"#, "mrtr-input-requests-type at /inputRequests"),
        (
            "input_required",
            r#","inputRequests":{"a":{"method":"tools/list"}}"#,
            "mrtr-input-kind at /inputRequests/a/method",
        ),
        ("completed", "", "task-get-completed at /result"),
        ("completed", r#","result":{"content":[],"isError":true}"#, ""),
        ("completed", r#","result":null"#, "task-get-completed at /result"),
        ("failed", "", "task-get-failed at /error"),
        ("failed", r#","error":"broken""#, "task-failed-error at /error"),
        (
            "failed",
            r#","error":{"code":"x"}"#,
            "task-failed-error at /error/code, task-failed-error at /error/message",
        ),
        ("failed", r#","error":{"code":-32603,"message":"m","data":null}"#, ""),
        // What belongs to another status is an unknown member.
        ("working", r#","result":7,"error":7,"inputRequests":7"#, ""),
        ("canceled", "", "task-status-value at /status"),
    ];
    for (status, after, expected) in rows {
        let result = task(r#""resultType":"complete","#, status, after);
        assert_eq!(verdict::<GetTaskResult>(&result), expected, "{result}");
        let notification = task("", status, after);
        let found = verdict::<TaskStatusNotificationParams>(&notification);
        assert_eq!(found, expected, "{notification}");
        let read = decode::<GetTaskResult>(Text::parse(&result).expect("JSON"));
        assert_eq!(read.is_ok(), expected.is_empty(), "{result}");
    }
}

#[test]
fn a_new_task_is_told_by_its_members() {
    compare::<CreateTaskResult>(&[
        (&task(r#""resultType":"task","#, "working", ""), ""),
        // A new task may have any status, and never has a payload.
        (&task(r#""resultType":"task","#, "completed", ""), ""),
        (&task(r#""resultType":"task","#, "input_required", ""), ""),
        (&task("", "working", ""), "result-type-missing at /resultType"),
        (
            &task(r#""resultType":"complete","#, "working", ""),
            "task-result-type-create at /resultType",
        ),
        (
            r#"{"resultType":"task","task":{"taskId":"t"}}"#,
            "task-fields-missing at /taskId, task-fields-missing at /status, \
             task-fields-missing at /createdAt, task-fields-missing at /lastUpdatedAt, \
             task-fields-missing at /ttlMs",
        ),
        (
            r#"{"resultType":"task","taskId":7,"status":"working","statusMessage":null,
                "createdAt":1,"lastUpdatedAt":"now","ttlMs":"60000","pollIntervalMs":1.5}"#,
            "task-fields-missing at /taskId, task-fields-missing at /statusMessage, \
             task-fields-missing at /createdAt, task-ttl-type at /ttlMs, \
             task-poll-interval-type at /pollIntervalMs",
        ),
        (
            r#"{"resultType":"task","taskId":"t","status":"done","createdAt":"a",
                "lastUpdatedAt":"b","ttlMs":null,"pollIntervalMs":2e3}"#,
            "task-status-value at /status",
        ),
    ]);
}

#[test]
fn results_about_tasks_are_complete_themselves() {
    for word in ["task", "input_required", "working"] {
        let before = format!(r#""resultType":"{word}","#);
        let found = verdict::<GetTaskResult>(&task(&before, "working", ""));
        assert_eq!(found, "task-get-result-type at /resultType");
    }
    compare::<UpdateTaskResult>(&[
        (r#"{"resultType":"complete"}"#, ""),
        (r#"{"resultType":"task"}"#, "task-update-result-type at /resultType"),
        ("{}", "result-type-missing at /resultType"),
    ]);
    compare::<CancelTaskResult>(&[
        (r#"{"resultType":"complete","_meta":{}}"#, ""),
        (r#"{"resultType":true}"#, "task-cancel-result-type at /resultType"),
    ]);
}

#[test]
fn requests_about_tasks_name_the_task() {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let params = |members: &str| format!("{{{meta}{members}}}");
    compare::<GetTaskParams>(&[
        (&params(r#","taskId":"""#), ""),
        (&params(""), "task-get-fields at /taskId"),
        (r#"{"taskId":"t"}"#, "meta-missing at /_meta"),
    ]);
    compare::<CancelTaskParams>(&[(&params(r#","taskId":1"#), "task-cancel-fields at /taskId")]);
    compare::<UpdateTaskParams>(&[
        (&params(r#","taskId":"t","inputResponses":{}"#), ""),
        (&params(r#","taskId":"t""#), "task-update-fields at /inputResponses"),
        (&params(r#","taskId":"t","inputResponses":[]"#), "task-update-fields at /inputResponses"),
        (
            &params(r#","taskId":"t","inputResponses":{"a":"yes"}"#),
            "mrtr-input-response-shape at /inputResponses/a",
        ),
    ]);
}

#[test]
fn a_call_may_be_answered_with_a_task() {
    let text = task(r#""resultType":"task","#, "working", "");
    let text = Text::parse(&text).expect("JSON");
    let shape = result_shape("tools/call", text).expect("a known method");
    assert!(judge(text, shape, CreateTaskResult::RULE).fits());
    for method in ["tasks/get", "tasks/update", "tasks/cancel", "notifications/tasks"] {
        assert!(params_shape(method).is_some(), "{method}");
    }
    assert!(params_shape("tasks/result").is_none(), "it was removed");
    assert!(params_shape("elicitation/create").is_none(), "it is no request of its own");
    assert!(embedded_shapes("elicitation/create").is_some());
}

#[test]
fn a_task_goes_from_its_creation_to_its_end() {
    let created = Task::new("t", TaskStatus::Working, "2026-08-01T09:00:00Z", None);
    let error = RpcError::new(ErrorCode::INTERNAL_ERROR, "No camera").with("at", "/camera");
    let failed = GetTaskResult::new(created.with_status(TaskState::from(&error)));
    let written = serde_json::to_string(&failed).expect("it can be written");
    assert_eq!(
        written,
        r#"{"resultType":"complete","taskId":"t","status":"failed","createdAt":"2026-08-01T09:00:00Z","lastUpdatedAt":"2026-08-01T09:00:00Z","ttlMs":null,"error":{"code":-32603,"message":"No camera","data":{"at":"/camera"}}}"#
    );
    let read: GetTaskResult = decode(Text::parse(&written).expect("JSON")).expect("a task");
    assert_eq!(read.task.ttl_ms, None);
    assert_eq!(read.task.status.status(), TaskStatus::Failed);
    assert!(read.task.status.status().is_terminal());
}
