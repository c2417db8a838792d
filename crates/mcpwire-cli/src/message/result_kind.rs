//! What kind of result a result is, seen without its request.

use mcpwire_protocol::json::{Kind, Text};

/// What kind of result a result is, by its `resultType`.
///
/// Specification: `basic/index#resulttype`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultKind {
    /// `complete`: the final content.
    Complete,
    /// `input_required`: the request goes on once its questions are answered.
    InputRequired,
    /// `task`, of the tasks extension: a handle for work that goes on.
    Task,
    /// Absent: complete if the server speaks a revision up to 2025-11-25, a mistake otherwise.
    Absent,
    /// A string that neither the specification nor a known extension defines: invalid, unless
    /// both sides have declared an extension that does.
    Unknown,
    /// Something other than a string.
    NotString,
}

/// A value of `resultType` that is defined somewhere.
#[derive(Debug, PartialEq, Eq)]
pub struct DefinedResultKind {
    /// The value.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// The page of the specification, or of the extension.
    pub page: &'static str,
    /// The type.
    pub kind: ResultKind,
}

/// The values that revision 2026-07-28 and its tasks extension define.
pub static RESULT_KINDS: &[DefinedResultKind] = &[
    DefinedResultKind {
        name: "complete",
        meaning: "the final content",
        page: "basic/index#resulttype",
        kind: ResultKind::Complete,
    },
    DefinedResultKind {
        name: "input_required",
        meaning: "questions to answer; then the request is sent again with the answers",
        page: "basic/patterns/mrtr",
        kind: ResultKind::InputRequired,
    },
    DefinedResultKind {
        name: "task",
        meaning: "a handle to poll, where both sides declare the tasks extension",
        page: "tasks/polymorphic-results",
        kind: ResultKind::Task,
    },
];

impl ResultKind {
    /// The type of a result, an object.
    pub fn of(result: Text<'_>) -> Self {
        let Some(member) = result.get("resultType") else { return ResultKind::Absent };
        if member.kind() != Kind::String {
            return ResultKind::NotString;
        }
        let defined = RESULT_KINDS.iter().find(|defined| member.is_string(defined.name));
        defined.map_or(ResultKind::Unknown, |defined| defined.kind)
    }

    /// The value as it stands on the wire, for a type that is defined.
    pub fn name(self) -> Option<&'static str> {
        RESULT_KINDS.iter().find(|defined| defined.kind == self).map(|defined| defined.name)
    }
}
