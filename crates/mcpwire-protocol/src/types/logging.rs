//! Log messages. Deprecated by the specification, and still part of it.
//!
//! Specification: `server/utilities/logging`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::meta::NotificationMeta;
use super::method::NotificationMethod;
use super::rows::{NOTIFICATION_META, string};
use super::shaped::shaped;
use crate::meta::LogLevel;
use crate::method::Method;
use crate::rules::shape::{Shape, required};

/// The words for a [`LogLevel`].
pub(super) const LEVEL: &Shape = &Shape::OneOf(LogLevel::NAMES);

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
    pub level: LogLevel,
    /// The part of the server that says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logger: Option<String>,
    /// What it says: any JSON.
    pub data: Box<RawValue>,
}

impl LoggingMessageNotificationParams {
    /// A message of a level.
    pub fn new(level: LogLevel, data: Box<RawValue>) -> Self {
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

impl NotificationMethod for LoggingMessage {
    const METHOD: Method = Method::LogMessage;
    type Params = LoggingMessageNotificationParams;
}
