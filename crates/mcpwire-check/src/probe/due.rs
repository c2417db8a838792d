//! One probe: a line, what is due for it, and what it is evidence for.

use std::fmt;

use super::http::Head;

/// A line that is sent to see what comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Its name, the same in every run.
    pub name: &'static str,
    /// What is sent, in words that fit behind "For …".
    pub sends: String,
    /// The line, without its end.
    pub line: String,
    /// The id that an answer repeats, as spelled; `None` if the answer can have none.
    pub id: Option<String>,
    /// What is due.
    pub due: Due,
    /// The rules that it is evidence for.
    pub rules: Rules,
    /// How long an answer is waited for.
    pub patience: Patience,
    /// Whether the server may have read the line as no message, so that an error without an id
    /// answers it as well.
    pub is_doubtful: bool,
    /// The ids of the rules that the line breaks on purpose.
    pub breaks: &'static [&'static str],
    /// Over HTTP, how the head of its request is.
    pub head: Head,
}

/// What is due for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A result.
    Result,
    /// A result or an error, as the server likes.
    Answer,
    /// A refusal of a tool's arguments: a result with `isError: true`, or the error -32602.
    Refusal,
    /// An error with this code.
    Error(i64),
    /// A result, or an error that names the versions that are spoken.
    Handshake,
    /// Nothing: the line is a notification.
    Nothing,
    /// Over HTTP, a refusal with this status.
    Status(u16),
}

/// The rules that are broken if something else comes; empty where no rule speaks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// If nothing comes.
    pub silence: &'static str,
    /// If an error with another code comes, or an error at all.
    pub error: &'static str,
    /// If a result comes where an error is due.
    pub result: &'static str,
}

/// How long an answer is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Whoever speaks the protocol answers without further ado: what has not come some time after
    /// a later request was answered does not come.
    Protocol,
    /// Code of the server's author runs, which takes as long as it takes.
    Handler,
}

/// Probes that are sent at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The probes: either one that may be answered without an id, or several that may not.
    pub probes: Vec<Probe>,
}

impl Probe {
    /// A request, and what is due for it.
    pub fn new(name: &'static str, sends: impl Into<String>, due: Due) -> Self {
        Probe {
            name,
            sends: sends.into(),
            line: String::new(),
            id: None,
            due,
            rules: Rules { silence: "response-missing", error: "", result: "" },
            patience: Patience::Protocol,
            is_doubtful: false,
            breaks: &[],
            head: Head::AsDue,
        }
    }

    /// The same, with its line and the id that the answer repeats.
    #[must_use]
    pub fn line(self, line: String, id: Option<String>) -> Self {
        Probe { line, id, ..self }
    }

    /// The same, evidence for one rule whatever comes instead.
    #[must_use]
    pub fn proves(self, rule: &'static str) -> Self {
        Probe { rules: Rules { silence: rule, error: rule, result: rule }, ..self }
    }

    /// The same, with the rule that silence breaks.
    #[must_use]
    pub fn silent(self, rule: &'static str) -> Self {
        Probe { rules: Rules { silence: rule, ..self.rules }, ..self }
    }

    /// The same, with the rule that another error breaks.
    #[must_use]
    pub fn failed(self, rule: &'static str) -> Self {
        Probe { rules: Rules { error: rule, ..self.rules }, ..self }
    }

    /// The same, with the rule that a result breaks.
    #[must_use]
    pub fn served(self, rule: &'static str) -> Self {
        Probe { rules: Rules { result: rule, ..self.rules }, ..self }
    }

    /// The same, which the server may read as no message.
    #[must_use]
    pub fn doubtful(self) -> Self {
        Probe { is_doubtful: true, ..self }
    }

    /// The same, a line that breaks these rules on purpose.
    #[must_use]
    pub fn breaking(self, breaks: &'static [&'static str]) -> Self {
        Probe { breaks, ..self }
    }

    /// The same with another head over HTTP.
    #[must_use]
    pub fn headed(self, head: Head) -> Self {
        Probe { head, ..self }
    }

    /// The same, answered by code of the server's author.
    #[must_use]
    pub fn patiently(self) -> Self {
        Probe { patience: Patience::Handler, ..self }
    }
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Due::Result => f.write_str("a result"),
            Due::Answer => f.write_str("an answer"),
            Due::Refusal => f.write_str("a result with `isError: true`, or error -32602"),
            Due::Error(code) => write!(f, "error {code}"),
            Due::Handshake => {
                f.write_str("a result, or an error that names the versions that are spoken")
            }
            Due::Nothing => f.write_str("nothing"),
            Due::Status(status) => write!(f, "HTTP status {status}"),
        }
    }
}
