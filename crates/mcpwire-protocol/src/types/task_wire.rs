//! How tasks stand on the wire: flat among the other members, with what belongs to the status.

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::number::{Spelled, maybe};
use super::shaped::read;
use super::tasks::{DetailedTask, Task, TaskState, TaskStatus};

/// The members before those of the task: `resultType`, where there is one, and `_meta`.
pub(super) struct Head<'a, M> {
    pub(super) result_type: Option<&'static str>,
    pub(super) meta: Option<&'a M>,
}

/// What can stand in `status`, with the member that belongs to it.
pub(super) trait Status {
    fn status(&self) -> TaskStatus;
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

impl Status for TaskStatus {
    fn status(&self) -> TaskStatus {
        *self
    }

    fn write<M: SerializeMap>(&self, _: &mut M) -> Result<(), M::Error> {
        Ok(())
    }
}

impl Status for TaskState {
    fn status(&self) -> TaskStatus {
        TaskState::status(self)
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self {
            TaskState::Working | TaskState::Cancelled => Ok(()),
            TaskState::InputRequired(requests) => map.serialize_entry("inputRequests", requests),
            TaskState::Completed(result) => map.serialize_entry("result", result),
            TaskState::Failed(error) => map.serialize_entry("error", error),
        }
    }
}

/// Writes a result or notification that holds a task.
pub(super) fn write<S: Serializer, M: Serialize, T: Status>(
    head: &Head<'_, M>,
    task: &Task<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    if let Some(result_type) = head.result_type {
        map.serialize_entry("resultType", result_type)?;
    }
    if let Some(meta) = head.meta {
        map.serialize_entry("_meta", meta)?;
    }
    map.serialize_entry("taskId", &task.task_id)?;
    map.serialize_entry("status", &task.status.status())?;
    if let Some(message) = &task.status_message {
        map.serialize_entry("statusMessage", message)?;
    }
    map.serialize_entry("createdAt", &task.created_at)?;
    map.serialize_entry("lastUpdatedAt", &task.last_updated_at)?;
    map.serialize_entry("ttlMs", &task.ttl_ms)?;
    if let Some(interval) = task.poll_interval_ms {
        map.serialize_entry("pollIntervalMs", &interval)?;
    }
    task.status.write(&mut map)?;
    map.end()
}

/// All members that a message with a task can have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Flat<M> {
    #[serde(rename = "_meta")]
    pub(super) meta: Option<M>,
    task_id: String,
    status: TaskStatus,
    status_message: Option<String>,
    created_at: String,
    last_updated_at: String,
    #[serde(deserialize_with = "nullable")]
    ttl_ms: Option<u64>,
    #[serde(default, deserialize_with = "maybe")]
    poll_interval_ms: Option<u64>,
    input_requests: Option<Box<RawValue>>,
    result: Option<Box<RawValue>>,
    error: Option<Box<RawValue>>,
}

impl<M> Flat<M> {
    /// The task with its status alone; what belongs to the status is passed over.
    pub(super) fn into_task(self) -> (Option<M>, Task) {
        let task = Task {
            task_id: self.task_id,
            status: self.status,
            status_message: self.status_message,
            created_at: self.created_at,
            last_updated_at: self.last_updated_at,
            ttl_ms: self.ttl_ms,
            poll_interval_ms: self.poll_interval_ms,
        };
        (self.meta, task)
    }

    /// The task with what belongs to its status.
    pub(super) fn into_detailed<E: serde::de::Error>(
        mut self,
    ) -> Result<(Option<M>, DetailedTask), E> {
        let state = match self.status {
            TaskStatus::Working => TaskState::Working,
            TaskStatus::Cancelled => TaskState::Cancelled,
            TaskStatus::InputRequired => {
                TaskState::InputRequired(payload("inputRequests", self.input_requests.take())?)
            }
            TaskStatus::Completed => TaskState::Completed(payload("result", self.result.take())?),
            TaskStatus::Failed => TaskState::Failed(payload("error", self.error.take())?),
        };
        let (meta, task) = self.into_task();
        Ok((meta, task.with_status(state)))
    }
}

/// Reads the member that belongs to a status; those of other statuses mean nothing and stay unread.
fn payload<T: DeserializeOwned, E: serde::de::Error>(
    name: &'static str,
    member: Option<Box<RawValue>>,
) -> Result<T, E> {
    read(&member.ok_or_else(|| E::missing_field(name))?)
}

/// A number that must be there, and may be `null`.
fn nullable<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    match raw.get() {
        "null" => Ok(None),
        spelled => {
            u64::of(spelled).map(Some).ok_or_else(|| D::Error::custom("expected a number or null"))
        }
    }
}
