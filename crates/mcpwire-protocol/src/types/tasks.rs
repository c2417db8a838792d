//! The Tasks extension: work that goes on after its request was answered.
//!
//! Specification: SEP-2663, extension `io.modelcontextprotocol/tasks`.

use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;

use super::error::Error;
use super::mrtr::InputRequests;
use super::object::JsonObject;
use crate::jsonrpc::RpcError;

/// What is known of ongoing work. On the wire its members stand flat among those of the result
/// or notification that holds it.
///
/// Where only the status is told, as in the result that creates a task, `S` is [`TaskStatus`];
/// where what belongs to the status is told with it, the task is a [`DetailedTask`].
/// Specification: SEP-2663, "Tasks".
#[derive(Clone, Debug, PartialEq)]
pub struct Task<S = TaskStatus> {
    /// The task's name for all later requests.
    pub task_id: String,
    /// How far the work is.
    pub status: S,
    /// What to tell of the status, to a user or a model.
    pub status_message: Option<String>,
    /// When the task was made, in ISO 8601.
    pub created_at: String,
    /// When the task last changed, in ISO 8601.
    pub last_updated_at: String,
    /// For how many milliseconds from its creation the task is kept; `None` is without limit. It
    /// may change.
    pub ttl_ms: Option<u64>,
    /// How many milliseconds a client should wait between two looks. It may change.
    pub poll_interval_ms: Option<u64>,
}

/// A task with what belongs to its status.
///
/// Specification: SEP-2663, "Task Status".
pub type DetailedTask = Task<TaskState>;

impl<S> Task<S> {
    /// A task that was just made, at a time in ISO 8601, to be kept for so many milliseconds or,
    /// with `None`, without limit.
    pub fn new(
        task_id: impl Into<String>,
        status: S,
        created_at: impl Into<String>,
        ttl_ms: Option<u64>,
    ) -> Self {
        let created_at = created_at.into();
        Task {
            task_id: task_id.into(),
            status,
            status_message: None,
            last_updated_at: created_at.clone(),
            created_at,
            ttl_ms,
            poll_interval_ms: None,
        }
    }

    /// The same task with another status, or with more or less told about it.
    pub fn with_status<T>(self, status: T) -> Task<T> {
        Task {
            task_id: self.task_id,
            status,
            status_message: self.status_message,
            created_at: self.created_at,
            last_updated_at: self.last_updated_at,
            ttl_ms: self.ttl_ms,
            poll_interval_ms: self.poll_interval_ms,
        }
    }
}

/// How far a task is.
///
/// Specification: SEP-2663, "Task Status".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    /// The work goes on.
    Working,
    /// The work waits for answers from the client.
    InputRequired,
    /// The work is done and has a result; a result with `isError` is one, too.
    Completed,
    /// The work ended in a JSON-RPC error.
    Failed,
    /// The work was given up.
    Cancelled,
}

impl TaskStatus {
    /// Whether the status is final: a task never leaves it.
    pub const fn is_terminal(self) -> bool {
        matches!(self, TaskStatus::Completed | TaskStatus::Failed | TaskStatus::Cancelled)
    }

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            TaskStatus::Working => "working",
            TaskStatus::InputRequired => "input_required",
            TaskStatus::Completed => "completed",
            TaskStatus::Failed => "failed",
            TaskStatus::Cancelled => "cancelled",
        }
    }
}

/// How far a task is, with what belongs to that.
///
/// Specification: SEP-2663, "Task Status".
#[derive(Clone, Debug)]
pub enum TaskState {
    /// The work goes on.
    Working,
    /// The work waits for these answers: all that are outstanding. A key stands for one request
    /// over the whole life of the task.
    InputRequired(InputRequests),
    /// The work is done; this is the result of the request that the task was made of.
    Completed(JsonObject),
    /// The work ended in this error.
    Failed(Error),
    /// The work was given up.
    Cancelled,
}

impl TaskState {
    /// The status alone.
    pub const fn status(&self) -> TaskStatus {
        match self {
            TaskState::Working => TaskStatus::Working,
            TaskState::InputRequired(_) => TaskStatus::InputRequired,
            TaskState::Completed(_) => TaskStatus::Completed,
            TaskState::Failed(_) => TaskStatus::Failed,
            TaskState::Cancelled => TaskStatus::Cancelled,
        }
    }
}

impl From<&RpcError> for TaskState {
    /// The error that a request would have been answered with, had it not become a task.
    fn from(error: &RpcError) -> Self {
        let data = error.data.as_ref().and_then(|data| to_raw_value(data).ok());
        TaskState::Failed(Error { code: error.code.0, message: error.message.clone(), data })
    }
}
