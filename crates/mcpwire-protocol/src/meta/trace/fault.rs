use std::fmt;
use std::ops::Range;

/// Why a trace value breaks its grammar, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFault {
    /// What is wrong.
    pub problem: TraceProblem,
    /// The bytes of the value that show it; empty where something is missing.
    pub bytes: Range<usize>,
}

/// What can be wrong with a trace value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceProblem {
    /// A `traceparent` has another length than its four fields need.
    ParentLength,
    /// A hyphen is due between two fields of a `traceparent`.
    ParentHyphen,
    /// A field of a `traceparent` holds something other than 0-9 and a-f.
    ParentHex,
    /// The version of a `traceparent` is `ff`, which is none.
    ParentVersion,
    /// The trace id is all zeros.
    ZeroTraceId,
    /// The parent id is all zeros.
    ZeroParentId,
    /// More members than the grammar allows (32 in `tracestate`, 180 in `baggage`).
    TooManyMembers,
    /// A member has no `=`.
    NoEquals,
    /// A key is empty, too long or holds a character that keys may not have.
    BadKey,
    /// The same key stands twice in a `tracestate`.
    DuplicateKey,
    /// A value is too long, ends in a space or holds a character that values may not have.
    BadValue,
    /// A member is empty where the grammar wants one.
    EmptyMember,
    /// A percent sign is not followed by two hexadecimal digits.
    BadPercent,
}

impl TraceFault {
    pub(super) fn new(problem: TraceProblem, bytes: Range<usize>) -> Self {
        TraceFault { problem, bytes }
    }
}

impl fmt::Display for TraceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.problem {
            TraceProblem::ParentLength => {
                "A traceparent has 55 characters: version, trace id, parent id and flags; only a version above 00 may go on, after a hyphen"
            }
            TraceProblem::ParentHyphen => "A hyphen is due between the fields of a traceparent",
            TraceProblem::ParentHex => {
                "A traceparent holds only the digits 0-9 and a-f, in lower case"
            }
            TraceProblem::ParentVersion => "The version ff of a traceparent is forbidden",
            TraceProblem::ZeroTraceId => "The trace id must not be all zeros",
            TraceProblem::ZeroParentId => "The parent id must not be all zeros",
            TraceProblem::TooManyMembers => {
                "There are more members than allowed (32 in tracestate, 180 in baggage)"
            }
            TraceProblem::NoEquals => "A member is a key and a value with `=` between them",
            TraceProblem::BadKey => {
                "The key is empty, too long or holds a character that is not allowed there"
            }
            TraceProblem::DuplicateKey => "A key may stand only once in a tracestate",
            TraceProblem::BadValue => {
                "The value is empty, too long or holds a character that is not allowed there"
            }
            TraceProblem::EmptyMember => "A member is missing between commas or semicolons",
            TraceProblem::BadPercent => {
                "A percent sign starts an encoded byte and needs two hexadecimal digits after it"
            }
        };
        write!(f, "{what} (byte {} of the value).", self.bytes.start)
    }
}

impl std::error::Error for TraceFault {}

/// Splits a list at commas; each part comes with the place where it starts, without the spaces
/// and tabs around it.
pub(super) fn split_list(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(separator).map(move |part| {
        let start = at + (part.len() - part.trim_start_matches([' ', '\t']).len());
        at += part.len() + 1;
        (start, part.trim_matches([' ', '\t']))
    })
}
