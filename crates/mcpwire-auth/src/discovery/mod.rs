//! Finding the authorization server of a server, and what it can do.
//!
//! Specification: `basic/authorization/authorization-server-discovery`.

mod issuer;
mod locations;
mod resource;

pub use issuer::IssuerMetadata;
pub use locations::{issuer_metadata_urls, resource_metadata_urls};
pub use resource::ResourceMetadata;

use serde::de::DeserializeOwned;

use crate::error::{AuthError, AuthErrorKind, quoted};

/// Decodes a metadata document, with the place at which it is wrong.
fn decode<T: DeserializeOwned>(body: &[u8], url: &str) -> Result<T, AuthError> {
    serde_json::from_slice(body).map_err(|wrong| {
        let why = quoted(&wrong.to_string());
        let text = format!("What `{}` answers is no metadata document: {why}.", quoted(url));
        AuthError::new(AuthErrorKind::Metadata, text)
    })
}
