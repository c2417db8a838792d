//! How a command ends, and the exit code that says so.

use std::fmt;
use std::process::ExitCode;

/// What a command that ran to its end found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing wrong: exit code 0.
    Clean,
    /// Something wrong, or a difference: exit code 1.
    Found,
}

impl Verdict {
    /// The verdict for what was, or was not, found.
    pub fn found(something: bool) -> Self {
        if something { Verdict::Found } else { Verdict::Clean }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Clean => ExitCode::SUCCESS,
            Verdict::Found => ExitCode::from(1),
        }
    }
}

/// Why a command could not do its work. The texts are whole sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The command line or the surroundings are wrong: exit code 2.
    Usage(String),
    /// The input cannot be read: exit code 3.
    Input(String),
    /// The other side cannot be reached or started: exit code 4.
    Target(String),
    /// The other side wants authorization: exit code 5.
    Unauthorized(String),
    /// Whoever read standard output has enough; nothing is wrong: exit code 0.
    OutputClosed,
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::OutputClosed => 0,
            Failure::Usage(_) => 2,
            Failure::Input(_) => 3,
            Failure::Target(_) => 4,
            Failure::Unauthorized(_) => 5,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(text)
            | Failure::Input(text)
            | Failure::Target(text)
            | Failure::Unauthorized(text) => f.write_str(text),
            Failure::OutputClosed => f.write_str("Standard output was closed by its reader."),
        }
    }
}

impl std::error::Error for Failure {}

/// How a command ends.
pub type Ending = Result<Verdict, Failure>;
