//! Proofs that whoever shows a token has the key that it is bound to (RFC 9449).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::{Jwk, ThumbprintHash};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use p256::SecretKey;
use p256::elliptic_curve::Generate;
use p256::pkcs8::EncodePrivateKey;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::address::Address;
use crate::error::{AuthError, AuthErrorKind};
use crate::grant::use_crypto;
use crate::secret::{Secret, random};

/// A key that tokens are bound to. It never leaves this program but for its own store.
#[derive(Clone)]
pub struct DpopKey {
    pkcs8: Secret,
    key: EncodingKey,
    public: Jwk,
}

impl DpopKey {
    /// Makes a key.
    ///
    /// # Errors
    ///
    /// The system gives no random bytes.
    pub fn generate() -> Result<Self, AuthError> {
        let secret = SecretKey::generate();
        let der = secret.to_pkcs8_der().map_err(|_| unusable())?;
        DpopKey::read(&Secret::from(URL_SAFE_NO_PAD.encode(der.as_bytes())))
    }

    /// Reads a key that [`text`](DpopKey::text) wrote.
    ///
    /// # Errors
    ///
    /// It is none.
    pub fn read(text: &Secret) -> Result<Self, AuthError> {
        use_crypto();
        let der = URL_SAFE_NO_PAD.decode(text.expose()).map_err(|_| unusable())?;
        let key = EncodingKey::from_ec_der(&der);
        let mut public = Jwk::from_encoding_key(&key, Algorithm::ES256).map_err(|_| unusable())?;
        public.common = Default::default();
        Ok(DpopKey { pkcs8: text.clone(), key, public })
    }

    /// The key as a text to be kept.
    pub fn text(&self) -> &Secret {
        &self.pkcs8
    }

    /// The thumbprint of its public half (RFC 7638), as it stands in tokens that are bound to it.
    ///
    /// # Errors
    ///
    /// None that is known; the library that makes it may fail.
    pub fn thumbprint(&self) -> Result<String, AuthError> {
        self.public.thumbprint(ThumbprintHash::SHA256).map_err(|_| unusable())
    }

    /// A proof for one request: its method, its address, the token that it shows, if it shows one,
    /// and the nonce that the server gave, if it gave one. Each is good once.
    ///
    /// # Errors
    ///
    /// The address is none.
    pub fn proof(
        &self,
        method: &str,
        url: &str,
        token: Option<&Secret>,
        nonce: Option<&str>,
        now: u64,
    ) -> Result<String, AuthError> {
        let mut header = Header::new(Algorithm::ES256);
        header.typ = Some("dpop+jwt".to_owned());
        header.jwk = Some(self.public.clone());
        let mut claims = Map::new();
        claims.insert("jti".to_owned(), random().into());
        claims.insert("htm".to_owned(), method.into());
        claims.insert("htu".to_owned(), Address::parse(url)?.without_query().into());
        claims.insert("iat".to_owned(), now.into());
        if let Some(token) = token {
            let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(token.expose()));
            claims.insert("ath".to_owned(), hash.into());
        }
        if let Some(nonce) = nonce {
            claims.insert("nonce".to_owned(), nonce.into());
        }
        encode(&header, &Value::Object(claims), &self.key).map_err(|_| unusable())
    }
}

impl fmt::Debug for DpopKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DpopKey(…)")
    }
}

fn unusable() -> AuthError {
    AuthError::new(AuthErrorKind::Settings, "The key that tokens are bound to cannot be used.")
}
