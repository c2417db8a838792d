use std::fmt;
use std::ops::Range;

use super::code::ErrorCode;
use crate::json::Pointer;
use crate::rules::{Reason, RuleId};

/// A mistake that a peer made in one message: which rule it breaks, where, and the code that is
/// due in the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The broken rule.
    pub rule: RuleId,
    /// The error code due from the receiver of a request.
    pub code: ErrorCode,
    /// Where in the message it is seen.
    pub place: Place,
    /// One sentence that says what is wrong.
    pub message: String,
}

impl Fault {
    /// A fault with the code that the catalogue or the short table of refusals says for the rule.
    /// -32600 where they say none: such faults are those of responses, which nobody answers.
    pub fn new(rule: RuleId, place: Place, message: impl Into<String>) -> Self {
        let code = Reason::of(rule).map_or(ErrorCode::INVALID_REQUEST, Reason::code);
        Fault { rule, code, place, message: message.into() }
    }
}

/// A place in the text of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The bytes, counted from the start of the message.
    pub bytes: Range<usize>,
    /// The value that holds them; the root where the text is no JSON. Keys above 200 bytes are cut,
    /// and end in an ellipsis.
    pub pointer: Pointer,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (rule {}", self.message, self.rule)?;
        if !self.place.pointer.as_str().is_empty() {
            write!(f, ", at {}", self.place.pointer)?;
        }
        write!(f, ", bytes {}..{})", self.place.bytes.start, self.place.bytes.end)
    }
}

impl std::error::Error for Fault {}
