//! Roots: the directories and files that a client lets a server work on. Deprecated since
//! 2026-07-28.
//!
//! Specification: `client/roots`.

use serde::{Deserialize, Serialize};

use super::rows::{meta, string};
use super::shaped::{object, shaped};
use super::{Meta, RequestMethod, Shaped};
use crate::method::Method;
use crate::rules::shape::{Shape, required};

/// `roots/list`, embedded in an input-required result.
#[derive(Clone, Copy, Debug)]
pub enum ListRoots {}

impl RequestMethod for ListRoots {
    const METHOD: Method = Method::RootsList;
    type Params = ListRootsParams;
    type Result = ListRootsResult;
}

/// The parameters of `roots/list`: nothing but metadata, and themselves optional.
///
/// Specification: `schema#ListRootsRequest`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ListRootsParams {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Shaped for ListRootsParams {
    const SHAPE: &'static Shape =
        &object!("ListRootsRequest", "client/roots", [meta("roots-request-params"),]);
}

/// The client's answer to `roots/list`.
///
/// Specification: `schema#ListRootsResult`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ListRootsResult {
    /// The roots.
    pub roots: Vec<Root>,
}

shaped! { ListRootsResult, "client/roots", [
    required("roots", &Shape::Array(Root::SHAPE), "roots-result-missing"),
] }

impl ListRootsResult {
    /// An answer with these roots.
    pub fn new(roots: Vec<Root>) -> Self {
        Self { roots }
    }
}

/// A directory or file that a server may work on.
///
/// Specification: `client/roots#root`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Root {
    /// Where it is: a `file://` URI. Not checked here.
    pub uri: String,
    /// What to call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

shaped! { Root, "client/roots#root", [
    required("uri", &Shape::Uri, "roots-uri-missing"),
    string("name", "roots-name-type"),
    meta("roots-name-type"),
] }

impl Root {
    /// A root without a name.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), name: None, meta: None }
    }
}
