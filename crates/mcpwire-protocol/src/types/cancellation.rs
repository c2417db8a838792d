//! A request is no longer wanted.
//!
//! Specification: `basic/patterns/cancellation`.

use serde::{Deserialize, Serialize};

use super::id::RequestId;
use super::meta::NotificationMeta;
use super::method::NotificationMethod;
use super::rows::{NOTIFICATION_META, string};
use super::shaped::shaped;
use crate::method::Method;
use crate::rules::shape::{Shape, required};

/// Which request is no longer wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelledNotificationParams {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<NotificationMeta>,
    /// The request.
    pub request_id: RequestId,
    /// Why, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CancelledNotificationParams {
    /// Cancels a request without saying why.
    pub fn new(request_id: RequestId) -> Self {
        CancelledNotificationParams { meta: None, request_id, reason: None }
    }
}

shaped! { CancelledNotificationParams, "basic/patterns/cancellation", [
    NOTIFICATION_META,
    required("requestId", &Shape::ID, "cancel-request-id-missing").wrong("cancel-request-id-type"),
    string("reason", "cancel-reason-type"),
] }

/// `notifications/cancelled`
#[derive(Clone, Copy, Debug)]
pub enum Cancelled {}

impl NotificationMethod for Cancelled {
    const METHOD: Method = Method::Cancelled;
    type Params = CancelledNotificationParams;
}
