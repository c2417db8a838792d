use std::borrow::Cow;
use std::fmt;

use super::RuleId;
use crate::jsonrpc::Place;

/// A rule that a message breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The broken rule, always one of the [catalogue](super::catalogue()).
    pub rule: RuleId,
    /// The place in the message.
    pub place: Place,
    /// What is there, in a few words.
    pub seen: String,
    /// What to do instead, in one sentence.
    pub advice: Cow<'static, str>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at `{}`: {} {}", self.rule, self.place.pointer, self.seen, self.advice)
    }
}
