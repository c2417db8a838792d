//! What is remembered of a request until its answer.

pub(crate) mod declared;
pub(crate) mod read;
pub(crate) mod wishes;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::json::Pointer;
use mcpwire_protocol::jsonrpc::{ErrorCode, IdKey};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{RuleId, Violation, rule};

use crate::asked::declared::Declared;
use crate::asked::wishes::{Listen, LogWish, Progress};
use crate::excerpt::Excerpt;
use crate::finding::At;

/// Where an event stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: Option<u64>,
    /// Where in that line the message begins, in bytes, if it stands there as it crossed the wire.
    pub(crate) start: Option<usize>,
    pub(crate) event: u64,
}

impl Spot {
    /// The place in words.
    pub(crate) fn told(&self) -> String {
        match self.line {
            Some(line) => format!("line {line}"),
            None => format!("event {}", self.event),
        }
    }
}

/// A request of the client that waits for its answer.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) spot: Spot,
    pub(crate) at: Duration,
    pub(crate) id: IdKey,
    /// Whether the id is spelled in a way that no reader mistakes.
    pub(crate) plain_id: bool,
    pub(crate) method: Option<Method>,
    pub(crate) revision: Revision,
    pub(crate) text: Kept,
    /// What is wrong with it, where an error is due for that.
    pub(crate) fault: Option<Due>,
    /// The version that it names, where that is none that is known.
    pub(crate) version: Option<Box<str>>,
    /// The tool that it calls.
    pub(crate) tool: Option<Box<str>>,
    /// Whether it asks for a page after the first.
    pub(crate) has_cursor: bool,
    /// Whether another open request has the same id, so that nobody knows whose an answer is.
    pub(crate) shares_id: bool,
    /// Whether its text is all in evidence, as it crossed the wire.
    pub(crate) is_whole: bool,
    /// What the client can do, as it says.
    pub(crate) declared: Declared,
    /// Which logs it asks for.
    pub(crate) logs: LogWish,
    /// The progress that it asks for.
    pub(crate) progress: Option<Box<Progress>>,
    /// What it wants to hear, if it opens a subscription.
    pub(crate) listen: Option<Box<Listen>>,
    /// The page that it asks for.
    pub(crate) cursor: Option<u64>,
    /// The task that it is about.
    pub(crate) task: Option<u64>,
    /// The keys of the input that it brings to a task.
    pub(crate) brings: Vec<u64>,
}

/// The error that is due for a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) rule: RuleId,
    pub(crate) code: ErrorCode,
    /// Whether the line is no valid message at all.
    pub(crate) malformed: bool,
}

/// As much of a message as is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    bytes: Box<[u8]>,
    length: usize,
}

impl Kept {
    /// The longest message that is kept whole.
    const WHOLE: usize = 2048;
    /// How much is kept of longer ones.
    const HEAD: usize = 512;

    pub(crate) fn of(message: &[u8]) -> Self {
        let length = message.len();
        let end = if length <= Self::WHOLE { length } else { Self::HEAD };
        Kept { bytes: message[..end].into(), length }
    }

    /// A command line that sends the message to a server again, where both are known.
    pub(crate) fn repeat(&self, command: Option<&str>) -> Option<String> {
        let text =
            std::str::from_utf8(&self.bytes).ok().filter(|_| self.length == self.bytes.len())?;
        let printable = !text.chars().any(char::is_control);
        printable.then_some(())?;
        Some(format!("printf '%s\\n' {} | {}", quoted(text), command?))
    }
}

impl Asked {
    /// The request as the place of a finding.
    pub(crate) fn place(&self) -> At {
        place_of(&self.spot, &self.text)
    }
}

/// A kept message as the place of a finding.
pub(crate) fn place_of(spot: &Spot, text: &Kept) -> At {
    let mut excerpt = Excerpt::of(&text.bytes, &(0..0));
    excerpt.length = text.length;
    At {
        file: spot.file.clone(),
        line: spot.line,
        column: spot.start.map(|start| start + 1),
        event: spot.event,
        direction: Some(Direction::ClientToServer),
        bytes: 0..text.length,
        pointer: Pointer::root(),
        excerpt,
    }
}

/// A word as a shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The error that is due for a violation.
pub(crate) fn due(violation: &Violation) -> Option<Due> {
    let code = rule(violation.rule.as_str())?.code_due()?;
    Some(Due { rule: violation.rule, code, malformed: false })
}

/// A text as a number, for tables that need not give it back.
pub(crate) fn mark_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
