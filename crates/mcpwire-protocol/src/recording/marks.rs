//! What a recording does not show as it crossed the wire, and where it comes from.

use crate::direction::Direction;
use serde::{Deserialize, Serialize};

/// Something in an event is not as it crossed the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// What was done.
    pub what: MarkKind,
    /// Where.
    pub place: MarkPlace,
    /// The length in bytes of what stood there.
    pub original_length: u64,
}

/// What was done to a part of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// It was replaced because it is nobody's business.
    Redacted,
    /// Its end was left out because it was too long.
    Truncated,
}

/// A part of an event.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkPlace {
    /// The whole content.
    Content,
    /// The value at this JSON pointer in the content.
    Pointer(String),
    /// The value of the header field of this name.
    Header(String),
}

/// Events are missing here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// How many events. Absent where nobody counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<u64>,
    /// How many bytes. Absent where nobody counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The direction of what is missing. Absent means both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// Why, in a sentence for people.
    pub why: String,
}

/// A foreign log that events were imported from. It stands before the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// The number by which [`Origin`] names it.
    pub source: u32,
    /// The name of the file.
    pub file: String,
    /// The name of its format.
    pub format: String,
    /// What this format cannot show, each in a sentence for people: what is absent there proves nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cannot_show: Vec<String>,
}

/// Where in a foreign log an event comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// The log, as a [`Source`] declared it.
    pub source: u32,
    /// The line in it, from 1.
    pub line: u64,
}
