use std::fmt;

use serde::Deserialize;
use serde_path_to_error::Segment;

use crate::json::{Kind, Pointer, Text};
use crate::rules::shape::Shape;
use crate::rules::{Found, Judgement, Mismatch, RuleId, judge};

/// A type whose shape stands in a table.
pub trait Shaped {
    /// What a value must be to be decoded as this type.
    const SHAPE: &'static Shape;
    /// The rule that is broken by a value of another kind, where nothing around it says more.
    const RULE: RuleId = RuleId("params-not-object");
}

/// Why a value could not be decoded.
#[derive(Clone, Debug)]
pub enum DecodeError {
    /// It has not the shape of the type.
    Shape(Judgement),
    /// It has the shape, but holds something that this program cannot keep: a string that is no
    /// Unicode text.
    Value {
        /// Where that is.
        pointer: Pointer,
        /// What is wrong there, in words.
        message: String,
    },
}

/// Decodes a value: first its shape is judged, then it is read. A value of another kind, `null`
/// for an absent member, a number that is no integer or a member that stands twice is never
/// taken for something else.
///
/// # Errors
/// Everything that is wrong with the shape, or the first string that is no Unicode text.
pub fn decode<'a, T: Shaped + Deserialize<'a>>(text: Text<'a>) -> Result<T, DecodeError> {
    let judgement = judge(text, T::SHAPE, T::RULE);
    if judgement.fits() { read(text) } else { Err(DecodeError::Shape(judgement)) }
}

/// The breaches that a client reads past, because the specification tells it what to make of
/// them: no `resultType` means `complete`, no `ttlMs` or one below zero means 0, no `cacheScope`
/// means `private`, and a `nextCursor` of `null` is the end of the list.
///
/// Specification: `basic/index#resulttype`, `server/utilities/caching`, `server/utilities/pagination`.
pub const READ_PAST: &[RuleId] = &[
    RuleId("result-type-missing"),
    RuleId("cache-ttl-missing"),
    RuleId("cache-ttl-negative"),
    RuleId("cache-scope-missing"),
    RuleId("page-next-cursor-type"),
];

/// Decodes a result as a client reads it: like [`decode`], but past what is in [`READ_PAST`].
///
/// # Errors
/// As for [`decode`].
pub fn decode_result<'a, T: Shaped + Deserialize<'a>>(text: Text<'a>) -> Result<T, DecodeError> {
    let judgement = judge(text, T::SHAPE, T::RULE);
    if judgement.unlisted > 0 || !judgement.mismatches.iter().all(is_read_past) {
        return Err(DecodeError::Shape(judgement));
    }
    read(text)
}

fn is_read_past(mismatch: &Mismatch) -> bool {
    let silent =
        matches!(mismatch.found, Found::Absent | Found::Value(_) | Found::Kind(Kind::Null));
    silent && READ_PAST.contains(&mismatch.rule)
}

fn read<'a, T: Deserialize<'a>>(text: Text<'a>) -> Result<T, DecodeError> {
    serde_json::from_str(text.as_str()).or_else(|_| read_with_path(text))
}

/// Reads once more, slowly, to learn where it fails.
#[cold]
fn read_with_path<'a, T: Deserialize<'a>>(text: Text<'a>) -> Result<T, DecodeError> {
    let mut reader = serde_json::Deserializer::from_str(text.as_str());
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let mut pointer = Pointer::root();
        for step in error.path() {
            match step {
                Segment::Seq { index } => pointer.push_element(*index),
                Segment::Map { key } => pointer.push_shortened(key),
                Segment::Enum { .. } | Segment::Unknown => {}
            }
        }
        DecodeError::Value { pointer, message: error.inner().to_string() }
    })
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Shape(judgement) => judgement.fmt(f),
            DecodeError::Value { pointer, message } if pointer.as_str().is_empty() => {
                write!(f, "The value cannot be read: {message}.")
            }
            DecodeError::Value { pointer, message } => {
                write!(f, "`{pointer}` cannot be read: {message}.")
            }
        }
    }
}

impl std::error::Error for DecodeError {}
