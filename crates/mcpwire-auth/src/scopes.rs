use std::fmt;

use serde::{Deserialize, Serialize};

/// What a token allows, in the order in which it was asked for, each scope once.
///
/// Specification: `basic/authorization/index#scope-selection-strategy`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scopes(Vec<String>);

impl Scopes {
    /// How many scopes are kept; what comes beyond is left out.
    pub const MOST: usize = 256;

    /// Reads a list with spaces between, as in the parameter `scope`. What is no scope by RFC 6749
    /// is left out.
    pub fn parse(text: &str) -> Self {
        Scopes::of(text.split_ascii_whitespace())
    }

    /// These scopes.
    pub fn of<'a>(scopes: impl IntoIterator<Item = &'a str>) -> Self {
        let mut of = Scopes::default();
        scopes.into_iter().for_each(|scope| of.add(scope));
        of
    }

    fn add(&mut self, scope: &str) {
        let fits = |b: u8| matches!(b, 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
        let valid = !scope.is_empty() && scope.bytes().all(fits);
        if valid && self.0.len() < Self::MOST && !self.contains(scope) {
            self.0.push(scope.to_owned());
        }
    }

    /// These and others, these first.
    #[must_use]
    pub fn union(&self, others: &Scopes) -> Self {
        let mut union = self.clone();
        others.iter().for_each(|scope| union.add(scope));
        union
    }

    /// Whether this scope is among them.
    pub fn contains(&self, scope: &str) -> bool {
        self.0.iter().any(|own| own == scope)
    }

    /// Whether all of the others are among them.
    pub fn covers(&self, others: &Scopes) -> bool {
        others.iter().all(|scope| self.contains(scope))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

/// The scopes that are asked for: those of the challenge, else those that the server publishes,
/// with those that were asked for before. `offline_access` is added where the authorization server
/// knows it and a refresh token is wanted, beside others only: alone it would ask for nothing else.
///
/// Specification: `basic/authorization/index#scope-selection-strategy`.
pub fn chosen_scopes(
    challenged: Option<&Scopes>,
    published: Option<&[String]>,
    before: &Scopes,
    offline: bool,
) -> Scopes {
    let published = || Scopes::of(published.unwrap_or_default().iter().map(String::as_str));
    let now = challenged.cloned().unwrap_or_else(published);
    let chosen = before.union(&now);
    if offline && !chosen.is_empty() {
        return chosen.union(&Scopes::parse("offline_access"));
    }
    chosen
}
