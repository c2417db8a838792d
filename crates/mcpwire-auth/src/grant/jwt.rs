use std::fmt;

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;
use serde_json::json;

use crate::error::{AuthError, AuthErrorKind};
use crate::secret::random;

/// A private key with which a client signs what it says about itself.
#[derive(Clone)]
pub struct SigningKey {
    key: EncodingKey,
    algorithm: Algorithm,
    id: Option<String>,
}

/// How long such a statement holds, in seconds.
const HOLDS: u64 = 300;

impl SigningKey {
    /// Reads a private key in PEM (PKCS #8; PKCS #1 for RSA), to be used with an algorithm such as
    /// `ES256`, `RS256` or `EdDSA`.
    ///
    /// # Errors
    ///
    /// The key cannot be read, or does not fit the algorithm, or the algorithm is not for public
    /// keys.
    pub fn from_pem(pem: &str, algorithm: &str) -> Result<Self, AuthError> {
        use_crypto();
        let unreadable = |_| {
            let text = format!("The private key cannot be read as one for `{algorithm}`.");
            AuthError::new(AuthErrorKind::Settings, text)
        };
        let known: Option<Algorithm> = algorithm.parse().ok();
        let (key, algorithm) = match known {
            Some(algorithm @ (Algorithm::ES256 | Algorithm::ES384)) => {
                (EncodingKey::from_ec_pem(pem.as_bytes()).map_err(unreadable)?, algorithm)
            }
            Some(Algorithm::EdDSA) => {
                (EncodingKey::from_ed_pem(pem.as_bytes()).map_err(unreadable)?, Algorithm::EdDSA)
            }
            Some(Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512) | None => {
                let text = format!("`{algorithm}` is no algorithm that a private key signs with.");
                return Err(AuthError::new(AuthErrorKind::Settings, text));
            }
            Some(algorithm) => {
                (EncodingKey::from_rsa_pem(pem.as_bytes()).map_err(unreadable)?, algorithm)
            }
        };
        let key = SigningKey { key, algorithm, id: None };
        key.sign(&json!({}))?;
        Ok(key)
    }

    /// Names the key (`kid`), for authorization servers that know several of one client.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// What a client says about itself to one authorization server (RFC 7523).
    pub(crate) fn assertion(
        &self,
        client: &str,
        audience: &str,
        now: u64,
    ) -> Result<String, AuthError> {
        self.sign(&json!({
            "iss": client,
            "sub": client,
            "aud": audience,
            "iat": now,
            "exp": now.saturating_add(HOLDS),
            "jti": random(),
        }))
    }

    fn sign(&self, claims: &impl Serialize) -> Result<String, AuthError> {
        let mut header = Header::new(self.algorithm);
        header.kid.clone_from(&self.id);
        encode(&header, claims, &self.key).map_err(|_| {
            let text = format!("The private key does not fit `{:?}`.", self.algorithm);
            AuthError::new(AuthErrorKind::Settings, text)
        })
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("algorithm", &self.algorithm).finish_non_exhaustive()
    }
}

/// Settles which cryptography signs and verifies. Without it the first use would panic in a program
/// whose other parts ask for a second one.
pub(crate) fn use_crypto() {
    // An error says that the program has chosen already.
    let _ = jsonwebtoken::crypto::rust_crypto::DEFAULT_PROVIDER.install_default();
}
