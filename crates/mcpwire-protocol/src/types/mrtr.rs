//! Input from the client: several rounds of one request.
//!
//! Specification: `basic/patterns/mrtr`.

use serde::{Deserialize, Serialize};

use super::meta::ResultMeta;
use super::object::JsonObject;
use super::rows::{REQUEST_STATE, RESULT_META, RESULT_TYPE};
use super::shaped::shaped;
use crate::rules::shape::{Shape, optional};

/// The answers to the questions of an earlier round, by the keys that the server chose.
pub const INPUT_RESPONSES: &Shape = &Shape::Map(&Shape::AnyObject);

/// The questions of a round, by the keys that the server chose.
pub const INPUT_REQUESTS: &Shape = &Shape::Map(&Shape::AnyObject);

/// A result that is not there yet: the client must answer questions and then ask again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "input_required", rename_all = "camelCase")]
pub struct InputRequiredResult {
    /// The questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_requests: Option<JsonObject>,
    /// What the client must send back with the answers, unread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

shaped! { result InputRequiredResult, "basic/patterns/mrtr", [
    RESULT_TYPE,
    optional("inputRequests", INPUT_REQUESTS, "mrtr-input-requests-type"),
    REQUEST_STATE,
    RESULT_META,
] }
