//! Error objects, and what the specification demands in their `data`.
//!
//! Specification: `basic/index#error-responses`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::capabilities::ClientCapabilities;
use super::number::{number, present};
use super::shaped::shaped;
use crate::rules::shape::{Shape, optional, required};

/// The error of an error response, as it was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Error {
    /// What kind of failure it is.
    #[serde(deserialize_with = "number")]
    pub code: i64,
    /// The cause in a sentence.
    pub message: String,
    /// What else is said: any JSON.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
}

/// `data` of -32022: the versions to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnsupportedProtocolVersionData {
    /// What the server speaks.
    pub supported: Vec<String>,
    /// What the client asked for.
    pub requested: String,
}

/// `data` of -32021: what the client would have to declare.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MissingRequiredClientCapabilityData {
    /// The capabilities that are missing.
    pub required_capabilities: ClientCapabilities,
}

shaped! { Error, "basic/index", [
    required("code", &Shape::Integer, "error-code-missing").wrong("error-code-not-integer"),
    required("message", &Shape::String, "error-message-missing"),
    optional("data", &Shape::Any, "error-not-object"),
] }

shaped! { UnsupportedProtocolVersionData, "basic/versioning", [
    required("supported", &Shape::Array(&Shape::String), "version-unsupported-data-supported"),
    required("requested", &Shape::String, "version-unsupported-data-requested"),
] }

shaped! { MissingRequiredClientCapabilityData, "basic/index", [
    required("requiredCapabilities", ClientCapabilities::SHAPE, "capability-missing-data"),
] }
