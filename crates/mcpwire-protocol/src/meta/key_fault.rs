use std::fmt;
use std::ops::Range;

use crate::rules::RuleId;

/// Why a text is no key of `_meta`, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFault {
    /// What is wrong.
    pub problem: KeyProblem,
    /// The bytes of the key that show it; empty where something is missing.
    pub bytes: Range<usize>,
}

/// What can be wrong with a key of `_meta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyProblem {
    /// A slash stands at the start, with no prefix before it.
    EmptyPrefix,
    /// Two dots meet, or a dot stands at an end of the prefix.
    EmptyLabel,
    /// A second slash; only one separates prefix and name.
    SecondSlash,
    /// A label starts with something other than a letter.
    LabelStart,
    /// A label ends with something other than a letter or digit.
    LabelEnd,
    /// A label holds something other than letters, digits and hyphens.
    LabelCharacter,
    /// The name starts with something other than a letter or digit.
    NameStart,
    /// The name ends with something other than a letter or digit.
    NameEnd,
    /// The name holds something other than letters, digits, `-`, `_` and `.`.
    NameCharacter,
}

impl KeyFault {
    /// The rule that the key breaks.
    pub fn rule(&self) -> RuleId {
        RuleId(match self.problem {
            KeyProblem::EmptyPrefix | KeyProblem::EmptyLabel | KeyProblem::SecondSlash => {
                "meta-key-prefix-grammar"
            }
            KeyProblem::LabelStart | KeyProblem::LabelEnd | KeyProblem::LabelCharacter => {
                "meta-key-label"
            }
            KeyProblem::NameStart | KeyProblem::NameEnd => "meta-key-name",
            KeyProblem::NameCharacter => "meta-key-name-chars",
        })
    }
}

impl fmt::Display for KeyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.problem {
            KeyProblem::EmptyPrefix => {
                "The key starts with a slash; a prefix of at least one label is due before it"
            }
            KeyProblem::EmptyLabel => {
                "A label of the prefix is empty; labels are separated by single dots"
            }
            KeyProblem::SecondSlash => {
                "The key has a second slash; only one separates the prefix from the name"
            }
            KeyProblem::LabelStart => "A label of the prefix must start with a letter (a-z, A-Z)",
            KeyProblem::LabelEnd => "A label of the prefix must end with a letter or digit",
            KeyProblem::LabelCharacter => {
                "A label of the prefix holds only letters, digits and hyphens"
            }
            KeyProblem::NameStart => "The name must start with a letter or digit (a-z, A-Z, 0-9)",
            KeyProblem::NameEnd => "The name must end with a letter or digit (a-z, A-Z, 0-9)",
            KeyProblem::NameCharacter => {
                "The name holds only letters, digits, hyphens, underscores and dots"
            }
        };
        write!(f, "{what} (byte {} of the key).", self.bytes.start)
    }
}

impl std::error::Error for KeyFault {}
