//! A body that comes in pieces.

use crate::stream::Trust;

/// The pieces of a body so far.
#[derive(Debug)]
pub(crate) struct Pieces {
    bytes: Vec<u8>,
    trust: Trust,
}

impl Default for Pieces {
    fn default() -> Self {
        Pieces { bytes: Vec::new(), trust: Trust::Whole }
    }
}

impl Pieces {
    pub(crate) fn waiting(&self) -> usize {
        self.bytes.len()
    }

    /// Takes in a piece, and gives the body when it is whole; with more than `room` bytes it is
    /// lost.
    pub(crate) fn take(
        &mut self,
        bytes: &[u8],
        trust: Trust,
        more: bool,
        room: usize,
    ) -> Option<(Vec<u8>, Trust)> {
        self.trust = match (self.trust, trust) {
            (Trust::Lost, _) | (_, Trust::Lost) => Trust::Lost,
            (Trust::Redacted, _) | (_, Trust::Redacted) => Trust::Redacted,
            (Trust::Whole, Trust::Whole) => Trust::Whole,
        };
        if more && bytes.len() > room {
            self.trust = Trust::Lost;
        }
        if self.trust == Trust::Lost {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
        (!more).then(|| {
            let whole = std::mem::take(self);
            (whole.bytes, whole.trust)
        })
    }
}
