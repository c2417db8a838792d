use serde::Deserialize;

use crate::address::Address;
use crate::error::{AuthError, AuthErrorKind, quoted};

/// What a server says about itself as a protected resource (RFC 9728).
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct ResourceMetadata {
    /// The identifier of the server, exactly as it was published: this text goes into requests.
    pub resource: String,
    /// Identifiers of the authorization servers that give out tokens for it.
    #[serde(default)]
    pub authorization_servers: Vec<String>,
    /// The scopes for its basic functions.
    pub scopes_supported: Option<Vec<String>>,
    /// Whether it takes tokens only with a proof of possession.
    #[serde(default)]
    pub dpop_bound_access_tokens_required: bool,
}

impl ResourceMetadata {
    /// Reads the document that `url` answered for a server.
    ///
    /// # Errors
    ///
    /// It is no such document, it is about another server, or it names no authorization server.
    pub fn read(body: &[u8], url: &str, server: &str) -> Result<Self, AuthError> {
        let metadata: ResourceMetadata = super::decode(body, url)?;
        metadata.check(url, server)?;
        Ok(metadata)
    }

    fn check(&self, url: &str, server: &str) -> Result<(), AuthError> {
        let fits = Address::parse(&self.resource)?.holds(Address::parse(server)?);
        if !fits {
            let text = format!(
                "The metadata at `{}` are about `{}`, and not about `{server}`; they are not \
                 used. Call the server by the address that it publishes, or have that corrected.",
                quoted(url),
                quoted(&self.resource)
            );
            let error = AuthError::new(AuthErrorKind::Metadata, text);
            return Err(error.breaks("auth-resource-identifies"));
        }
        if self.authorization_servers.is_empty() {
            let text = format!("The metadata at `{}` name no authorization server.", quoted(url));
            return Err(AuthError::new(AuthErrorKind::Metadata, text).breaks("authd-prm-servers"));
        }
        Ok(())
    }
}
