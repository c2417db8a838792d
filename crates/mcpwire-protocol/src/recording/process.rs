//! Events of processes and streams: how they begin and end, and what a process says beside the protocol.

use super::content::Content;
use super::event::{StreamId, cut, is_line_feed};
use crate::direction::Direction;
use crate::framing::Ending;
use serde::{Deserialize, Serialize};

/// A stream began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// What kind of stream it is.
    pub what: OpenKind,
    /// The stream that carries this one, such as the connection of an HTTP exchange. Absent where none does or
    /// where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<StreamId>,
    /// The address of the other side. Absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<String>,
}

/// The kinds of streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpenKind {
    /// Lines both ways: the standard input and output of a process, or a byte stream used like them.
    Lines,
    /// A network connection that carries HTTP exchanges.
    Connection,
    /// One HTTP request with its response.
    Exchange,
}

/// A stream, or one direction of it, ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Close {
    /// The direction in which nothing comes any more. Absent means both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// Why.
    pub reason: CloseReason,
    /// What the operating system said about it. Absent where it said nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// Why a stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// Its sender ended it in the regular way.
    End,
    /// Its receiver went away first.
    Abandoned,
    /// It broke: a reset, a broken pipe, a timeout.
    Broken,
    /// The recording ended while the stream was open.
    RecordingEnded,
}

/// A process was started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessStart {
    /// The program and its arguments. What is not UTF-8 in them has replacement characters.
    pub argv: Vec<String>,
    /// Its number. Absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The directory it was started in. Absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

/// A process ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessExit {
    /// How.
    pub exit: Exit,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// By itself, with this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// Nobody knows.
    Unknown,
}

/// A line that a process wrote to its standard error output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stderr<'a> {
    /// Its bytes without the line end.
    #[serde(borrow)]
    pub content: Content<'a>,
    /// How it ended. Absent means by a line feed.
    #[serde(default, skip_serializing_if = "is_line_feed")]
    pub ending: Ending,
}

impl<'a> Stderr<'a> {
    /// A line as it came, line end included.
    pub fn of(raw: &'a [u8]) -> Self {
        let (content, ending) = cut(raw);
        Self { content, ending }
    }
}
