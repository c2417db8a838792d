//! Authorization for the Model Context Protocol over HTTP: OAuth 2.1, both sides.
//!
//! A client has an [`Authorizer`] for each server: it finds the server's authorization server,
//! makes the program known there, gets tokens in one of the ways of [`Grant`], keeps them, renews
//! them, and asks for more when the server wants more. What it reads and decides on the way is in
//! the modules [`challenge`], [`discovery`], [`registration`], [`grant`] and [`dpop`], which do no
//! I/O: bytes and time are arguments.
//!
//! Specification: `basic/authorization`, and the extensions for client credentials and for
//! authorization that an enterprise manages.

mod address;
mod authorizer;
pub mod browser;
pub mod challenge;
pub mod discovery;
pub mod dpop;
mod error;
mod fetch;
pub mod grant;
pub mod guard;
pub mod registration;
mod scopes;
mod secret;
pub mod store;

pub use authorizer::{Assertion, Attempts, Authorizer, Credentials, Enterprise, Grant, Next};
pub use error::{AuthError, AuthErrorKind};
pub use fetch::{Fetch, FetchError, Fetching, http_client};
pub use scopes::{Scopes, chosen_scopes};
pub use secret::Secret;

/// The examples of the text, compiled with the tests.
#[cfg(doctest)]
mod texts {
    #[doc = include_str!("../../../docs/authorization.md")]
    mod authorization {}
}
