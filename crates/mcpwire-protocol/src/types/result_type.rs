//! `resultType`: what kind of result a response holds.
//!
//! Specification: `basic/index#resulttype`.

use std::borrow::Cow;
use std::fmt;

use crate::json::{Kind, Text};
use crate::method::TASKS_EXTENSION;
use crate::rules::RuleId;

/// The kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultType {
    /// The request is done: the result that belongs to its method.
    Complete,
    /// The request can only go on with input from the client:
    /// [`InputRequiredResult`](super::InputRequiredResult).
    InputRequired,
    /// A value that a negotiated extension adds, such as [`ResultType::TASK`].
    Extension(&'static str),
}

impl ResultType {
    /// A task was made of the request: [`CreateTaskResult`](super::CreateTaskResult), of the
    /// extension `io.modelcontextprotocol/tasks`.
    pub const TASK: ResultType = ResultType::Extension("task");

    /// The kind that the value of a `resultType` names, among all that are defined anywhere. Which
    /// of them one exchange can have is told by [`ResultTypes`].
    pub fn named(word: Text<'_>) -> Option<Self> {
        let extensions = EXTENSION_RESULT_TYPES.iter().map(|(_, value)| *value);
        let core = [ResultType::Complete, ResultType::InputRequired];
        core.into_iter().chain(extensions).find(|value| word.is_string(value.as_str()))
    }

    /// Whether a result, an object, says that it is of this kind.
    pub fn is_of(self, result: Text<'_>) -> bool {
        result.get("resultType").is_some_and(|word| word.is_string(self.as_str()))
    }

    /// The value on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            ResultType::Complete => "complete",
            ResultType::InputRequired => "input_required",
            ResultType::Extension(value) => value,
        }
    }
}

impl fmt::Display for ResultType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A value of `resultType` that is defined somewhere, for people.
#[derive(Debug, PartialEq, Eq)]
pub struct DefinedResultType {
    /// The value.
    pub value: ResultType,
    /// What the result holds, in a few words.
    pub meaning: &'static str,
    /// The page of the specification, or of the extension.
    pub page: &'static str,
}

/// The values that revision 2026-07-28 and its tasks extension define.
pub static DEFINED_RESULT_TYPES: &[DefinedResultType] = &[
    DefinedResultType {
        value: ResultType::Complete,
        meaning: "the final content",
        page: "basic/index#resulttype",
    },
    DefinedResultType {
        value: ResultType::InputRequired,
        meaning: "questions to answer; then the request is sent again with the answers",
        page: "basic/patterns/mrtr",
    },
    DefinedResultType {
        value: ResultType::TASK,
        meaning: "a handle to poll, where both sides declare the tasks extension",
        page: "tasks/polymorphic-results",
    },
];

/// The values that known extensions add, each with the extension's identifier.
pub const EXTENSION_RESULT_TYPES: &[(&str, ResultType)] = &[(TASKS_EXTENSION, ResultType::TASK)];

/// Which values of `resultType` one exchange can have.
///
/// It depends on the lifecycle and on the extensions that the client declared with the request:
/// the server chooses by them, whatever was declared before or by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultTypes {
    lifecycle: Lifecycle,
    extensions: Vec<ResultType>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lifecycle {
    Modern,
    Legacy,
}

impl ResultTypes {
    /// The values of the core protocol, since 2026-07-28.
    pub const fn core() -> Self {
        ResultTypes { lifecycle: Lifecycle::Modern, extensions: Vec::new() }
    }

    /// All values that are defined somewhere, for whoever does not know what was declared.
    pub fn defined() -> Self {
        let extensions = EXTENSION_RESULT_TYPES.iter().map(|(_, value)| *value).collect();
        ResultTypes { lifecycle: Lifecycle::Modern, extensions }
    }

    /// A server of a revision before 2026-07-28, which does not know the member: every result is
    /// complete, whatever a member of that name may say.
    pub const fn legacy() -> Self {
        ResultTypes { lifecycle: Lifecycle::Legacy, extensions: Vec::new() }
    }

    /// The values of the core protocol and of those known extensions that a request declares in
    /// its `io.modelcontextprotocol/clientCapabilities`.
    pub fn declared(client_capabilities: Text<'_>) -> Self {
        let mut types = Self::core();
        let Some(extensions) = client_capabilities.get("extensions") else { return types };
        for (identifier, value) in EXTENSION_RESULT_TYPES {
            // The settings of an extension are an object; anything else declares nothing.
            if extensions.get(identifier).is_some_and(|settings| settings.kind() == Kind::Object) {
                types.extensions.push(*value);
            }
        }
        types
    }

    /// Adds a value of an extension that the client declared.
    #[must_use]
    pub fn with(mut self, value: &'static str) -> Self {
        self.extensions.push(ResultType::Extension(value));
        self
    }

    /// The kind of a result, an object.
    ///
    /// # Errors
    /// Where the member is absent, no string, or a value that this exchange does not know; such a
    /// result is invalid and must not be read as any kind. Never for a legacy server.
    pub fn of(&self, result: Text<'_>) -> Result<ResultType, ResultTypeFault> {
        if self.lifecycle == Lifecycle::Legacy {
            return Ok(ResultType::Complete);
        }
        let member = result.get("resultType").ok_or(ResultTypeFault::Missing)?;
        if member.kind() != Kind::String {
            return Err(ResultTypeFault::NotString(member.kind()));
        }
        [ResultType::Complete, ResultType::InputRequired]
            .iter()
            .chain(&self.extensions)
            .find(|value| member.is_string(value.as_str()))
            .copied()
            .ok_or_else(|| ResultTypeFault::unknown(member))
    }
}

/// Why the kind of a result cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultTypeFault {
    /// The member is absent, and the server speaks a revision that demands it.
    Missing,
    /// The member is something else than a string.
    NotString(Kind),
    /// The value is none of the core protocol's, nor of an extension that the client declared;
    /// how it begins.
    Unknown(String),
}

impl ResultTypeFault {
    /// How many characters of an unknown value are kept.
    const EXCERPT: usize = 60;

    #[cold]
    fn unknown(member: Text<'_>) -> Self {
        let value = member.as_string().unwrap_or(Cow::Borrowed(member.as_str()));
        ResultTypeFault::Unknown(value.chars().take(Self::EXCERPT).collect())
    }

    /// The rule that the server breaks.
    pub const fn rule(&self) -> RuleId {
        RuleId(match self {
            ResultTypeFault::Missing => "result-type-missing",
            ResultTypeFault::NotString(_) => "result-type-not-string",
            ResultTypeFault::Unknown(_) => "result-type-unadvertised",
        })
    }
}

impl fmt::Display for ResultTypeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultTypeFault::Missing => f.write_str("The result has no `resultType`."),
            ResultTypeFault::NotString(kind) => {
                write!(f, "`resultType` is {kind}, but must be a string.")
            }
            ResultTypeFault::Unknown(value) => write!(
                f,
                "`resultType` is {value:?}, which neither the core protocol nor an extension that \
                 the client declared defines."
            ),
        }
    }
}

impl std::error::Error for ResultTypeFault {}
