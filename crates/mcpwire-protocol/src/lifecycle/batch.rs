use crate::json::{Scanner, Text};
use crate::revision::Revision;

/// A batch whose messages are taken one by one, as lines are, so that what runs and what waits to
/// be written stays bounded however many there are.
///
/// Specification: `basic/index#batching` of 2025-03-26, the only revision with batches.
#[derive(Debug)]
pub struct Batch {
    /// The array, known to be JSON.
    text: String,
    /// Everything before was taken.
    at: usize,
}

impl Batch {
    /// The batch that these bytes are, if the handshake chose a revision that has batches.
    ///
    /// `None` in every other case, for an empty array and for text that is no JSON too: then the
    /// bytes are one message, which is refused as such. An element is not necessarily a message.
    pub fn of(bytes: &[u8], handshake: Option<Revision>) -> Option<Self> {
        let array = array(bytes, handshake)?;
        Some(Batch { text: array.as_str().to_owned(), at: 1 })
    }

    /// The text of the next message.
    pub fn next_message(&mut self) -> Option<&str> {
        let rest = self.text[self.at..].trim_ascii_start();
        let rest = rest.strip_prefix(',').unwrap_or(rest).trim_ascii_start();
        // The bracket that closes the array is no value.
        let message = Scanner::new(rest).value().ok()?.as_str();
        self.at = self.text.len() - rest.len() + message.len();
        Some(message)
    }
}

/// The messages of a batch that can stay where it is; the same ones as [`Batch`] tells.
pub fn batch_messages(
    bytes: &[u8],
    handshake: Option<Revision>,
) -> Option<impl Iterator<Item = &str>> {
    Some(array(bytes, handshake)?.elements().map(Text::as_str))
}

/// The array with at least one element, where batches exist.
fn array(bytes: &[u8], handshake: Option<Revision>) -> Option<Text<'_>> {
    let has_batches = handshake.is_some_and(Revision::has_batches);
    // Only a line that begins like an array is read for it.
    if !has_batches || bytes.trim_ascii_start().first() != Some(&b'[') {
        return None;
    }
    let array = Text::parse(crate::bytes::text(bytes).ok()?).ok()?;
    array.elements().next()?;
    Some(array)
}
