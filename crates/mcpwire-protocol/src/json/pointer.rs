use std::fmt;

use crate::excerpt::{LONGEST, shortened};

/// A JSON pointer (RFC 6901), built from the outside in: `/params/_meta`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pointer(String);

impl Pointer {
    /// The pointer to the whole text.
    pub const fn root() -> Self {
        Pointer(String::new())
    }

    /// A pointer that is already spelled as RFC 6901 demands.
    pub fn spelled(pointer: impl Into<String>) -> Self {
        Pointer(pointer.into())
    }

    /// The pointer to a member, with `~` and `/` escaped.
    #[must_use]
    pub fn member(&self, key: &str) -> Self {
        let mut pointer = self.clone();
        pointer.push_member(key);
        pointer
    }

    /// The pointer to an element.
    #[must_use]
    pub fn element(&self, index: usize) -> Self {
        Pointer(format!("{}/{index}", self.0))
    }

    /// Goes down to a member.
    pub fn push_member(&mut self, key: &str) {
        self.0.push('/');
        for character in key.chars() {
            match character {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                other => self.0.push(other),
            }
        }
    }

    /// Goes down to a member for a report, which repeats only the start of a long key. Such a
    /// pointer leads people, not programs.
    pub(crate) fn push_shortened(&mut self, key: &str) {
        self.push_member(&shortened(key));
    }

    /// The same pointer for a report, which repeats only the start of long keys.
    pub(crate) fn shortened(self) -> Self {
        if self.0.len() <= LONGEST {
            return self;
        }
        let mut pointer = Pointer::root();
        for token in self.tokens() {
            pointer.push_shortened(&token);
        }
        pointer
    }

    /// Goes down to an element.
    pub(crate) fn push_element(&mut self, index: usize) {
        self.0.push_str(&format!("/{index}"));
    }

    /// The pointer as text; empty for the whole.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The decoded reference tokens.
    pub fn tokens(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
