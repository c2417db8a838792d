//! Captured text made harmless: it may neither drive the terminal nor hide anything in it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Replaces what a terminal would obey, reorder or not show by `\u{…}` with the number of the
/// character; everything else, white space in a line included, stays as it is.
///
/// Replaced are control characters (line ends, tabs and escape sequences among them), marks that
/// turn the direction of the text, and characters without a width of their own that can hide in
/// it. JSON has no such escape, so that what stands here is never taken for the peer's spelling.
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_harmless(character) {
            escaped.push(character);
        } else {
            let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
        }
    }
    Cow::Owned(escaped)
}

/// Like [`escape`], for bytes: what is not UTF-8 becomes `\x{…}`.
pub fn escape_bytes(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return escape(text);
    }
    let mut escaped = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        escaped.push_str(&escape(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(escaped, "\\x{{{byte:02x}}}");
        }
    }
    Cow::Owned(escaped)
}

/// Whether a terminal shows this character, and does nothing else.
pub fn is_harmless(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    !character.is_control() && !turns_direction(character) && !hides(character)
}

fn turns_direction(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

fn hides(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}
