use http::HeaderMap;

use crate::address::{Address, Origin};

/// The newest nonce of each server that proofs go to.
#[derive(Debug, Default)]
pub(super) struct Nonces(Vec<(Origin, String)>);

impl Nonces {
    /// How many servers are remembered, and how long a nonce may be.
    const MOST: usize = 8;
    const LONGEST: usize = 4096;

    /// Takes note of what an answer says; whether it said something.
    pub(super) fn note(&mut self, url: &str, headers: &HeaderMap) -> bool {
        let nonce = headers.get("dpop-nonce").and_then(|value| value.to_str().ok());
        let (Some(nonce), Ok(address)) = (nonce, Address::parse(url)) else { return false };
        if nonce.len() > Self::LONGEST {
            return false;
        }
        let origin = address.origin();
        self.0.retain(|(known, _)| *known != origin);
        if self.0.len() == Self::MOST {
            self.0.remove(0);
        }
        self.0.push((origin, nonce.to_owned()));
        true
    }

    pub(super) fn of(&self, url: &str) -> Option<&str> {
        let origin = Address::parse(url).ok()?.origin();
        self.0.iter().find(|(known, _)| *known == origin).map(|(_, nonce)| nonce.as_str())
    }
}
