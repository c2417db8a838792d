//! A conversation on disk: events, and a file format of JSON lines that is only ever appended to.
//!
//! The first line is a [`Header`], every other one an [`Event`]. The format is described for people in
//! `docs/recording.md` and for machines in `docs/recording.schema.json`.
//!
//! Reading never fails as a whole: a line that cannot be read is a [`LineFault`] with its number, and reading goes on.

mod content;
mod event;
mod fault;
mod http;
mod marks;
mod process;
mod read;
mod reader;
mod seen;
mod write;

pub use crate::direction::Direction;
pub use content::Content;
pub use event::{Event, EventKind, Line, Micros, StreamId};
pub use fault::{FaultKind, LineFault};
pub use http::{Body, HttpField, RequestHead, ResponseHead, SseComment, SseEvent, SseIncomplete};
pub use marks::{Gap, Mark, MarkKind, MarkPlace, Origin, Source};
pub use process::{Close, CloseReason, Exit, Open, OpenKind, ProcessExit, ProcessStart, Stderr};
pub use read::Entry;
pub use reader::{Entries, ReadLimits, Reader, read};
pub use write::{write_event, write_header};

use serde::{Deserialize, Serialize};

/// The major version of the format that this crate writes; the only one that it reads.
pub const VERSION: u32 = 1;

/// The minor version of the format that this crate writes. A newer one may have more kinds of events and members.
pub const MINOR: u32 = 1;

/// The first line of a recording.
///
/// A later header in the same file begins another run: its times count from its own start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// Says what the file is.
    pub mcpwire: FileKind,
    /// The major version of the format.
    pub version: u32,
    /// The minor version of the format.
    #[serde(default)]
    pub minor: u32,
    /// When the clock of the events stood at zero: microseconds since 1970-01-01 UTC. Absent where nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_unix_micros: Option<u64>,
    /// The program that wrote the file, with its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writer: Option<String>,
    /// What the recording is of, in a person's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl Header {
    /// A header of the present version.
    pub fn new(started_unix_micros: Option<u64>) -> Self {
        Self {
            mcpwire: FileKind::Recording,
            version: VERSION,
            minor: MINOR,
            started_unix_micros,
            writer: None,
            title: None,
        }
    }
}

/// The kinds of files that this project writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// A recorded conversation.
    Recording,
}
