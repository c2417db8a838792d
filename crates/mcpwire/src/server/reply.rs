use std::time::Duration;

use mcpwire_protocol::jsonrpc::{ErrorCode, RpcError};
use mcpwire_protocol::rules::{RuleId, refusals, rule};

/// The answer to one request, ready to be sent.
#[derive(Debug)]
pub struct Reply {
    /// The response, one JSON object without a line end.
    pub message: Vec<u8>,
    /// What a transport must know of an error response, to choose its own status.
    pub refused: Option<Refused>,
    /// Whether it is a result that tells the model of a failure (`isError`).
    pub is_tool_error: bool,
    /// When to come again, if the request came too early.
    pub retry_after: Option<Duration>,
    /// The handler waits for answers of the client, and is run again with them.
    pub(crate) asks: bool,
    /// The work goes on as a task.
    pub(crate) has_begun: bool,
}

/// What kind of error an error response is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The code.
    pub code: ErrorCode,
    /// The rule in `data.rule`, if the error names one that this project knows.
    pub rule: Option<RuleId>,
}

impl Reply {
    /// A result.
    pub(crate) fn result(message: Vec<u8>) -> Self {
        Reply {
            message,
            refused: None,
            is_tool_error: false,
            retry_after: None,
            asks: false,
            has_begun: false,
        }
    }

    /// A result that tells the model of a failure.
    pub(crate) fn tool_error(message: Vec<u8>, retry_after: Option<Duration>) -> Self {
        Reply { is_tool_error: true, retry_after, ..Reply::result(message) }
    }

    /// No answer at all, as nobody waits for one any more.
    pub(crate) fn none() -> Self {
        Reply::result(Vec::new())
    }

    /// No answer yet: the handler is to be run again.
    pub(crate) fn again() -> Self {
        Reply { asks: true, ..Reply::result(Vec::new()) }
    }
}

impl Refused {
    /// What is to be known of this error.
    pub fn of(error: &RpcError) -> Self {
        let rule = error.data.as_ref().and_then(|data| data["rule"].as_str());
        Refused { code: error.code, rule: rule.and_then(known) }
    }
}

/// The rule or the reason to refuse that has this name.
fn known(name: &str) -> Option<RuleId> {
    let reason = || refusals().iter().find(|reason| reason.id.as_str() == name);
    rule(name).map(|rule| rule.id).or_else(|| reason().map(|reason| reason.id))
}
