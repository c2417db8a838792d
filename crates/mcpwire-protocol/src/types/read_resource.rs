//! Reading a resource.
//!
//! Specification: `server/resources#reading-resources`.

use serde::{Deserialize, Serialize};

use super::caching::CacheScope;
use super::meta::{RequestMeta, ResultMeta};
use super::method::RequestMethod;
use super::number::number;
use super::object::JsonObject;
use super::resource_contents::ResourceContents;
use super::rows::{
    CACHE_SCOPE, INPUT_RESPONSES_ROW, REQUEST_META, REQUEST_STATE, RESULT_META, RESULT_TYPE, TTL_MS,
};
use super::shaped::shaped;
use crate::method::Method;
use crate::rules::shape::{Shape, required};

/// Which resource to read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadResourceRequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// The resource.
    pub uri: String,
    /// Answers to the questions of an earlier round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<JsonObject>,
    /// What the server handed out with those questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

impl ReadResourceRequestParams {
    /// A first request for a resource.
    pub fn new(meta: RequestMeta, uri: impl Into<String>) -> Self {
        let uri = uri.into();
        ReadResourceRequestParams { meta, uri, input_responses: None, request_state: None }
    }
}

/// What a resource holds; several entries where it consists of parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct ReadResourceResult {
    /// The contents.
    pub contents: Vec<ResourceContents>,
    /// For how many milliseconds the answer may be kept.
    #[serde(default, deserialize_with = "number")]
    pub ttl_ms: u64,
    /// Who may share the kept answer.
    #[serde(default)]
    pub cache_scope: CacheScope,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl ReadResourceResult {
    /// Contents that nobody may keep.
    pub fn new(contents: Vec<ResourceContents>) -> Self {
        ReadResourceResult { contents, ttl_ms: 0, cache_scope: CacheScope::Private, meta: None }
    }
}

shaped! { ReadResourceRequestParams, "server/resources", [
    REQUEST_META,
    required("uri", &Shape::Uri, "resources-read-uri-missing"),
    INPUT_RESPONSES_ROW,
    REQUEST_STATE,
] }

shaped! { result ReadResourceResult, "server/resources", [
    RESULT_TYPE,
    required("contents", &Shape::Array(ResourceContents::SHAPE), "resources-read-contents-missing"),
    TTL_MS,
    CACHE_SCOPE,
    RESULT_META,
] }

/// `resources/read`
#[derive(Clone, Copy, Debug)]
pub enum ReadResource {}

impl RequestMethod for ReadResource {
    const METHOD: Method = Method::ResourcesRead;
    type Params = ReadResourceRequestParams;
    type Result = ReadResourceResult;
}
