use std::ops::Range;

use super::key_fault::{KeyFault, KeyProblem};

/// A key of `_meta` taken apart: an optional prefix of dotted labels, a slash, a name.
///
/// Specification: `basic/index#meta`, "Key name format".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    text: &'a str,
    /// Where the slash stands, if there is a prefix.
    slash: Option<usize>,
}

/// Whether an application may use a key for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyStatus {
    /// The specification defines this very key.
    Defined(&'static DefinedKey),
    /// The second label of the prefix is `modelcontextprotocol` or `mcp`: only the specification
    /// and its official extensions define such keys.
    Reserved,
    /// Anybody's.
    Free,
}

/// The labels that reserve a prefix when they come second in it.
pub const RESERVED_LABELS: [&str; 2] = ["modelcontextprotocol", "mcp"];

/// A key that the specification defines.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct DefinedKey {
    /// The key.
    pub name: &'static str,
    /// What it is for, in a few words.
    pub meaning: &'static str,
    /// The page of the specification.
    pub page: &'static str,
}

const fn defined(name: &'static str, meaning: &'static str, page: &'static str) -> DefinedKey {
    DefinedKey { name, meaning, page }
}

/// The keys that revision 2026-07-28 defines.
pub static DEFINED_KEYS: &[DefinedKey] = &[
    defined(
        super::PROTOCOL_VERSION,
        "the revision that a request is written in",
        "basic/index#meta",
    ),
    defined(super::CLIENT_INFO, "name and version of the client", "basic/index#meta"),
    defined(super::CLIENT_CAPABILITIES, "what the client offers for a request", "basic/index#meta"),
    defined(super::SERVER_INFO, "name and version of the server", "basic/index#meta"),
    defined(
        super::LOG_LEVEL,
        "the lowest level that a request wants logged",
        "server/utilities/logging",
    ),
    defined(
        super::SUBSCRIPTION_ID,
        "the subscription of a notification",
        "basic/patterns/subscriptions",
    ),
    defined(super::PROGRESS_TOKEN, "asks for progress on a request", "basic/patterns/progress"),
    defined(super::TRACEPARENT, "the position in a trace", "basic/index#meta"),
    defined(super::TRACESTATE, "what tracing systems add to a trace", "basic/index#meta"),
    defined(super::BAGGAGE, "an application's own trace values", "basic/index#meta"),
];

impl<'a> Key<'a> {
    /// Takes a key apart, or says which rule of the grammar it breaks first, and where.
    pub fn parse(text: &'a str) -> Result<Self, KeyFault> {
        let key = Key { text, slash: text.find('/') };
        if let Some(slash) = key.slash {
            if slash == 0 {
                return Err(fault(KeyProblem::EmptyPrefix, 0..0));
            }
            for label in key.labels() {
                check_label(text, label)?;
            }
            if let Some(second) = key.name().find('/') {
                let at = slash + 1 + second;
                return Err(fault(KeyProblem::SecondSlash, at..at + 1));
            }
        }
        check_name(text, key.name_bytes())?;
        Ok(key)
    }

    /// The whole key.
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// The prefix without its slash.
    pub fn prefix(self) -> Option<&'a str> {
        self.slash.map(|slash| &self.text[..slash])
    }

    /// The name; it may be empty.
    pub fn name(self) -> &'a str {
        &self.text[self.name_bytes()]
    }

    /// The bytes of the name in the key.
    pub fn name_bytes(self) -> Range<usize> {
        self.slash.map_or(0, |slash| slash + 1)..self.text.len()
    }

    /// The bytes of each label of the prefix, in order.
    pub fn labels(self) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut at = 0;
        self.prefix().into_iter().flat_map(|prefix| prefix.split('.')).map(move |label| {
            let start = at;
            at += label.len() + 1;
            start..start + label.len()
        })
    }

    /// The bytes of the label that decides whether the prefix is reserved.
    pub fn second_label(self) -> Option<Range<usize>> {
        self.labels().nth(1)
    }

    /// Whether an application may use the key for itself. Case counts.
    pub fn status(self) -> KeyStatus {
        if let Some(defined) = DEFINED_KEYS.iter().find(|defined| defined.name == self.text) {
            return KeyStatus::Defined(defined);
        }
        match self.second_label().map(|label| &self.text[label]) {
            Some(label) if RESERVED_LABELS.contains(&label) => KeyStatus::Reserved,
            _ => KeyStatus::Free,
        }
    }
}

fn check_label(text: &str, label: Range<usize>) -> Result<(), KeyFault> {
    let bytes = text[label.clone()].as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return Err(fault(KeyProblem::EmptyLabel, label));
    };
    if !first.is_ascii_alphabetic() {
        return Err(fault(KeyProblem::LabelStart, character(text, label.start)));
    }
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    if let Some(at) = bytes.iter().position(|byte| !inside(byte)) {
        return Err(fault(KeyProblem::LabelCharacter, character(text, label.start + at)));
    }
    if !last.is_ascii_alphanumeric() {
        return Err(fault(KeyProblem::LabelEnd, label.end - 1..label.end));
    }
    Ok(())
}

fn check_name(text: &str, name: Range<usize>) -> Result<(), KeyFault> {
    let bytes = text[name.clone()].as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return Ok(());
    };
    if !first.is_ascii_alphanumeric() {
        return Err(fault(KeyProblem::NameStart, character(text, name.start)));
    }
    if !last.is_ascii_alphanumeric() {
        let start = text.char_indices().next_back().map_or(name.start, |(at, _)| at);
        return Err(fault(KeyProblem::NameEnd, start..name.end));
    }
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    match bytes.iter().position(|byte| !inside(byte)) {
        Some(at) => Err(fault(KeyProblem::NameCharacter, character(text, name.start + at))),
        None => Ok(()),
    }
}

/// The bytes of the character that starts at `at`.
fn character(text: &str, at: usize) -> Range<usize> {
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}

fn fault(problem: KeyProblem, bytes: Range<usize>) -> KeyFault {
    KeyFault { problem, bytes }
}
