//! What this program is known as at an authorization server.
//!
//! Specification: `basic/authorization/client-registration`.

mod client;
mod dynamic;
mod identity;

pub use client::{AuthMethod, Client, Proof};
pub use dynamic::{Registered, registration_request, wanted_method};
pub(crate) use identity::elsewhere;
pub use identity::{Choice, Identity};
