//! Words of a peer in reports: enough of them to be known again, never as many as a peer likes.

use std::borrow::Cow;

/// The most bytes of a peer's key or name that a report repeats.
pub(crate) const LONGEST: usize = 200;

/// The text, or the start of a long one with an ellipsis: never more than [`LONGEST`] bytes.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", start_of(text, LONGEST - '…'.len_utf8())))
}

/// The characters that fit whole into the first `length` bytes.
pub(crate) fn start_of(text: &str, length: usize) -> &str {
    let mut end = text.len().min(length);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_shortened_and_at_characters() {
        for (text, kept) in [("", 0), ("key", 3), (&*"a".repeat(200), 200)] {
            assert_eq!(shortened(text), text, "{kept}");
        }
        for (text, kept) in
            [("a".repeat(201), "a".repeat(197)), ("aé".repeat(1 << 20), "aé".repeat(65) + "a")]
        {
            assert_eq!(shortened(&text), format!("{kept}…"));
            assert!(shortened(&text).len() <= LONGEST);
        }
    }
}
