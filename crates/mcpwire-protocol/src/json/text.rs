use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::decimal::is_integer;
use super::fault::JsonFault;
use super::members::{Elements, KeySet, Members};
use super::pointer::Pointer;
use super::scanner::Scanner;
use super::string::{LoneSurrogate, StringIdentity, identity, unescape};

/// What a JSON value is. `true` and `false` are both [`Kind::Boolean`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`, which is something else than an absent member.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number of any size and spelling.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Null => "null",
            Kind::Boolean => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        })
    }
}

/// The text of one JSON value that was checked against the grammar: a borrowed slice that starts
/// and ends with the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    pub(super) fn checked(text: &'a str) -> Self {
        Text(text)
    }

    /// Checks that `text` is one JSON value, with white space around it at most.
    pub fn parse(text: &'a str) -> Result<Self, JsonFault> {
        Scanner::new(text).only_value()
    }

    /// The text as it stands in the message.
    #[inline(always)]
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// What the value is.
    #[inline]
    pub fn kind(self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// The decoded string; `None` for every other kind.
    pub fn string(self) -> Option<Result<Cow<'a, str>, LoneSurrogate>> {
        (self.kind() == Kind::String).then(|| unescape(&self.0[1..self.0.len() - 1]))
    }

    /// The decoded string; `None` for every other kind and for a string that is no Unicode text.
    pub fn as_string(self) -> Option<Cow<'a, str>> {
        self.string()?.ok()
    }

    /// A string by its value, for comparing; `None` for every other kind.
    pub(crate) fn string_identity(self) -> Option<StringIdentity<'a>> {
        (self.kind() == Kind::String).then(|| identity(&self.0[1..self.0.len() - 1]))
    }

    /// Whether this is the string `other`, however it is escaped.
    #[inline]
    pub fn is_string(self, other: &str) -> bool {
        let bytes = self.0.as_bytes();
        if bytes.first() != Some(&b'"') {
            return false;
        }
        // A spelling with escapes is longer than what it stands for.
        match &self.0[1..self.0.len() - 1] {
            inside if inside.len() == other.len() => inside == other && !other.contains('\\'),
            inside if inside.len() > other.len() => unescape(inside).is_ok_and(|own| own == other),
            _ => false,
        }
    }

    /// Whether this is a number that is an integer by value (`1.0` and `1e3` are).
    pub fn is_integer(self) -> bool {
        self.kind() == Kind::Number && is_integer(self.0)
    }

    /// `true` or `false`; `None` for every other kind.
    pub fn boolean(self) -> Option<bool> {
        (self.kind() == Kind::Boolean).then_some(self.0 == "true")
    }

    /// The members of an object, in order, repeated ones included; nothing for other kinds.
    pub fn members(self) -> Members<'a> {
        Members::of(if self.kind() == Kind::Object { self } else { Text("{}") })
    }

    /// The elements of an array, in order; nothing for other kinds.
    pub fn elements(self) -> Elements<'a> {
        Elements::of(if self.kind() == Kind::Array { self } else { Text("[]") })
    }

    /// The first member with this key; `None` where it is absent or this is no object.
    pub fn get(self, key: &str) -> Option<Text<'a>> {
        self.members().find(|(name, _)| name.is(key)).map(|(_, value)| value)
    }

    /// The value that a pointer leads to. Each level on the way is read once more, so the time is
    /// the length of the text times that of the pointer at most.
    pub fn at(self, pointer: &Pointer) -> Option<Text<'a>> {
        pointer.tokens().try_fold(self, |value, token| match value.kind() {
            Kind::Array => value.elements().nth(array_index(&token)?),
            _ => value.get(&token),
        })
    }

    /// The name of a member that stands twice in the same object, here or anywhere inside.
    ///
    /// Each level is read anew, so this takes the text's length times its depth.
    pub fn repeated_member(self) -> Option<Cow<'a, str>> {
        let mut open = vec![self];
        while let Some(value) = open.pop() {
            let mut keys = KeySet::default();
            for (key, member) in value.members() {
                if !keys.insert(key) {
                    return Some(key.name());
                }
                open.push(member);
            }
            open.extend(value.elements());
        }
        None
    }

    /// Where this value stands in `message`, if it was borrowed from there.
    pub fn range_in(self, message: &str) -> Option<Range<usize>> {
        let start = (self.0.as_ptr() as usize).checked_sub(message.as_ptr() as usize)?;
        let end = start + self.0.len();
        (end <= message.len()).then_some(start..end)
    }
}

/// RFC 6901 knows one spelling of each index.
fn array_index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    let normal = token == "0" || !token.starts_with('0');
    if digits && normal { token.parse().ok() } else { None }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Padded, so that a precision cuts it: values can be long.
        f.pad(self.0)
    }
}
