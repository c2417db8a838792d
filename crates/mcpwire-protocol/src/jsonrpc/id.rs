use std::fmt;

use crate::json::{Kind, Text, same_number};

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
            (Kind::String, Kind::String) => match (self.0.as_string(), other.0.as_string()) {
                (Some(one), Some(other)) => one == other,
                _ => self.as_str() == other.as_str(),
            },
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
        f.write_str(self.as_str())
    }
}

/// An owned id in one spelling, for tables of open requests.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdKey(Box<str>);

impl IdKey {
    fn of(id: Id<'_>) -> Self {
        let spelled = id.as_str();
        if id.0.kind() == Kind::String {
            let decoded = if spelled.contains('\\') { id.0.as_string() } else { None };
            return IdKey(match decoded {
                Some(decoded) => format!("\"{decoded}\"").into(),
                None => spelled.into(),
            });
        }
        if spelled.bytes().all(|byte| byte.is_ascii_digit()) || spelled == "-0" {
            return IdKey(spelled.trim_start_matches('-').into());
        }
        IdKey(normal_integer(spelled).into())
    }

    /// The id in its one spelling: quoted (and decoded) for a string, digits for a number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IdKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One spelling for each integer: digits with a sign, and a power of ten where zeros follow, so
/// that `1e999999999` stays as short as it came.
fn normal_integer(spelled: &str) -> String {
    let (sign, unsigned) = match spelled.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", spelled),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return "0".to_owned();
    }
    let trailing = digits.len() - digits.trim_end_matches('0').len();
    let zeros = exponent
        .parse::<i64>()
        .map(|exponent| exponent.saturating_sub(fraction.len() as i64) + trailing as i64);
    match zeros {
        Ok(zeros @ 0..=40) => format!("{sign}{significant}{}", "0".repeat(zeros as usize)),
        Ok(zeros) => format!("{sign}{significant}e{zeros}"),
        // An exponent beyond 64 bits: keep the spelling.
        Err(_) => spelled.to_owned(),
    }
}
