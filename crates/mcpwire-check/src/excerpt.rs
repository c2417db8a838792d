use std::ops::Range;

/// A piece of a message around the place that a finding is about: short messages whole, of others
/// at most [`Excerpt::MOST`] bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The bytes as they crossed the wire, perhaps no UTF-8, perhaps cut inside a character.
    pub bytes: Box<[u8]>,
    /// Where in the message the piece begins, in bytes.
    pub start: usize,
    /// How long the message is, in bytes.
    pub length: usize,
}

impl Excerpt {
    /// The most bytes that are kept.
    pub const MOST: usize = 640;

    /// How many bytes before the place are kept of a long message.
    const BEFORE: usize = 240;

    /// The piece of a message around a place.
    pub fn of(message: &[u8], place: &Range<usize>) -> Self {
        let length = message.len();
        let start = match length {
            ..=Self::MOST => 0,
            _ => place.start.min(length - Self::MOST).saturating_sub(Self::BEFORE),
        };
        let end = length.min(start + Self::MOST);
        Excerpt { bytes: message[start..end].into(), start, length }
    }

    /// Where in the piece a place of the message is, as far as it is in it.
    pub fn place(&self, bytes: &Range<usize>) -> Range<usize> {
        let within = |at: usize| at.saturating_sub(self.start).min(self.bytes.len());
        within(bytes.start)..within(bytes.end)
    }

    /// Whether something before the piece is left out, and something behind it.
    pub fn is_cut(&self) -> (bool, bool) {
        (self.start > 0, self.start + self.bytes.len() < self.length)
    }
}
