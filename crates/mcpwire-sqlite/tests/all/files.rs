//! The file: what it holds from one process to the next, and what is left alone.

use std::path::{Path, PathBuf};

use mcpwire::TaskStore;
use mcpwire_sqlite::{OpenError, SqliteTasks};
use serde_json::json;

use crate::promises::task;

/// A file name that no other test uses, with nothing there.
pub(crate) fn file(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.db"));
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut part = file.clone().into_os_string();
        part.push(ending);
        let _ = std::fs::remove_file(part);
    }
    file
}

#[test]
fn the_tasks_are_there_again() {
    let file = file("again");
    let store = SqliteTasks::open(&file).unwrap();
    store.put(&task("a", json!({"status": "completed", "outcome": {}}))).unwrap();
    store.put(&task("b", json!({}))).unwrap();
    drop(store);
    let store = SqliteTasks::open(&file).unwrap();
    assert!(store.get("a").unwrap().is_some());
    assert_eq!(store.unfinished().unwrap().len(), 1);
}

#[test]
fn a_second_server_is_told_that_the_file_is_in_use() {
    let file = file("in-use");
    let first = SqliteTasks::open(&file).unwrap();
    let second = SqliteTasks::open(&file);
    assert!(matches!(second, Err(OpenError::InUse)), "{second:?}");
    drop(first);
    assert!(SqliteTasks::open(&file).is_ok());
}

#[test]
fn what_is_no_file_with_tasks_is_left_as_it_is() {
    let text = file("text");
    std::fs::write(&text, "This is no database, but a text of some length.".repeat(40)).unwrap();
    let before = std::fs::read(&text).unwrap();
    let opened = SqliteTasks::open(&text);
    assert!(matches!(opened, Err(OpenError::Foreign)), "{opened:?}");
    assert_eq!(std::fs::read(&text).unwrap(), before);

    let foreign = file("foreign");
    let database = rusqlite::Connection::open(&foreign).unwrap();
    database.execute_batch("CREATE TABLE other (a)").unwrap();
    drop(database);
    assert!(matches!(SqliteTasks::open(&foreign), Err(OpenError::Foreign)));

    let newer = file("newer");
    drop(SqliteTasks::open(&newer).unwrap());
    let database = rusqlite::Connection::open(&newer).unwrap();
    database.pragma_update(None, "user_version", 7).unwrap();
    drop(database);
    let opened = SqliteTasks::open(&newer);
    assert!(matches!(opened, Err(OpenError::Version(7))), "{opened:?}");
    assert!(matches!(SqliteTasks::open("/"), Err(OpenError::Database(_))));
}

#[test]
fn the_number_of_tasks_is_bounded() {
    let file = file("bounded");
    let store = SqliteTasks::open(&file).unwrap().at_most(2);
    store.put(&task("a", json!({"ttl": 1}))).unwrap();
    store.put(&task("b", json!({}))).unwrap();
    let refused = store.put(&task("c", json!({}))).unwrap_err().to_string();
    assert!(refused.contains("2 tasks"), "{refused}");
    store.put(&task("b", json!({"status": "failed"}))).unwrap();
    store.forget_expired(1_001).unwrap();
    store.put(&task("c", json!({}))).unwrap();
    drop(store);
    let store = SqliteTasks::open(&file).unwrap().at_most(2);
    assert!(store.put(&task("d", json!({}))).is_err());
}
