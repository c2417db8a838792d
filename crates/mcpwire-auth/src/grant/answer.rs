use http::StatusCode;
use serde::{Deserialize, Serialize};

use crate::error::{AuthError, AuthErrorKind, quoted};
use crate::scopes::Scopes;
use crate::secret::Secret;

/// A token and what belongs to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tokens {
    /// What shows the server who calls.
    pub access: Secret,
    /// How it is shown.
    pub kind: TokenKind,
    /// What gets the next one, if there is such a thing.
    pub refresh: Option<Secret>,
    /// When it ends, in seconds since 1970, if that was said.
    pub expires_at: Option<u64>,
    /// What it allows, if that differs from what was asked for or was said anyway.
    pub scopes: Option<Scopes>,
}

/// How a token is shown to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TokenKind {
    /// As it is.
    Bearer,
    /// With a proof that its holder has a key (RFC 9449).
    Dpop,
    /// Not at all: it is a grant for another authorization server.
    Grant,
}

/// The refusal of a token endpoint.
#[derive(Clone, Debug, Deserialize)]
pub struct TokenRefusal {
    /// The code, such as `invalid_grant`.
    pub error: String,
    /// The same in words.
    pub error_description: Option<String>,
}

#[derive(Deserialize)]
struct Answer {
    access_token: Secret,
    token_type: String,
    expires_in: Option<Seconds>,
    refresh_token: Option<Secret>,
    scope: Option<String>,
}

/// Seconds; some servers write them as a string or with a fraction.
#[derive(Deserialize)]
#[serde(from = "serde_json::Value")]
struct Seconds(Option<u64>);

impl From<serde_json::Value> for Seconds {
    fn from(value: serde_json::Value) -> Self {
        let read = |text: &str| text.trim().parse::<f64>().ok();
        let seconds = value.as_f64().or_else(|| value.as_str().and_then(read));
        // Out of range saturates, and what is no number is as if nothing were said.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Seconds(seconds.filter(|seconds| *seconds >= 0.0).map(|seconds| seconds as u64))
    }
}

impl Tokens {
    /// Before how many seconds of its end a token is renewed.
    pub const EARLY: u64 = 30;

    /// Reads the answer of a token endpoint, which came at a time in seconds since 1970.
    ///
    /// # Errors
    ///
    /// It is a refusal, or no answer of a token endpoint.
    pub fn read(status: StatusCode, body: &[u8], at: &str, now: u64) -> Result<Self, AuthError> {
        if !status.is_success() {
            return Err(refused(status, body, at));
        }
        let answer: Answer = serde_json::from_slice(body).map_err(|_| {
            // Nothing of the body is told: it may hold a token.
            let text = format!("The answer of `{}` is not that of a token endpoint.", quoted(at));
            AuthError::new(AuthErrorKind::Token, text)
        })?;
        let kind = match answer.token_type.to_ascii_lowercase().as_str() {
            "bearer" => TokenKind::Bearer,
            "dpop" => TokenKind::Dpop,
            "n_a" => TokenKind::Grant,
            _ => {
                let (at, kind) = (quoted(at), quoted(&answer.token_type));
                let text = format!("`{at}` gave a token of the type `{kind}`, which is unknown.");
                return Err(AuthError::new(AuthErrorKind::Token, text));
            }
        };
        let seconds = answer.expires_in.and_then(|seconds| seconds.0);
        Ok(Tokens {
            access: answer.access_token,
            kind,
            refresh: answer.refresh_token,
            expires_at: seconds.map(|seconds| now.saturating_add(seconds)),
            scopes: answer.scope.as_deref().map(Scopes::parse),
        })
    }

    /// Whether it is about to end, or has ended.
    pub fn is_stale(&self, now: u64) -> bool {
        self.expires_at.is_some_and(|at| at <= now.saturating_add(Self::EARLY))
    }
}

impl TokenRefusal {
    /// Reads the refusal of a token endpoint; `None` if it is none.
    pub fn read(status: StatusCode, body: &[u8]) -> Option<Self> {
        if status.is_success() {
            return None;
        }
        serde_json::from_slice(body).ok()
    }
}

fn refused(status: StatusCode, body: &[u8], at: &str) -> AuthError {
    let at = quoted(at);
    let text = match TokenRefusal::read(status, body) {
        Some(refusal) => {
            let words = refusal.error_description.map(|words| format!(" ({})", quoted(&words)));
            let words = words.unwrap_or_default();
            format!("`{at}` gives no token: `{}`{words}.", quoted(&refusal.error))
        }
        None => format!("`{at}` gives no token: it answers with the status {}.", status.as_u16()),
    };
    AuthError::new(AuthErrorKind::Token, text)
}
