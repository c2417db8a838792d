mod address;
pub mod challenge;
pub mod discovery;
pub mod dpop;
mod error;
mod fetch;
pub mod grant;
pub mod registration;
mod scopes;
mod secret;

pub use error::{AuthError, AuthErrorKind};
pub use fetch::{Fetch, FetchError, Fetching};
pub use scopes::{Scopes, chosen_scopes};
pub use secret::Secret;
