//! The grammar of keys and whose they are, as tables for people. [`Key`](super::Key) decides.

use super::key::KeyStatus;
use super::key_fault::KeyProblem;

const PAGE: &str = "basic/index#meta";

/// A part of a key, and how it is spelled.
#[derive(Debug, PartialEq, Eq)]
pub struct KeyPart {
    /// What it is called.
    pub name: &'static str,
    /// Its grammar, in a sentence or two.
    pub grammar: &'static str,
    /// What can be wrong with it.
    pub problems: &'static [KeyProblem],
    /// The page of the specification.
    pub page: &'static str,
}

/// The parts of a key.
pub static KEY_GRAMMAR: &[KeyPart] = &[
    KeyPart {
        name: "prefix",
        grammar: "Labels separated by single dots, then one slash. Reverse DNS order is advised: \
                  `com.example/`.",
        problems: &[KeyProblem::EmptyPrefix, KeyProblem::EmptyLabel, KeyProblem::SecondSlash],
        page: PAGE,
    },
    KeyPart {
        name: "label",
        grammar: "Starts with a letter, ends with a letter or digit; letters, digits and hyphens \
                  between.",
        problems: &[KeyProblem::LabelStart, KeyProblem::LabelEnd, KeyProblem::LabelCharacter],
        page: PAGE,
    },
    KeyPart {
        name: "name",
        grammar: "May be empty. Otherwise starts and ends with a letter or digit; letters, digits, \
                  `-`, `_` and `.` between.",
        problems: &[KeyProblem::NameStart, KeyProblem::NameEnd, KeyProblem::NameCharacter],
        page: PAGE,
    },
];

/// A key that shows by example whose keys of its kind are.
#[derive(Debug, PartialEq, Eq)]
pub struct KeySample {
    /// The key.
    pub key: &'static str,
    /// Whose it is.
    pub status: KeyStatus,
    /// What decides, or what to mind, in a few words.
    pub why: &'static str,
    /// The page of the specification.
    pub page: &'static str,
}

const fn sample(key: &'static str, status: KeyStatus, why: &'static str) -> KeySample {
    KeySample { key, status, why, page: PAGE }
}

/// Keys of every kind that the specification does not define itself, which are
/// [`DEFINED_KEYS`](super::DEFINED_KEYS).
pub static KEY_SAMPLES: &[KeySample] = &[
    sample("dev.mcp/anything", KeyStatus::Reserved, "the second label is `mcp`"),
    sample(
        "org.modelcontextprotocol.api/x",
        KeyStatus::Reserved,
        "the second label is `modelcontextprotocol`",
    ),
    sample("com.example.mcp/scanId", KeyStatus::Free, "`mcp` is the third label"),
    sample("mcp.example/thing", KeyStatus::Free, "`mcp` is the first label"),
    sample("traceId", KeyStatus::Free, "but without a prefix it may collide with anybody's"),
];
