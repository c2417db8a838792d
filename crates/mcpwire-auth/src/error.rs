use std::fmt;

use mcpwire_protocol::rules::RuleId;

/// Why there is no authorization: in whole sentences, with the rule that somebody broke.
///
/// The text never holds a token, a code, a secret, or what an answer said that failed a check.
#[derive(Clone, Debug)]
pub struct AuthError {
    kind: AuthErrorKind,
    rule: Option<RuleId>,
    text: String,
}

/// What an authorization failed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AuthErrorKind {
    /// An address is none, or nothing may be sent there.
    Address,
    /// Nobody answered, or not in time.
    Network,
    /// The metadata of the server or of its authorization server are missing or wrong.
    Metadata,
    /// This program is not known to the authorization server and could not make itself known.
    Registration,
    /// The answer that came back through the browser is not to be trusted.
    Redirect,
    /// The person, or the policy of the authorization server, said no.
    Denied,
    /// The token endpoint refused, or answered with something else than a token.
    Token,
    /// The server turns away what it should accept, again and again.
    Rejected,
    /// Tokens could not be read or kept.
    Store,
    /// The program itself lacks something: a key, a browser, a grant.
    Settings,
}

impl AuthError {
    pub(crate) fn new(kind: AuthErrorKind, text: impl Into<String>) -> Self {
        AuthError { kind, rule: None, text: text.into() }
    }

    /// An error of the program's own parts, such as its browser or what vouches for it.
    pub fn own(text: impl Into<String>) -> Self {
        AuthError::new(AuthErrorKind::Settings, text)
    }

    /// The same with the rule that was broken.
    pub(crate) fn breaks(mut self, rule: &'static str) -> Self {
        debug_assert!(mcpwire_protocol::rules::rule(rule).is_some(), "{rule} is in no catalogue");
        self.rule = Some(RuleId(rule));
        self
    }

    /// What it failed at.
    pub fn kind(&self) -> AuthErrorKind {
        self.kind
    }

    /// The rule of the catalogue that somebody broke, or that would be broken by going on.
    pub fn rule(&self) -> Option<RuleId> {
        self.rule
    }
}

impl fmt::Display for AuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match self.rule {
            Some(rule) => write!(f, " [{}]", rule.as_str()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for AuthError {}

/// A text of a peer in a message of ours: without control characters, and not too long.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 300;
    let mut quoted: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    quoted
}
