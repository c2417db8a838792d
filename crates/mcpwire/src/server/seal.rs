use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, Generate, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

/// Seals what travels through a client and must come back unchanged: the state of a request over
/// several rounds, and cursors. What is sealed can be neither read nor changed.
///
/// The first key seals and every key opens, so that keys can be rotated and shared by several
/// instances of a server.
#[derive(Clone)]
pub(crate) struct Seal {
    keys: Vec<XChaCha20Poly1305>,
}

const NONCE: usize = 24;

impl Seal {
    /// A seal with a key of its own, which ends with the process.
    pub(crate) fn generated() -> Self {
        Seal { keys: vec![XChaCha20Poly1305::new(&Key::generate())] }
    }

    /// A seal with these keys; with one of its own where there are none.
    pub(crate) fn with_keys(keys: &[[u8; 32]]) -> Self {
        if keys.is_empty() {
            return Self::generated();
        }
        let ciphers = keys.iter().map(|key| XChaCha20Poly1305::new(&Key::from(*key)));
        Seal { keys: ciphers.collect() }
    }

    /// Seals a text for one purpose, as URL-safe Base64. Each time it looks different.
    pub(crate) fn seal(&self, purpose: &str, plain: &[u8]) -> String {
        let nonce = XNonce::generate();
        let payload = Payload { msg: plain, aad: purpose.as_bytes() };
        let sealed = self.keys[0].encrypt(&nonce, payload);
        // It fails beyond 256 GiB only.
        let sealed = sealed.unwrap_or_default();
        URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat())
    }

    /// What was sealed for this purpose by one of the keys; `None` for anything else.
    pub(crate) fn open(&self, purpose: &str, text: &str) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
        let payload = || Payload { msg: sealed, aad: purpose.as_bytes() };
        self.keys.iter().find_map(|key| key.decrypt(&XNonce::from(*nonce), payload()).ok())
    }
}

/// A name that cannot be guessed: 192 random bits, as URL-safe Base64.
pub(crate) fn random_name() -> String {
    URL_SAFE_NO_PAD.encode(XNonce::generate())
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seal").field("keys", &self.keys.len()).finish_non_exhaustive()
    }
}
