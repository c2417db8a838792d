//! What a server is and offers.
//!
//! Specification: `server/discover`.

use serde::{Deserialize, Serialize};

use super::caching::CacheScope;
use super::capabilities::ServerCapabilities;
use super::meta::ResultMeta;
use super::method::RequestMethod;
use super::number::number;
use super::result::RequestParams;
use super::rows::{CACHE_SCOPE, RESULT_META, RESULT_TYPE, TTL_MS, string};
use super::shaped::shaped;
use crate::method::Method;
use crate::rules::shape::{Shape, required};

/// What a server is and offers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct DiscoverResult {
    /// The revisions of the protocol that it speaks.
    pub supported_versions: Vec<String>,
    /// What it offers.
    pub capabilities: ServerCapabilities,
    /// How to use it, for models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
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

impl DiscoverResult {
    /// An answer that nobody may keep.
    pub fn new(supported_versions: Vec<String>, capabilities: ServerCapabilities) -> Self {
        DiscoverResult {
            supported_versions,
            capabilities,
            instructions: None,
            ttl_ms: 0,
            cache_scope: CacheScope::Private,
            meta: None,
        }
    }
}

shaped! { result DiscoverResult, "server/discover", [
    RESULT_TYPE,
    required("supportedVersions", &Shape::Array(&Shape::String), "discover-versions-missing")
        .each("discover-versions-type"),
    required("capabilities", ServerCapabilities::SHAPE, "discover-capabilities-missing"),
    string("instructions", "discover-instructions-type"),
    TTL_MS,
    CACHE_SCOPE,
    RESULT_META,
] }

/// `server/discover`
#[derive(Clone, Copy, Debug)]
pub enum Discover {}

impl RequestMethod for Discover {
    const METHOD: Method = Method::ServerDiscover;
    type Params = RequestParams;
    type Result = DiscoverResult;
}
