//! The messages of the Tasks extension.
//!
//! Specification: SEP-2663.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ResultType;
use super::meta::{NotificationMeta, RequestMeta, ResultMeta};
use super::mrtr::{INPUT_RESPONSES, InputResponses};
use super::rows::{REQUEST_META, RESULT_META};
use super::shaped::shaped;
use super::task_shapes::complete;
use super::task_wire::{Flat, Head, write};
use super::tasks::{DetailedTask, Task};
use super::{MethodShapes, NotificationMethod, RequestMethod};
use crate::method::Method;
use crate::rules::shape::{Shape, required};

/// The result that says: a task was made of this request. It has no payload, whatever its status.
///
/// Specification: SEP-2663, "Task Creation".
#[derive(Clone, Debug)]
pub struct CreateTaskResult {
    /// `_meta`
    pub meta: Option<ResultMeta>,
    /// The task.
    pub task: Task,
}

impl CreateTaskResult {
    /// A result that tells of a new task.
    pub const fn new(task: Task) -> Self {
        CreateTaskResult { meta: None, task }
    }
}

impl Serialize for CreateTaskResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let meta = self.meta.as_ref();
        write(&Head { result_type: Some(ResultType::TASK.as_str()), meta }, &self.task, serializer)
    }
}

impl<'de> Deserialize<'de> for CreateTaskResult {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (meta, task) = Flat::deserialize(from)?.into_task();
        Ok(CreateTaskResult { meta, task })
    }
}

/// `tasks/get`
#[derive(Clone, Copy, Debug)]
pub enum GetTask {}

impl RequestMethod for GetTask {
    const METHOD: Method = Method::TasksGet;
    type Params = GetTaskParams;
    type Result = GetTaskResult;
}

/// Asks how far a task is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTaskParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// The task.
    pub task_id: String,
}

impl GetTaskParams {
    /// The task to speak of.
    pub fn new(meta: RequestMeta, task_id: impl Into<String>) -> Self {
        GetTaskParams { meta, task_id: task_id.into() }
    }
}

shaped! { GetTaskParams, "tasks/task-polling", [
    REQUEST_META,
    required("taskId", &Shape::String, "task-get-fields"),
] }

/// How far a task is, with what belongs to that.
///
/// Specification: SEP-2663, "Task Polling".
#[derive(Clone, Debug)]
pub struct GetTaskResult {
    /// `_meta`
    pub meta: Option<ResultMeta>,
    /// The task.
    pub task: DetailedTask,
}

impl GetTaskResult {
    /// A result that tells of a task.
    pub const fn new(task: DetailedTask) -> Self {
        GetTaskResult { meta: None, task }
    }
}

impl Serialize for GetTaskResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let meta = self.meta.as_ref();
        write(
            &Head { result_type: Some(ResultType::Complete.as_str()), meta },
            &self.task,
            serializer,
        )
    }
}

impl<'de> Deserialize<'de> for GetTaskResult {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (meta, task) = Flat::deserialize(from)?.into_detailed()?;
        Ok(GetTaskResult { meta, task })
    }
}

/// `tasks/update`
#[derive(Clone, Copy, Debug)]
pub enum UpdateTask {}

impl RequestMethod for UpdateTask {
    const METHOD: Method = Method::TasksUpdate;
    type Params = UpdateTaskParams;
    type Result = UpdateTaskResult;
}

/// Brings answers to what a task asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateTaskParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// The task.
    pub task_id: String,
    /// The answers, each under the key of its request.
    pub input_responses: InputResponses,
}

impl UpdateTaskParams {
    /// The task to speak of, and the answers.
    pub fn new(
        meta: RequestMeta,
        task_id: impl Into<String>,
        input_responses: InputResponses,
    ) -> Self {
        UpdateTaskParams { meta, task_id: task_id.into(), input_responses }
    }
}

shaped! { UpdateTaskParams, "tasks/task-update-requests", [
    REQUEST_META,
    required("taskId", &Shape::String, "task-update-fields"),
    required("inputResponses", INPUT_RESPONSES, "task-update-fields")
        .each("mrtr-input-response-shape"),
] }

/// Says that the answers came; their effect may show later.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete")]
pub struct UpdateTaskResult {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

shaped! { result UpdateTaskResult, "tasks/task-update-requests", [
    complete("task-update-result-type"),
    RESULT_META,
] }

/// `tasks/cancel`
#[derive(Clone, Copy, Debug)]
pub enum CancelTask {}

impl RequestMethod for CancelTask {
    const METHOD: Method = Method::TasksCancel;
    type Params = CancelTaskParams;
    type Result = CancelTaskResult;
}

/// Asks to give a task up. The server may finish it all the same.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelTaskParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// The task.
    pub task_id: String,
}

impl CancelTaskParams {
    /// The task to speak of.
    pub fn new(meta: RequestMeta, task_id: impl Into<String>) -> Self {
        CancelTaskParams { meta, task_id: task_id.into() }
    }
}

shaped! { CancelTaskParams, "tasks/task-cancellation", [
    REQUEST_META,
    required("taskId", &Shape::String, "task-cancel-fields"),
] }

/// Says that the wish came; the task may still go on, or end otherwise.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete")]
pub struct CancelTaskResult {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

shaped! { result CancelTaskResult, "tasks/task-cancellation", [
    complete("task-cancel-result-type"),
    RESULT_META,
] }

/// `notifications/tasks`
#[derive(Clone, Copy, Debug)]
pub enum TaskStatusChanged {}

impl NotificationMethod for TaskStatusChanged {
    const METHOD: Method = Method::TasksChanged;
    type Params = TaskStatusNotificationParams;
}

/// Tells who listens how far a task is: all that `tasks/get` would tell.
///
/// Specification: SEP-2663, "Task Status Notifications".
#[derive(Clone, Debug)]
pub struct TaskStatusNotificationParams {
    /// `_meta`
    pub meta: Option<NotificationMeta>,
    /// The task.
    pub task: DetailedTask,
}

impl TaskStatusNotificationParams {
    /// A notification about a task.
    pub const fn new(task: DetailedTask) -> Self {
        TaskStatusNotificationParams { meta: None, task }
    }
}

impl Serialize for TaskStatusNotificationParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let meta = self.meta.as_ref();
        write(&Head { result_type: None, meta }, &self.task, serializer)
    }
}

impl<'de> Deserialize<'de> for TaskStatusNotificationParams {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (meta, task) = Flat::deserialize(from)?.into_detailed()?;
        Ok(TaskStatusNotificationParams { meta, task })
    }
}

/// The methods of the extension.
pub(super) const METHODS: &[MethodShapes] = &[
    MethodShapes::request::<GetTask>(),
    MethodShapes::request::<UpdateTask>(),
    MethodShapes::request::<CancelTask>(),
    MethodShapes::notification::<TaskStatusChanged>(),
];
