use std::fmt;

use indexmap::IndexMap;
use mcpwire_protocol::types::{InputRequest, TaskStatus};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A task as it is kept: everything that is told of it, and what it takes to run it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredTask {
    /// Its name, which cannot be guessed.
    pub id: String,
    /// Who made it; for anyone else it does not exist.
    pub principal: Option<String>,
    /// The tool that was called.
    pub tool: String,
    /// The arguments of the call, as JSON text.
    pub arguments: Box<RawValue>,
    /// `_meta` of the call, as JSON text.
    pub meta: Box<RawValue>,
    /// How far it is.
    pub status: TaskStatus,
    /// What is told of the status.
    pub status_message: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: u64,
    /// For how many milliseconds from its creation it is kept; `None` is without limit.
    pub ttl: Option<u64>,
    /// How many milliseconds a client should wait between two looks.
    pub poll_interval: Option<u64>,
    /// What the client is asked and has not answered.
    pub asked: IndexMap<String, InputRequest>,
    /// What the client has answered, before the task was made and since.
    pub answers: IndexMap<String, Box<RawValue>>,
    /// The result if it is completed, the error if it failed.
    pub outcome: Option<Box<RawValue>>,
}

impl StoredTask {
    /// When it may be forgotten, in milliseconds since 1970.
    pub fn expires(&self) -> Option<u64> {
        self.ttl.map(|ttl| self.created.saturating_add(ttl))
    }

    /// Whether its time is over.
    pub fn is_expired(&self, now: u64) -> bool {
        self.expires().is_some_and(|expires| expires <= now)
    }
}

/// Where tasks are kept.
///
/// One process works with a store at a time. Its methods may be called from any thread, and never
/// at once for the same task.
pub trait TaskStore: Send + Sync + 'static {
    /// Keeps a task, in place of an older state of it. When this returns, the task must be found
    /// again by whoever looks next, after a crash too if the store promises that.
    ///
    /// # Errors
    ///
    /// The task could not be kept.
    fn put(&self, task: &StoredTask) -> Result<(), StoreError>;

    /// The task of this name.
    ///
    /// # Errors
    ///
    /// It could not be looked up.
    fn get(&self, id: &str) -> Result<Option<StoredTask>, StoreError>;

    /// All tasks whose status is not final, which are those that ran when the process ended.
    ///
    /// # Errors
    ///
    /// They could not be looked up.
    fn unfinished(&self) -> Result<Vec<StoredTask>, StoreError>;

    /// Forgets the tasks whose time is over at `now`, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// They could not be forgotten.
    fn forget_expired(&self, now: u64) -> Result<(), StoreError>;

    /// Whether these calls may wait for a disk or a network: then they are made on threads of
    /// their own.
    fn blocks(&self) -> bool {
        true
    }
}

/// A store did not do its work.
#[derive(Clone, Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The store of tasks failed: {}", self.0)
    }
}

impl std::error::Error for StoreError {}
