//! A [`TaskStore`] in an SQLite file: tasks that survive the process, however it ends.
//!
//! ```no_run
//! use mcpwire::Server;
//! use mcpwire_sqlite::SqliteTasks;
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! Server::new("reports", "1.0.0")
//!     .task_store(SqliteTasks::open("tasks.db")?)
//!     .serve(mcpwire::stdio())
//!     .await?;
//! # Ok(())
//! # }
//! ```
//!
//! What a client was told is in the file before it is told: a task whose name has left the server is
//! found again after `kill -9`, and after a loss of power where the disk keeps its word. What was
//! running then is taken up by the server at its next start: tools that are
//! [`resumable`](mcpwire::Tool::resumable) run again, the tasks of others have failed.
//!
//! Specification: SEP-2663, "Task Creation", which demands that a task can be looked up once its
//! name was sent.

mod error;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mcpwire::{StoreError, StoredTask, TaskStore};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

pub use error::OpenError;

/// Tasks in an SQLite file, which one process at a time works with.
#[derive(Debug)]
pub struct SqliteTasks {
    open: Mutex<Open>,
    most: u64,
}

#[derive(Debug)]
struct Open {
    database: Connection,
    /// How many tasks are kept.
    count: u64,
}

const NEW: &str = include_str!("tasks.sql");
const APPLICATION_ID: i64 = 0x6d63_7074;
const VERSION: i64 = 1;
/// How long another process may take to let go of the file: one that is about to end, say.
const PATIENCE: Duration = Duration::from_secs(2);

impl SqliteTasks {
    /// The tasks in a file, which is made if it is not there. It is locked for other processes
    /// until this value is dropped, or this process has ended.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is used by another process, or holds something else.
    pub fn open(file: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::with(Connection::open(file)?)
    }

    /// Tasks that are gone when this value is.
    ///
    /// # Errors
    ///
    /// SQLite has no memory.
    pub fn in_memory() -> Result<Self, OpenError> {
        Self::with(Connection::open_in_memory()?)
    }

    /// Sets how many tasks are kept at most, ended ones included: 100,000 by default. A new one
    /// beyond is refused until others are forgotten.
    #[must_use]
    pub fn at_most(mut self, tasks: u64) -> Self {
        self.most = tasks;
        self
    }

    fn with(mut database: Connection) -> Result<Self, OpenError> {
        database.busy_timeout(PATIENCE)?;
        // Set before the first look, so that the lock is kept from there on.
        database.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        let id: i64 = database.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let version: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match (id, version) {
            (APPLICATION_ID, VERSION) => {}
            (APPLICATION_ID, newer) => return Err(OpenError::Version(newer)),
            (0, 0) if is_empty(&database)? => {}
            _ => return Err(OpenError::Foreign),
        }
        // Readers do not wait for writers; each commit reaches the disk.
        database.pragma_update(None, "journal_mode", "WAL")?;
        database.pragma_update(None, "synchronous", "FULL")?;
        let setup = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if is_empty(&setup)? {
            setup.execute_batch(NEW)?;
        }
        setup.commit()?;
        let count: i64 = database.query_row("SELECT count(*) FROM tasks", [], |row| row.get(0))?;
        let count = count.unsigned_abs();
        Ok(SqliteTasks { open: Mutex::new(Open { database, count }), most: 100_000 })
    }

    fn open_now(&self) -> MutexGuard<'_, Open> {
        // Each change is one transaction, so a panic leaves nothing half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_empty(database: &Connection) -> Result<bool, rusqlite::Error> {
    database.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

impl TaskStore for SqliteTasks {
    fn put(&self, task: &StoredTask) -> Result<(), StoreError> {
        let text = serde_json::to_string(task).map_err(|error| StoreError(error.to_string()))?;
        let expires = task.expires().map(|time| i64::try_from(time).unwrap_or(i64::MAX));
        let values = params![task.id, task.status.is_terminal(), expires, text];
        let mut open = self.open_now();
        let changed = open
            .database
            .prepare_cached("UPDATE tasks SET ended = ?2, expires = ?3, task = ?4 WHERE id = ?1")
            .and_then(|mut update| update.execute(values))
            .map_err(failed)?;
        if changed > 0 {
            return Ok(());
        }
        if open.count >= self.most {
            let most = self.most;
            return Err(StoreError(format!("it keeps {most} tasks already, which is all it may.")));
        }
        open.database
            .prepare_cached("INSERT INTO tasks (id, ended, expires, task) VALUES (?1, ?2, ?3, ?4)")
            .and_then(|mut insert| insert.execute(values))
            .map_err(failed)?;
        open.count += 1;
        Ok(())
    }

    fn get(&self, id: &str) -> Result<Option<StoredTask>, StoreError> {
        let open = self.open_now();
        let text: Option<String> = open
            .database
            .prepare_cached("SELECT task FROM tasks WHERE id = ?1")
            .and_then(|mut select| select.query_row([id], |row| row.get(0)).optional())
            .map_err(failed)?;
        text.as_deref().map(read).transpose()
    }

    fn unfinished(&self) -> Result<Vec<StoredTask>, StoreError> {
        let open = self.open_now();
        let select = open.database.prepare_cached("SELECT task FROM tasks WHERE NOT ended");
        let texts: Vec<String> = select
            .and_then(|mut select| select.query_map([], |row| row.get(0))?.collect())
            .map_err(failed)?;
        texts.iter().map(|text| read(text)).collect()
    }

    fn forget_expired(&self, now: u64) -> Result<(), StoreError> {
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        let mut open = self.open_now();
        let forgotten = open
            .database
            .prepare_cached("DELETE FROM tasks WHERE expires <= ?1")
            .and_then(|mut delete| delete.execute([now]))
            .map_err(failed)?;
        open.count = open.count.saturating_sub(forgotten as u64);
        Ok(())
    }
}

fn read(text: &str) -> Result<StoredTask, StoreError> {
    let what = |error| format!("a task in it cannot be read: {error}.");
    serde_json::from_str(text).map_err(|error| StoreError(what(error)))
}

fn failed(error: rusqlite::Error) -> StoreError {
    StoreError(format!("{error}."))
}
