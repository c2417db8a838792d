//! Requests for tokens, and their answers, without I/O.

mod answer;
mod jwt;
mod pending;
mod request;

pub use answer::{TokenKind, TokenRefusal, Tokens};
pub use jwt::SigningKey;
pub(crate) use jwt::use_crypto;
pub use pending::Pending;
pub(crate) use request::basic;
pub use request::{GrantRequest, token_request};

use crate::error::{AuthError, AuthErrorKind, quoted};

pub(crate) fn no_request(url: &str) -> AuthError {
    let text = format!("No request can be sent to `{}`.", quoted(url));
    AuthError::new(AuthErrorKind::Address, text)
}
