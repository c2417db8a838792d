use serde::{Deserialize, Serialize};

use crate::address::{self, Address};
use crate::error::{AuthError, AuthErrorKind, quoted};

/// What an authorization server says about itself (RFC 8414, or OpenID Connect Discovery).
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[non_exhaustive]
pub struct IssuerMetadata {
    /// Its identifier, exactly as it was published.
    pub issuer: String,
    /// Where a person is sent to.
    pub authorization_endpoint: Option<String>,
    /// Where tokens are given out.
    pub token_endpoint: Option<String>,
    /// Where programs make themselves known.
    pub registration_endpoint: Option<String>,
    /// Where tokens are looked up.
    pub introspection_endpoint: Option<String>,
    /// Where its keys are.
    pub jwks_uri: Option<String>,
    /// The scopes that it knows.
    pub scopes_supported: Option<Vec<String>>,
    /// The kinds of proof keys that it knows; only with `S256` is it used.
    pub code_challenge_methods_supported: Option<Vec<String>>,
    /// How programs may authenticate at the token endpoint.
    pub token_endpoint_auth_methods_supported: Option<Vec<String>>,
    /// Whether the address of a metadata document is a client's id.
    #[serde(default)]
    pub client_id_metadata_document_supported: bool,
    /// Whether its answers through the browser say whose they are.
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
}

impl IssuerMetadata {
    /// Reads the document that `url` answered for an issuer.
    ///
    /// # Errors
    ///
    /// It is no such document, or another issuer's.
    pub fn read(body: &[u8], url: &str, issuer: &str) -> Result<Self, AuthError> {
        let metadata: IssuerMetadata = super::decode(body, url)?;
        // As text: whoever normalises first can be made to take one server for another.
        if metadata.issuer != issuer {
            let text = format!(
                "The metadata at `{}` are those of the issuer `{}`, and were asked for as those \
                 of `{}`; they are not used.",
                quoted(url),
                quoted(&metadata.issuer),
                quoted(issuer)
            );
            let error = AuthError::new(AuthErrorKind::Metadata, text);
            return Err(error.breaks("authd-issuer-identical"));
        }
        Ok(metadata)
    }

    /// What revision 2025-03-26 lets a client assume of an authorization server without metadata:
    /// that it is on the server's own origin, under fixed paths.
    pub(crate) fn assumed(server: Address<'_>) -> Self {
        let root = server.root();
        IssuerMetadata {
            issuer: root.to_owned(),
            authorization_endpoint: Some(format!("{root}/authorize")),
            token_endpoint: Some(format!("{root}/token")),
            registration_endpoint: Some(format!("{root}/register")),
            code_challenge_methods_supported: Some(vec!["S256".to_owned()]),
            ..IssuerMetadata::default()
        }
    }

    /// The token endpoint, if tokens may be asked for there.
    ///
    /// # Errors
    ///
    /// There is none, or it is not confidential.
    pub fn token_endpoint(&self, server: &str) -> Result<&str, AuthError> {
        self.endpoint(self.token_endpoint.as_deref(), "token endpoint", server)
    }

    /// The authorization endpoint, if a person may be sent there: only when the metadata promise
    /// proof keys with `S256`.
    ///
    /// # Errors
    ///
    /// There is none, it is not confidential, or `S256` is not promised.
    pub fn authorization_endpoint(&self, server: &str) -> Result<&str, AuthError> {
        let methods = self.code_challenge_methods_supported.as_deref().unwrap_or_default();
        if !methods.iter().any(|method| method == "S256") {
            let text = format!(
                "The authorization server `{}` does not say that it protects authorization codes \
                 (`code_challenge_methods_supported` lacks `S256`), so nobody is sent there.",
                quoted(&self.issuer)
            );
            let error = AuthError::new(AuthErrorKind::Metadata, text);
            return Err(error.breaks("auths-pkce-verified"));
        }
        self.endpoint(self.authorization_endpoint.as_deref(), "authorization endpoint", server)
    }

    pub(crate) fn endpoint<'a>(
        &self,
        url: Option<&'a str>,
        what: &str,
        server: &str,
    ) -> Result<&'a str, AuthError> {
        let Some(url) = url else {
            let text =
                format!("The authorization server `{}` names no {what}.", quoted(&self.issuer));
            return Err(AuthError::new(AuthErrorKind::Metadata, text));
        };
        address::check(url, what, server)?;
        Ok(url)
    }

    /// Whether it knows a scope.
    pub fn knows_scope(&self, scope: &str) -> bool {
        self.scopes_supported.iter().flatten().any(|known| known == scope)
    }
}
