//! What validation answers when it does not say "valid".

use std::fmt;

use crate::violation::Violations;

/// Why an instance is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It does not fit the schema.
    Violations(Violations),
    /// No verdict was reached.
    Unchecked(Unchecked),
}

/// Why there is no verdict on an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unchecked {
    /// Schema and instance together would take more steps than
    /// [`Limits::work`](crate::Limits::work).
    TooExpensive {
        /// The limit in steps.
        limit: u64,
    },
    /// The instance is nested deeper than
    /// [`Limits::instance_depth`](crate::Limits::instance_depth), or deeper than this schema can
    /// follow within [`Limits::evaluation_depth`](crate::Limits::evaluation_depth).
    TooDeep {
        /// The limit in levels.
        limit: usize,
    },
}

impl Refusal {
    /// The text for logs: paths and demands, no values.
    pub fn without_values(&self) -> String {
        match self {
            Self::Violations(violations) => violations.without_values(),
            Self::Unchecked(unchecked) => unchecked.to_string(),
        }
    }
}

impl From<Unchecked> for Refusal {
    fn from(unchecked: Unchecked) -> Self {
        Refusal::Unchecked(unchecked)
    }
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooExpensive { limit } => write!(
                f,
                "Schema too expensive: checking this value against it could take more than {limit} \
                 steps, so it was not checked."
            ),
            Self::TooDeep { limit } => {
                write!(f, "The value is nested deeper than {limit} levels, so it was not checked.")
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violations(violations) => violations.fmt(f),
            Self::Unchecked(unchecked) => unchecked.fmt(f),
        }
    }
}

impl std::error::Error for Unchecked {}
impl std::error::Error for Refusal {}
