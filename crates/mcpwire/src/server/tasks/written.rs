//! A task as it stands on the wire.

use jiff::Timestamp;
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;
use mcpwire_protocol::types::TaskStatus;
use serde_json::{Map, Value};

use super::stored::StoredTask;

impl StoredTask {
    /// The members that every message about it has.
    pub(super) fn members(&self) -> Map<String, Value> {
        let mut members = Map::new();
        members.insert("taskId".to_owned(), self.id.as_str().into());
        members.insert("status".to_owned(), self.status.as_str().into());
        if let Some(message) = &self.status_message {
            members.insert("statusMessage".to_owned(), message.as_str().into());
        }
        members.insert("createdAt".to_owned(), time(self.created).into());
        members.insert("lastUpdatedAt".to_owned(), time(self.updated).into());
        members.insert("ttlMs".to_owned(), self.ttl.into());
        if let Some(interval) = self.poll_interval {
            members.insert("pollIntervalMs".to_owned(), interval.into());
        }
        members
    }

    /// The members with what belongs to the status, as JSON text without braces.
    pub(super) fn detailed(&self) -> String {
        let mut text = bare(&self.members());
        let more = match self.status {
            TaskStatus::InputRequired => serde_json::to_string(&self.asked).ok(),
            TaskStatus::Completed | TaskStatus::Failed => {
                self.outcome.as_ref().map(|outcome| outcome.get().to_owned())
            }
            TaskStatus::Working | TaskStatus::Cancelled => None,
        };
        let name = match self.status {
            TaskStatus::InputRequired => "inputRequests",
            TaskStatus::Failed => "error",
            _ => "result",
        };
        if let Some(more) = more {
            text.push_str(&format!(r#","{name}":{more}"#));
        }
        text
    }
}

/// An object's members without its braces.
pub(super) fn bare(members: &Map<String, Value>) -> String {
    let text = serde_json::to_string(members).unwrap_or_default();
    text.trim_start_matches('{').trim_end_matches('}').to_owned()
}

/// Milliseconds since 1970 in ISO 8601.
fn time(millis: u64) -> String {
    let millis = i64::try_from(millis).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX).to_string()
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default()
}

/// -32602 for a task that does not exist, or not for this caller.
pub(super) fn unknown() -> RpcError {
    let text = "There is no such task (any more). Call the tool again.";
    RpcError::refusal(reason!("task-unknown"), text).with("at", "/params/taskId")
}
