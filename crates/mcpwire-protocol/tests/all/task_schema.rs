//! Tasks as a schema, written from the text of SEP-2663, which publishes none.

use serde_json::{Value, json};

/// An object with the members of a task, those that stand before them and those of a status.
fn task(head: &[&str], status: &Value, payload: &[(&str, Value)]) -> Value {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "taskId": {"type": "string"},
            "status": status,
            "statusMessage": {"type": "string"},
            "createdAt": {"type": "string"},
            "lastUpdatedAt": {"type": "string"},
            "ttlMs": {"type": ["integer", "null"]},
            "pollIntervalMs": {"type": "integer"},
        },
        "required": ["taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs"],
    });
    let required = schema["required"].as_array_mut().expect("an array");
    required.extend(payload.iter().map(|(name, _)| json!(name)));
    for (name, shape) in payload {
        schema["properties"][name] = shape.clone();
    }
    let head: Vec<_> = head.iter().map(|name| json!({"$ref": format!("#/$defs/{name}")})).collect();
    json!({"allOf": [schema, {"allOf": head}]})
}

/// A task with what belongs to its status.
fn detailed(head: &[&str]) -> Value {
    let error = json!({
        "type": "object",
        "properties": {"code": {"type": "integer"}, "message": {"type": "string"}},
        "required": ["code", "message"],
    });
    let requests = json!({"$ref": "#/$defs/InputRequests"});
    json!({"anyOf": [
        task(head, &json!({"enum": ["working", "cancelled"]}), &[]),
        task(head, &json!({"const": "input_required"}), &[("inputRequests", requests)]),
        task(head, &json!({"const": "completed"}), &[("result", json!({"type": "object"}))]),
        task(head, &json!({"const": "failed"}), &[("error", error)]),
    ]})
}

/// A result with this `resultType`, or a part of one.
fn result(word: &str) -> Value {
    json!({
        "type": "object",
        "properties": {
            "resultType": {"const": word},
            "_meta": {"$ref": "#/$defs/ResultMetaObject"},
        },
        "required": ["resultType"],
    })
}

/// Parameters of a request about a task.
fn params(more: &[(&str, Value)]) -> Value {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "_meta": {"$ref": "#/$defs/RequestMetaObject"},
            "taskId": {"type": "string"},
        },
        "required": ["_meta", "taskId"],
    });
    for (name, shape) in more {
        schema["properties"][name] = shape.clone();
        schema["required"].as_array_mut().expect("an array").push(json!(name));
    }
    schema
}

/// The definitions that the extension adds.
pub(crate) fn task_definitions() -> Vec<(&'static str, Value)> {
    let any = json!({"enum": ["working", "input_required", "completed", "cancelled", "failed"]});
    let responses = json!({"$ref": "#/$defs/InputResponses"});
    vec![
        ("TaskHead", result("task")),
        ("CompleteHead", result("complete")),
        ("CreateTaskResult", task(&["TaskHead"], &any, &[])),
        ("GetTaskParams", params(&[])),
        ("GetTaskResult", detailed(&["CompleteHead"])),
        ("UpdateTaskParams", params(&[("inputResponses", responses)])),
        ("UpdateTaskResult", result("complete")),
        ("CancelTaskParams", params(&[])),
        ("CancelTaskResult", result("complete")),
        ("TaskStatusNotificationParams", detailed(&["NotificationParams"])),
    ]
}
