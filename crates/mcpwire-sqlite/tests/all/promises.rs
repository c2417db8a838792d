//! The promises of every store, held by both.

use mcpwire::{MemoryTasks, StoredTask, TaskStore};
use mcpwire_sqlite::SqliteTasks;
use serde_json::{Value, json};

/// A task with a text in each member that may hold one.
pub(crate) fn task(id: &str, members: Value) -> StoredTask {
    let mut task = json!({
        "id": id,
        "principal": "amira",
        "tool": "wait",
        "arguments": {"millis": 1.50, "text": "Ä\u{1F600}\" \\"},
        "meta": {"progressToken": 7},
        "status": "working",
        "status_message": null,
        "created": 1_000,
        "updated": 1_000,
        "ttl": 500,
        "poll_interval": 50,
        "asked": {},
        "answers": {"name": {"action": "accept"}},
        "outcome": null,
    });
    for (name, value) in members.as_object().expect("members") {
        task[name] = value.clone();
    }
    serde_json::from_str(&task.to_string()).expect("this is a task")
}

fn text(task: &StoredTask) -> String {
    serde_json::to_string(task).expect("a task is JSON")
}

fn each(promise: impl Fn(&dyn TaskStore)) {
    promise(&MemoryTasks::default());
    promise(&SqliteTasks::in_memory().expect("there is memory"));
}

#[test]
fn what_was_put_is_found_as_it_was() {
    each(|store| {
        let kept = task("a", json!({}));
        store.put(&kept).unwrap();
        assert_eq!(store.get("a").unwrap().map(|it| text(&it)), Some(text(&kept)));
        assert!(store.get("b").unwrap().is_none());
    });
}

#[test]
fn a_newer_state_takes_the_place_of_the_older_one() {
    each(|store| {
        store.put(&task("a", json!({}))).unwrap();
        let asked = json!({"key": {"method": "roots/list"}});
        store.put(&task("a", json!({"status": "input_required", "asked": asked}))).unwrap();
        let done = task("a", json!({"status": "completed", "outcome": {"content": []}}));
        store.put(&done).unwrap();
        assert_eq!(store.get("a").unwrap().map(|it| text(&it)), Some(text(&done)));
    });
}

#[test]
fn only_tasks_without_a_final_status_are_unfinished() {
    each(|store| {
        for (id, status) in [
            ("a", "working"),
            ("b", "input_required"),
            ("c", "completed"),
            ("d", "failed"),
            ("e", "cancelled"),
        ] {
            store.put(&task(id, json!({"status": status}))).unwrap();
        }
        store.put(&task("a", json!({"status": "failed"}))).unwrap();
        let mut ids: Vec<_> = store.unfinished().unwrap().into_iter().map(|it| it.id).collect();
        ids.sort();
        assert_eq!(ids, ["b"]);
    });
}

#[test]
fn what_is_over_is_forgotten_and_nothing_else() {
    each(|store| {
        store.put(&task("short", json!({"ttl": 10}))).unwrap();
        store.put(&task("long", json!({"ttl": 11}))).unwrap();
        store.put(&task("endless", json!({"ttl": null}))).unwrap();
        store.put(&task("huge", json!({"ttl": u64::MAX}))).unwrap();
        store.forget_expired(1_010).unwrap();
        assert!(store.get("short").unwrap().is_none());
        for id in ["long", "endless", "huge"] {
            assert!(store.get(id).unwrap().is_some(), "{id}");
        }
    });
}
