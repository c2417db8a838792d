use std::fmt;
use std::ops::Range;

use super::RuleId;
use super::shape::Shape;
use crate::json::{Kind, Pointer};

/// What is wrong with the shape of a value; nothing where it fits.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The mismatches in the order of the text, an object's absent members after its others.
    pub mismatches: Vec<Mismatch>,
    /// How many more there are, beyond [`Judgement::MOST`].
    pub unlisted: usize,
}

impl Judgement {
    /// How many mismatches are described; more are only counted.
    pub const MOST: usize = 32;

    /// Whether the value has the shape.
    pub fn fits(&self) -> bool {
        self.mismatches.is_empty()
    }
}

/// One sentence for each mismatch.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mismatch) in self.mismatches.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{mismatch}.")?;
        }
        match self.unlisted {
            0 => Ok(()),
            more => write!(f, " There are {more} more such places."),
        }
    }
}

/// One place where a value has not the shape that it must have.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The place, seen from the value that was judged. Keys above 200 bytes are cut, and end in an
    /// ellipsis.
    pub pointer: Pointer,
    /// Its bytes in the text that was judged: the value; for an absent member the object that
    /// lacks it, for a repeated one the name's second appearance.
    pub bytes: Range<usize>,
    /// The type, in the specification's words, whose table demands it; empty where the value that
    /// was judged is itself of the wrong kind.
    pub within: &'static str,
    /// The page of the specification; empty where `within` is.
    pub page: &'static str,
    /// What is due.
    pub expected: Expected,
    /// What is there.
    pub found: Found,
    /// The rule that this breaks.
    pub rule: RuleId,
}

/// What is due at a place, in words.
#[derive(Clone, Copy, Debug)]
pub struct Expected(pub &'static Shape);

/// What stands at a place instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing: a required member is absent.
    Absent,
    /// A value of another kind.
    Kind(Kind),
    /// A value of the right kind that is not allowed; how it begins.
    Value(String),
    /// An array with too many elements.
    Elements(usize),
    /// A member that stands twice in its object. Readers may differ about which counts.
    Repeated,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Shape::Any | Shape::Pick(_) => f.write_str("a value"),
            Shape::Null => f.write_str("null"),
            Shape::Boolean => f.write_str("a boolean"),
            Shape::String | Shape::Uri | Shape::UriTemplate | Shape::Base64 => {
                f.write_str("a string")
            }
            Shape::OneOf([word]) => write!(f, "{word:?}"),
            Shape::OneOf(words) => {
                f.write_str("one of ")?;
                listed(f, words.iter().map(|word| format!("{word:?}")))
            }
            Shape::Integer => f.write_str("an integer"),
            Shape::NonNegative => f.write_str("an integer of at least 0"),
            Shape::Number => f.write_str("a number"),
            Shape::ZeroToOne => f.write_str("a number from 0 to 1"),
            Shape::Array(_) => f.write_str("an array"),
            Shape::ArrayUpTo(most, _) => write!(f, "an array of at most {most} elements"),
            Shape::AnyObject | Shape::Map(_) => f.write_str("an object"),
            Shape::Object(object) => write!(f, "an object ({})", object.name),
            Shape::ByMember(variants) => write!(f, "an object ({})", variants.name),
            Shape::ByKind(kinds) => {
                listed(f, kinds.iter().map(|(_, shape)| Expected(shape).to_string()))
            }
        }
    }
}

/// `a`, `a or b`, `a, b or c`.
fn listed(f: &mut fmt::Formatter<'_>, words: impl ExactSizeIterator<Item = String>) -> fmt::Result {
    let count = words.len();
    for (index, word) in words.enumerate() {
        match index {
            0 => {}
            index if index + 1 == count => f.write_str(" or ")?,
            _ => f.write_str(", ")?,
        }
        f.write_str(&word)?;
    }
    Ok(())
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => f.write_str("The whole value")?,
            pointer => write!(f, "`{pointer}`")?,
        }
        match &self.found {
            Found::Absent => f.write_str(" is missing")?,
            Found::Kind(kind) => write!(f, " is {kind}")?,
            Found::Value(value) => write!(f, " is {value}")?,
            Found::Elements(count) => write!(f, " has {count} elements")?,
            Found::Repeated => f.write_str(" stands twice")?,
        }
        match (&self.found, self.within) {
            (Found::Repeated, "") => f.write_str(", but each member may stand once"),
            (Found::Repeated, within) => {
                write!(f, ", but each member of {within} may stand once")
            }
            (_, "") => write!(f, ", but must be {}", self.expected),
            (_, within) => write!(f, ", but {within} needs {} there", self.expected),
        }
    }
}
