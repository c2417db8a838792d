//! Text that a client keeps for us and can neither read, change nor make up: cursors and states.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, Generate, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};

const NONCE: usize = 24;
const TAG: usize = 16;

/// Seals with its first key and opens with all of them, so that keys can be replaced one by one
/// while texts sealed by the old ones are still around.
///
/// XChaCha20-Poly1305: its nonces are long enough to be drawn at random for ever.
pub(crate) struct Seal {
    first: XChaCha20Poly1305,
    earlier: Vec<XChaCha20Poly1305>,
}

impl Seal {
    /// A seal with the given keys; `None` if there are none.
    pub(crate) fn of(keys: &[[u8; 32]]) -> Option<Self> {
        let mut keys = keys.iter().map(|key| XChaCha20Poly1305::new(&Key::from(*key)));
        Some(Seal { first: keys.next()?, earlier: keys.collect() })
    }

    /// A seal with a key that nobody else knows: what it seals is worth nothing in another
    /// process, or after a restart. `None` if the system has no random numbers.
    pub(crate) fn generated() -> Option<Self> {
        let key = Key::try_generate().ok()?;
        Some(Seal { first: XChaCha20Poly1305::new(&key), earlier: Vec::new() })
    }

    /// Seals `plaintext` for one purpose: letters, digits, `-` and `_`, 54 characters more than
    /// four thirds of its length. No two are equal, even of the same plaintext.
    ///
    /// # Panics
    ///
    /// If the system has no more random numbers, which none ever did that had some at the start.
    pub(crate) fn seal(&self, purpose: &str, plaintext: &[u8]) -> String {
        let nonce = XNonce::generate();
        let payload = Payload { msg: plaintext, aad: purpose.as_bytes() };
        let sealed = self.first.encrypt(&nonce, payload);
        let sealed = sealed.expect("a plaintext is never near the 256 GiB that the cipher takes");
        let mut bytes = Vec::with_capacity(NONCE + sealed.len());
        bytes.extend_from_slice(&nonce);
        bytes.extend_from_slice(&sealed);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// What was sealed, if `text` was sealed by one of the keys, for this purpose, and is whole.
    /// The time it takes grows with the length of the text and the number of keys.
    pub(crate) fn open(&self, purpose: &str, text: &str) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        if bytes.len() < NONCE + TAG {
            return None;
        }
        let (nonce, sealed) = bytes.split_at(NONCE);
        let nonce = XNonce::try_from(nonce).ok()?;
        let open = |key: &XChaCha20Poly1305| {
            key.decrypt(&nonce, Payload { msg: sealed, aad: purpose.as_bytes() }).ok()
        };
        open(&self.first).or_else(|| self.earlier.iter().find_map(open))
    }
}

/// Keys are shown to nobody.
impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({} keys)", 1 + self.earlier.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Seal;

    fn seal(keys: &[u8]) -> Seal {
        let keys: Vec<[u8; 32]> = keys.iter().map(|byte| [*byte; 32]).collect();
        Seal::of(&keys).unwrap()
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
        assert!(Seal::of(&[]).is_none());
    }

    #[test]
    fn a_text_is_for_one_purpose_and_one_process() {
        let (one, two) = (Seal::generated().unwrap(), Seal::generated().unwrap());
        let sealed = one.seal("cursor", b"k");
        assert!(one.open("cursor", &sealed).is_some());
        assert_eq!(one.open("state", &sealed), None);
        assert_eq!(one.open("", &sealed), None);
        assert_eq!(two.open("cursor", &sealed), None);
        assert_ne!(one.seal("cursor", b"k"), sealed);
    }

    #[test]
    fn keys_are_not_shown() {
        assert_eq!(format!("{:?}", seal(&[7, 8])), "Seal(2 keys)");
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
