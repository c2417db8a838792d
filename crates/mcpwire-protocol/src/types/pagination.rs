//! Lists in pages.
//!
//! Specification: `server/utilities/pagination`.

use serde::{Deserialize, Serialize};

use super::meta::RequestMeta;
use super::rows::{CURSOR, REQUEST_META};
use super::shaped::shaped;

/// Which page of a list is wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaginatedRequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// Where the page begins, as the page before it told; absent for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

impl PaginatedRequestParams {
    /// Asks for the first page.
    pub fn new(meta: RequestMeta) -> Self {
        PaginatedRequestParams { meta, cursor: None }
    }
}

shaped! { PaginatedRequestParams, "server/utilities/pagination", [REQUEST_META, CURSOR] }
