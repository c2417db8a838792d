use std::fmt;

use serde::{Deserialize, Serialize};

/// A text that no message, log or debug output shows: a token, a password, a key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Secret {
    fn from(text: T) -> Self {
        Secret(text.into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// As many random bytes as nobody guesses, in the alphabet of URLs.
pub(crate) fn random() -> String {
    use base64::Engine;
    let mut bytes = [0; 32];
    // The system's source of randomness fails only before the system is up.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}
