//! What all results have in common.
//!
//! Specification: `basic/index#result-responses`.

use serde::{Deserialize, Serialize};

use super::meta::{RequestMeta, ResultMeta};
use super::rows::{REQUEST_META, RESULT_META, RESULT_TYPE};
use super::shaped::shaped;

/// Parameters of a request that has none of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
}

impl RequestParams {
    /// Nothing but `_meta`.
    pub fn new(meta: RequestMeta) -> Self {
        RequestParams { meta }
    }
}

shaped! { RequestParams, "basic/index", [REQUEST_META] }

/// A result of any kind, with what all of them have.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnyResult {
    /// What kind of result it is.
    pub result_type: String,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

shaped! { result AnyResult, "basic/index", [RESULT_TYPE, RESULT_META] }

/// A complete result without members of its own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete")]
pub struct EmptyResult {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

shaped! { result EmptyResult, "basic/index", [RESULT_TYPE, RESULT_META] }
