//! How far a request has come.
//!
//! Specification: `basic/patterns/progress`.

use serde::{Deserialize, Serialize};

use super::id::RequestId;
use super::meta::NotificationMeta;
use super::method::NotificationMethod;
use super::number::{maybe, maybe_plain, number, plain};
use super::rows::{NOTIFICATION_META, string};
use super::shaped::shaped;
use crate::method::Method;
use crate::rules::shape::{Shape, optional, required};

/// How far a request has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressNotificationParams {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<NotificationMeta>,
    /// The token that the request asked to be told under.
    pub progress_token: RequestId,
    /// How far it is; grows with each notification.
    #[serde(deserialize_with = "number", serialize_with = "plain")]
    pub progress: f64,
    /// How far it has to go, if that is known.
    #[serde(
        default,
        deserialize_with = "maybe",
        serialize_with = "maybe_plain",
        skip_serializing_if = "Option::is_none"
    )]
    pub total: Option<f64>,
    /// What is being done, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl ProgressNotificationParams {
    /// How far the request with this token has come.
    pub fn new(progress_token: RequestId, progress: f64) -> Self {
        ProgressNotificationParams {
            meta: None,
            progress_token,
            progress,
            total: None,
            message: None,
        }
    }
}

shaped! { ProgressNotificationParams, "basic/patterns/progress", [
    NOTIFICATION_META,
    required("progressToken", &Shape::ID, "progress-params-token-missing")
        .wrong("progress-params-token-type"),
    required("progress", &Shape::Number, "progress-value-missing").wrong("progress-value-type"),
    optional("total", &Shape::Number, "progress-total-type"),
    string("message", "progress-message-type"),
] }

/// `notifications/progress`
#[derive(Clone, Copy, Debug)]
pub enum Progress {}

impl NotificationMethod for Progress {
    const METHOD: Method = Method::Progress;
    type Params = ProgressNotificationParams;
}
