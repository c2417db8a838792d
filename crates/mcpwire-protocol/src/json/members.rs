use std::borrow::Cow;
use std::collections::HashSet;

use super::scanner::Scanner;
use super::string::{LoneSurrogate, StringIdentity, identity, unescape};
use super::text::Text;

/// The name of a member as it is spelled, with its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    quoted: &'a str,
    escaped: bool,
}

impl<'a> Key<'a> {
    #[inline(always)]
    pub(super) fn checked(quoted: &'a str, escaped: bool) -> Self {
        Key { quoted, escaped }
    }

    /// The key as it is spelled, without quotes, escapes and all.
    #[inline(always)]
    pub fn spelled(self) -> &'a str {
        &self.quoted[1..self.quoted.len() - 1]
    }

    /// The key as a string value in the message.
    pub fn text(self) -> Text<'a> {
        Text::checked(self.quoted)
    }

    /// The decoded key. Escapes are rare in keys, so this rarely copies.
    #[inline(always)]
    pub fn decoded(self) -> Result<Cow<'a, str>, LoneSurrogate> {
        if self.escaped { unescape(self.spelled()) } else { Ok(Cow::Borrowed(self.spelled())) }
    }

    /// Whether this is the key `other`, however it is escaped.
    #[inline]
    pub fn is(self, other: &str) -> bool {
        if self.escaped {
            self.decoded().is_ok_and(|decoded| decoded == other)
        } else {
            self.spelled() == other
        }
    }

    fn identity(self) -> StringIdentity<'a> {
        if self.escaped { identity(self.spelled()) } else { Ok(Cow::Borrowed(self.spelled())) }
    }

    /// The decoded key, or its spelling where it is no Unicode text, to be shown.
    #[inline(always)]
    pub fn name(self) -> Cow<'a, str> {
        self.decoded().unwrap_or(Cow::Borrowed(self.spelled()))
    }
}

/// The members of an object, in order, repeated ones included.
#[derive(Debug)]
pub struct Members<'a> {
    rest: &'a str,
}

impl<'a> Members<'a> {
    pub(super) fn of(object: Text<'a>) -> Self {
        Members { rest: inside(object) }
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (Key<'a>, Text<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = take_value(&mut self.rest)?;
        self.rest = self.rest.trim_ascii_start().strip_prefix(':')?;
        let value = take_value(&mut self.rest)?;
        skip_comma(&mut self.rest);
        let key = key.as_str();
        Some((Key::checked(key, key.contains('\\')), value))
    }
}

/// The elements of an array, in order.
#[derive(Debug)]
pub struct Elements<'a> {
    rest: &'a str,
}

impl<'a> Elements<'a> {
    pub(super) fn of(array: Text<'a>) -> Self {
        Elements { rest: inside(array) }
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Text<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let value = take_value(&mut self.rest)?;
        skip_comma(&mut self.rest);
        Some(value)
    }
}

fn inside(container: Text<'_>) -> &str {
    let text = container.as_str();
    text[1..text.len() - 1].trim_ascii()
}

/// Takes the value at the start of text that was checked before.
fn take_value<'a>(rest: &mut &'a str) -> Option<Text<'a>> {
    let text = rest.trim_ascii_start();
    let value = Scanner::new(text).value().ok()?;
    *rest = &text[value.as_str().len()..];
    Some(value)
}

fn skip_comma(rest: &mut &str) {
    let text = rest.trim_ascii_start();
    *rest = text.strip_prefix(',').unwrap_or(text);
}

/// The keys of one object seen so far, to find a repeated one in linear time and, for the usual
/// handful of members, without an allocation.
#[derive(Debug, Default)]
pub struct KeySet<'a> {
    few: [&'a str; KeySet::FEW],
    count: usize,
    many: Option<HashSet<StringIdentity<'a>>>,
}

impl<'a> KeySet<'a> {
    const FEW: usize = 12;

    /// Adds a key; `false` if it was there before, however it was spelled then.
    #[inline]
    pub fn insert(&mut self, key: Key<'a>) -> bool {
        if self.count == Self::FEW || key.escaped || self.many.is_some() {
            return self.insert_among_many(key);
        }
        let new = !self.few[..self.count].contains(&key.spelled());
        self.few[self.count] = key.spelled();
        self.count += 1;
        new
    }

    #[cold]
    fn insert_among_many(&mut self, key: Key<'a>) -> bool {
        let few = &self.few[..self.count];
        let many = || few.iter().map(|key| Ok(Cow::Borrowed(*key))).collect();
        self.many.get_or_insert_with(many).insert(key.identity())
    }
}
