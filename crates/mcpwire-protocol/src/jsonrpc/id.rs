use std::borrow::Cow;
use std::fmt;

use crate::json::{Kind, Text, is_normal_number, normal_number, same_number};

/// The id of a request: a string or an integer, as it is spelled in the message.
///
/// `1.0` and `1e3` count as integers and are echoed as they came; nothing is rounded.
/// Specification: `basic/index#requests`.
#[derive(Clone, Copy)]
pub struct Id<'a>(Text<'a>);

/// What stands, or does not stand, where an id is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdKind {
    /// There is no `id` member.
    Absent,
    /// `"id": null`.
    Null,
    /// A string, also the empty one.
    String,
    /// A number with an integer value.
    Integer,
    /// A number with a fractional part.
    Fraction,
    /// `true` or `false`.
    Boolean,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl IdKind {
    /// What stands in the `id` member.
    pub fn of(member: Option<Text<'_>>) -> Self {
        match member.map(|text| (text.kind(), text)) {
            None => IdKind::Absent,
            Some((Kind::Null, _)) => IdKind::Null,
            Some((Kind::String, _)) => IdKind::String,
            Some((Kind::Number, number)) if number.is_integer() => IdKind::Integer,
            Some((Kind::Number, _)) => IdKind::Fraction,
            Some((Kind::Boolean, _)) => IdKind::Boolean,
            Some((Kind::Array, _)) => IdKind::Array,
            Some((Kind::Object, _)) => IdKind::Object,
        }
    }

    /// Whether an answer may repeat such an id.
    pub fn can_be_echoed(self) -> bool {
        matches!(self, IdKind::String | IdKind::Integer)
    }
}

impl<'a> Id<'a> {
    /// The id in a member, if it is one that may be echoed.
    pub fn new(member: Text<'a>) -> Option<Self> {
        IdKind::of(Some(member)).can_be_echoed().then_some(Id(member))
    }

    /// The id as it is spelled, quotes included.
    pub fn as_str(self) -> &'a str {
        self.0.as_str()
    }

    /// The id as a value in the message.
    pub fn text(self) -> Text<'a> {
        self.0
    }

    /// The id as a key for tables, the same for all spellings of the same id.
    pub fn key(self) -> IdKey {
        IdKey::of(self)
    }
}

/// Two ids are the same if they are the same string or the same number, however spelled; the
/// string `"1"` is not the number `1`.
impl PartialEq for Id<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.0.kind(), other.0.kind()) {
            (Kind::String, Kind::String) => {
                self.as_str() == other.as_str()
                    || self.0.string_identity() == other.0.string_identity()
            }
            (Kind::Number, Kind::Number) => same_number(self.as_str(), other.as_str()),
            _ => false,
        }
    }
}

impl Eq for Id<'_> {}

impl fmt::Debug for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// An owned id in one spelling, for tables of open requests.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdKey(Box<str>);

impl IdKey {
    fn of(id: Id<'_>) -> Self {
        let spelled = id.as_str();
        IdKey(match id.0.string_identity() {
            Some(Ok(Cow::Borrowed(_))) => spelled.into(),
            Some(Ok(Cow::Owned(decoded))) => format!("\"{decoded}\"").into(),
            // No other key starts with a backslash.
            Some(Err(halves)) => format!("\\\"{halves}\"").into(),
            None if is_normal_number(spelled) => spelled.into(),
            None => normal_number(spelled).into(),
        })
    }

    /// The id in its one spelling: quoted (and decoded) for a string, digits for a number, with an
    /// exponent where more than 40 zeros would follow.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IdKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
