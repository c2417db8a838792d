use std::fmt;

/// Why bytes are not JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// The byte at which the text stops being JSON, counted from its start.
    pub at: usize,
    /// What is wrong there.
    pub problem: JsonProblem,
}

/// What can be wrong with a text that should be JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonProblem {
    /// The text ends before the value does.
    UnexpectedEnd,
    /// Another byte was due.
    Expected {
        /// What was due, in words.
        expected: &'static str,
        /// The byte that stands there.
        found: u8,
    },
    /// A backslash is followed by something that is no escape.
    BadEscape,
    /// A control character stands unescaped in a string.
    ControlCharacter(u8),
    /// A number is spelled in a way that JSON does not know.
    BadNumber,
    /// The value is complete, but more text follows.
    TrailingText,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match self.problem {
            JsonProblem::UnexpectedEnd => write!(f, "The JSON text ends too early, at byte {at}"),
            JsonProblem::Expected { expected, found } => {
                let found = found.escape_ascii();
                write!(f, "At byte {at} stands `{found}` where {expected} is due")
            }
            JsonProblem::BadEscape => write!(f, "The escape at byte {at} is not one of JSON's"),
            JsonProblem::ControlCharacter(byte) => write!(
                f,
                "The control character 0x{byte:02x} at byte {at} must be escaped in a string"
            ),
            JsonProblem::BadNumber => write!(f, "The number at byte {at} is not spelled as JSON"),
            JsonProblem::TrailingText => {
                write!(f, "A complete JSON value is followed by more text at byte {at}")
            }
        }
    }
}

impl std::error::Error for JsonFault {}
