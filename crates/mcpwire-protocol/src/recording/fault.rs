//! What is wrong with a line of a recording.

use super::VERSION;

/// A line of a recording that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFault {
    /// The line in the file, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub kind: FaultKind,
}

/// What is wrong with a line of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// The first line is no header, so that this may be no recording. Reported after what the line says otherwise.
    NoHeader,
    /// The header could not be read.
    BrokenHeader {
        /// What the JSON reader said.
        reason: String,
    },
    /// The file has a major version that this program does not know. Nothing behind this line was read.
    TooNew {
        /// The version that the file has.
        version: u64,
    },
    /// The line is no event.
    BrokenEvent {
        /// What the JSON reader said.
        reason: String,
    },
    /// The last line has no end: the recorder was stopped while it wrote it.
    CutLastLine,
    /// The line is longer than the reader allows.
    TooLong {
        /// Its length in bytes.
        length: u64,
    },
}

impl std::fmt::Display for LineFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = self.line;
        match &self.kind {
            FaultKind::NoHeader => write!(
                out,
                "Line {line} should be the header of a recording and is not; check that the file is one. Its lines \
                 are read as events all the same."
            ),
            FaultKind::BrokenHeader { reason } => {
                write!(
                    out,
                    "The header in line {line} cannot be read: {reason}. The events after it are read."
                )
            }
            FaultKind::TooNew { version } => write!(
                out,
                "The recording has version {version} of the format (line {line}), and this program reads version \
                 {VERSION}; read it with a newer mcpwire."
            ),
            FaultKind::BrokenEvent { reason } => {
                write!(out, "Line {line} is no event of a recording: {reason}. It was left out.")
            }
            FaultKind::CutLastLine => write!(
                out,
                "The last line, {line}, is cut off: the recorder was stopped while it wrote it. It was left out."
            ),
            FaultKind::TooLong { length } => {
                write!(
                    out,
                    "Line {line} has {length} bytes, more than the reader allows. It was left out."
                )
            }
        }
    }
}

impl std::error::Error for LineFault {}
