//! Requests over several rounds: a result that asks for input, and the retry that brings it.
//!
//! Specification: `basic/patterns/mrtr`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Shaped;
use super::input::{InputRequest, InputResponse};
use super::meta::{RequestMeta, ResultMeta};
use super::rows::{INPUT_RESPONSES_ROW, REQUEST_META, REQUEST_STATE, RESULT_META, RESULT_TYPE};
use super::shaped::{object, shaped};
use crate::rules::RuleId;
use crate::rules::shape::{Shape, optional, required};

/// The shape of [`InputRequests`].
pub const INPUT_REQUESTS: &Shape = &Shape::Map(InputRequest::SHAPE);

/// The shape of [`InputResponses`].
pub const INPUT_RESPONSES: &Shape = &Shape::Map(InputResponse::SHAPE);

/// What the client is asked, each request under a key of the server's.
///
/// Specification: `basic/patterns/mrtr#inputrequests`.
pub type InputRequests = IndexMap<String, InputRequest>;

/// What the client answers, each answer under the key of its request.
///
/// Specification: `basic/patterns/mrtr#inputresponses`.
pub type InputResponses = IndexMap<String, InputResponse>;

impl Shaped for InputRequests {
    const SHAPE: &'static Shape = INPUT_REQUESTS;
    const RULE: RuleId = RuleId("mrtr-input-requests-type");
}

impl Shaped for InputResponses {
    const SHAPE: &'static Shape = INPUT_RESPONSES;
    const RULE: RuleId = RuleId("mrtr-input-responses-type");
}

/// A result that says: not yet, input is needed.
///
/// Specification: `basic/patterns/mrtr#inputrequiredresult`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "input_required", rename_all = "camelCase")]
pub struct InputRequiredResult {
    /// What is needed. Without it the client simply tries again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_requests: Option<InputRequests>,
    /// What the server wants back with the retry, unchanged; opaque to the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
    /// Metadata.
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl InputRequiredResult {
    /// A result that asks for input.
    pub fn asking(input_requests: InputRequests) -> Self {
        Self { input_requests: Some(input_requests), request_state: None, meta: None }
    }

    /// A result that asks for nothing but to try again with this state.
    pub fn again(request_state: impl Into<String>) -> Self {
        Self { input_requests: None, request_state: Some(request_state.into()), meta: None }
    }

    /// Adds the state that the retry must bring back.
    #[must_use]
    pub fn with_state(mut self, request_state: impl Into<String>) -> Self {
        self.request_state = Some(request_state.into());
        self
    }
}

impl Shaped for InputRequiredResult {
    // One of two members must be there, which a row cannot say.
    const SHAPE: &'static Shape =
        &Shape::Pick(|result| match (result.get("inputRequests"), result.get("requestState")) {
            (None, None) => &EMPTY,
            _ => &INPUT_REQUIRED,
        });
    const RULE: RuleId = RuleId("result-not-object");
}

const INPUT_REQUIRED: Shape = object!(
    "InputRequiredResult",
    "basic/patterns/mrtr",
    [
        RESULT_TYPE,
        optional("inputRequests", INPUT_REQUESTS, "mrtr-input-requests-type")
            .each("mrtr-input-kind")
            .repeated("mrtr-input-keys-unique"),
        REQUEST_STATE,
        RESULT_META,
    ]
);

const EMPTY: Shape = object!(
    "InputRequiredResult",
    "basic/patterns/mrtr",
    [RESULT_TYPE, required("inputRequests", INPUT_REQUESTS, "mrtr-empty"), RESULT_META,]
);

/// The parameters of a retry, as far as a retry is meant: what else stands there is the
/// request's own and not read here.
///
/// Specification: `basic/patterns/mrtr#client-requirements-basic-workflow`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InputResponseRequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// The answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<InputResponses>,
    /// The state from the result that is answered, unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

shaped! { InputResponseRequestParams, "basic/patterns/mrtr", [
    REQUEST_META,
    INPUT_RESPONSES_ROW,
    REQUEST_STATE,
] }
