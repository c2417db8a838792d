use std::fmt;

use serde_json::Value;

use super::code::ErrorCode;
use super::fault::Fault;
use crate::rules::Reason;

/// The error of an error response, as this program writes it.
///
/// Specification: `basic/index#error-responses`.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// What kind of failure it is.
    pub code: ErrorCode,
    /// One short sentence with the cause.
    pub message: String,
    /// What the specification demands for the code, and what else helps. Absent is not `null`.
    pub data: Option<Value>,
}

impl RpcError {
    /// An error without data.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        RpcError { code, message: message.into(), data: None }
    }

    /// An error with the code of the reason, whose data name its rule, so that codes with many
    /// causes tell them apart.
    pub fn refusal(reason: Reason, message: impl Into<String>) -> Self {
        Self::new(reason.code(), message).with("rule", reason.rule().as_str())
    }

    /// Adds a member to the data, which become an object.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        match &mut self.data {
            Some(Value::Object(data)) => {
                data.insert(key.to_owned(), value.into());
            }
            data => {
                *data = Some(Value::Object([(key.to_owned(), value.into())].into_iter().collect()))
            }
        }
        self
    }
}

impl From<&Fault> for RpcError {
    fn from(fault: &Fault) -> Self {
        let error = Self::new(fault.code, &fault.message).with("rule", fault.rule.as_str());
        match fault.place.pointer.as_str() {
            "" => error,
            pointer => error.with("at", pointer),
        }
    }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for RpcError {}
