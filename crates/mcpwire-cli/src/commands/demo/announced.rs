//! What a step announces, what came, and whether the two agree.

use std::fmt;
use std::time::Duration;

use mcpwire_protocol::conversation::{Answer, Audience};
use mcpwire_protocol::jsonrpc::ErrorCode;

/// What is announced to come.
#[derive(Clone, Copy, Debug)]
pub(super) enum Announced {
    /// A result with this id, as spelled, that holds this text.
    Result { id: &'static str, holds: &'static str },
    /// The same from a server that speaks older revisions as well; the error that the version is
    /// not spoken from any other.
    OlderResult { id: &'static str, holds: &'static str },
    /// A result with this id that says the tool refused.
    ToolError { id: &'static str },
    /// An error with this code, and with this id or none.
    Error { code: ErrorCode, id: Option<&'static str> },
    /// Nothing.
    Silence,
}

/// An answer that came.
#[derive(Clone, Debug)]
pub(super) struct Came {
    pub(super) answer: Answer,
    pub(super) id: Option<String>,
    pub(super) audience: Audience,
    pub(super) text: String,
}

impl Announced {
    /// Whether exactly this came.
    pub(super) fn is(&self, came: &[Came]) -> bool {
        match (self, came) {
            (Announced::Silence, []) => true,
            (Announced::OlderResult { id, .. }, [came])
                if came.answer
                    == Answer::ProtocolError(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION) =>
            {
                came.has_id(Some(id))
            }
            (Announced::Result { id, holds } | Announced::OlderResult { id, holds }, [came]) => {
                came.answer == Answer::Complete
                    && came.has_id(Some(id))
                    && came.text.contains(holds)
            }
            (Announced::ToolError { id }, [came]) => {
                came.answer == Answer::ToolError && came.has_id(Some(id))
            }
            (Announced::Error { code, id }, [came]) => {
                came.answer == Answer::ProtocolError(*code) && came.has_id(*id)
            }
            _ => false,
        }
    }
}

impl Came {
    fn has_id(&self, id: Option<&str>) -> bool {
        self.id.as_deref() == id
    }
}

impl fmt::Display for Announced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Announced::Result { id, holds } => {
                write!(f, "a result with id {id} that holds {holds}")
            }
            Announced::OlderResult { id, holds } => {
                let refusal = ErrorCode::UNSUPPORTED_PROTOCOL_VERSION;
                write!(f, "a result with id {id} that holds {holds}, or error {refusal}")
            }
            Announced::ToolError { id } => write!(f, "a result with id {id} and isError: true"),
            Announced::Error { code, id: Some(id) } => write!(f, "error {code} with id {id}"),
            Announced::Error { code, id: None } => write!(f, "error {code} without id"),
            Announced::Silence => f.write_str("nothing"),
        }
    }
}

impl fmt::Display for Came {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.answer {
            Answer::ProtocolError(code) => write!(f, "error {code}")?,
            Answer::ToolError => f.write_str("result, isError: true")?,
            Answer::Malformed => f.write_str("something malformed")?,
            _ => f.write_str("result")?,
        }
        match &self.id {
            Some(id) => write!(f, ", id {id}"),
            None => f.write_str(", no id"),
        }
    }
}

/// Everything that came, in a few words.
pub(super) fn what_came(came: &[Came], waited: Duration) -> String {
    if came.is_empty() {
        return format!("nothing for {} ms", waited.as_millis());
    }
    let came: Vec<String> = came.iter().map(Came::to_string).collect();
    came.join("; then ")
}

/// The kind of an answer.
pub(super) fn kind(came: &[Came]) -> &'static str {
    match came.first().map(|came| came.answer) {
        None => "silence",
        Some(Answer::ToolError) => "tool error",
        Some(Answer::ProtocolError(_)) => "protocol error",
        Some(Answer::Malformed) => "malformed",
        Some(_) => "result",
    }
}

/// Who is to react to what came; `None` if nobody is.
pub(super) fn audience(announced: &Announced, came: &[Came]) -> Option<&'static str> {
    match (came.first().map(|came| came.audience), announced) {
        (Some(Audience::Client), _) => Some("client"),
        (Some(Audience::Model), _) => Some("model"),
        (Some(Audience::Host), _) => Some("host"),
        (None, Announced::Silence) => None,
        // Only a time limit ends the waiting, and it is the host that sets one.
        (None, _) => Some("host"),
    }
}
