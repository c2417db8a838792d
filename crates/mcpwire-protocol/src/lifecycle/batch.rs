use crate::json::{Kind, Text};
use crate::revision::Revision;

/// The messages of a batch, if this is one and the handshake chose a revision that has batches.
///
/// `None` in every other case, for an empty array and for text that is no JSON too: then the
/// bytes are one message, which is refused as such. An element is not necessarily a message.
///
/// Specification: `basic/index#batching` of 2025-03-26, the only revision with batches.
pub fn batch_messages(
    bytes: &[u8],
    handshake: Option<Revision>,
) -> Option<impl Iterator<Item = &str>> {
    if !handshake.is_some_and(Revision::has_batches) {
        return None;
    }
    if bytes.trim_ascii_start().first() != Some(&b'[') {
        return None;
    }
    let array = Text::parse(std::str::from_utf8(bytes).ok()?).ok()?;
    array.elements().next()?;
    debug_assert_eq!(array.kind(), Kind::Array);
    Some(array.elements().map(Text::as_str))
}
