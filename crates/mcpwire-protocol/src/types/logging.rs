//! Log messages. Deprecated by the specification, and still part of it.
//!
//! Specification: `server/utilities/logging`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::meta::NotificationMeta;
use super::method::Notify;
use super::rows::{NOTIFICATION_META, string};
use super::shaped::shaped;
use crate::rules::shape::{Shape, required};

/// How severe a log message is; later ones are more severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoggingLevel {
    /// For who looks for a mistake.
    Debug,
    /// Normal events.
    Info,
    /// Normal, but worth a look.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part of the system does not work.
    Critical,
    /// Somebody must act at once.
    Alert,
    /// The system cannot be used.
    Emergency,
}

/// The words for a [`LoggingLevel`].
pub(super) const LEVEL: &Shape = &Shape::OneOf(&[
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
]);

/// One log message.
///
/// Specification: `server/utilities/logging`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggingMessageNotificationParams {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<NotificationMeta>,
    /// How severe it is.
    pub level: LoggingLevel,
    /// The part of the server that says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logger: Option<String>,
    /// What it says: any JSON.
    pub data: Box<RawValue>,
}

impl LoggingMessageNotificationParams {
    /// A message of a level.
    pub fn new(level: LoggingLevel, data: Box<RawValue>) -> Self {
        LoggingMessageNotificationParams { meta: None, level, logger: None, data }
    }
}

shaped! { LoggingMessageNotificationParams, "server/utilities/logging", [
    NOTIFICATION_META,
    required("level", LEVEL, "log-level-missing").wrong("log-level-value"),
    string("logger", "log-logger-type"),
    required("data", &Shape::Any, "log-data-missing"),
] }

/// `notifications/message`
#[derive(Clone, Copy, Debug)]
pub enum LoggingMessage {}

impl Notify for LoggingMessage {
    const NAME: &'static str = "notifications/message";
    type Params = LoggingMessageNotificationParams;
}
