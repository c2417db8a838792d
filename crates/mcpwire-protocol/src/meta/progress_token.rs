use std::fmt;

use crate::json::Text;
use crate::jsonrpc::{Id, IdKey};

/// A token by which a request asks for progress: a string or an integer, echoed as it is spelled.
///
/// `0` and the empty string are tokens like any other. Two tokens are the same as two ids are.
/// Specification: `basic/patterns/progress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgressToken<'a>(Id<'a>);

impl<'a> ProgressToken<'a> {
    /// The token in a member; `None` where that is no string and no integer.
    pub fn new(member: Text<'a>) -> Option<Self> {
        Id::new(member).map(ProgressToken)
    }

    /// The token as it is spelled, quotes included.
    pub fn as_str(self) -> &'a str {
        self.0.as_str()
    }

    /// The token as a value in the message.
    pub fn text(self) -> Text<'a> {
        self.0.text()
    }

    /// The token as a key for tables, the same for all spellings of the same token.
    pub fn key(self) -> IdKey {
        self.0.key()
    }
}

impl fmt::Display for ProgressToken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
