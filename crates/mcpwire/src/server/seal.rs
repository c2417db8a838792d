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
pub fn random_name() -> String {
    URL_SAFE_NO_PAD.encode(XNonce::generate())
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seal").field("keys", &self.keys.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Seal;

    fn seal(keys: &[u8]) -> Seal {
        let keys: Vec<[u8; 32]> = keys.iter().map(|byte| [*byte; 32]).collect();
        Seal::with_keys(&keys)
    }

    #[test]
    fn keys_can_be_replaced_one_by_one() {
        let sealed = seal(&[1]).seal("p", b"secret");
        for keys in [&[1][..], &[1, 2], &[2, 1], &[3, 2, 1]] {
            assert_eq!(seal(keys).open("p", &sealed).as_deref(), Some(&b"secret"[..]), "{keys:?}");
        }
        for keys in [&[2][..], &[2, 3]] {
            assert_eq!(seal(keys).open("p", &sealed), None, "{keys:?}");
        }
        assert!(seal(&[2]).open("p", &seal(&[2, 1]).seal("p", b"new")).is_some());
    }

    #[test]
    fn a_text_is_for_one_purpose_and_one_process() {
        let (one, two) = (Seal::generated(), Seal::generated());
        let sealed = one.seal("cursor", b"k");
        assert!(one.open("cursor", &sealed).is_some());
        assert_eq!(one.open("state", &sealed), None);
        assert_eq!(one.open("", &sealed), None);
        assert_eq!(two.open("cursor", &sealed), None);
        assert_ne!(one.seal("cursor", b"k"), sealed);
    }

    #[test]
    fn keys_are_not_shown() {
        let shown = format!("{:?}", seal(&[77, 88]));
        assert!(!shown.contains("77") && !shown.contains("88"), "{shown}");
    }

    proptest! {
        #[test]
        fn what_was_sealed_opens_and_hides(plaintext in any::<Vec<u8>>()) {
            let seal = seal(&[9]);
            let sealed = seal.seal("p", &plaintext);
            prop_assert!(sealed.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)));
            prop_assert!(sealed.len() <= plaintext.len() * 4 / 3 + 55);
            prop_assert_eq!(seal.open("p", &sealed), Some(plaintext));
        }

        #[test]
        fn any_change_is_noticed(at in any::<prop::sample::Index>(), to in "[A-Za-z0-9_=+/ -]?") {
            let sealed = seal(&[9]).seal("p", b"thirty bytes of any plaintext.");
            let at = at.index(sealed.len());
            let mut changed = sealed.clone();
            changed.replace_range(at..=at, &to);
            prop_assume!(changed != sealed);
            prop_assert_eq!(seal(&[9]).open("p", &changed), None);
        }

        #[test]
        fn anything_else_does_not_open(text in any::<String>(), other in "[A-Za-z0-9_-]{0,200}") {
            prop_assert_eq!(seal(&[9]).open("p", &text), None);
            prop_assert_eq!(seal(&[9]).open("p", &other), None);
        }
    }
}
