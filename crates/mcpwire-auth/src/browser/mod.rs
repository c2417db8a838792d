//! How a person is asked whether this program may act for them.

mod loopback;
mod pasted;

use std::future::Future;
use std::pin::Pin;

pub use loopback::Loopback;
pub use pasted::Pasted;

use crate::error::AuthError;

/// A way to a person's browser and back.
pub trait Browser: Send + Sync {
    /// Where the browser is sent back to: an address of this machine, or `https`.
    fn redirect_uri(&self) -> String;

    /// Has a person visit an address, and gives the address that their browser was sent back to,
    /// with its query.
    fn visit(&self, url: &str) -> Visit<'_>;
}

/// The way back to come.
pub type Visit<'a> = Pin<Box<dyn Future<Output = Result<String, AuthError>> + Send + 'a>>;

/// The `state` in the query of an address.
fn state_of(url: &str) -> Option<String> {
    let query = url.split_once('?')?.1;
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(name, _)| name == "state").map(|(_, value)| value.into_owned())
}
