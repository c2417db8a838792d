//! JSON for other programs that is harmless in a terminal too.

use std::fmt::Write as _;

use serde::Serialize;

use super::escape::is_harmless;

/// One line of JSON with its line end. What could drive a terminal is written as JSON escapes,
/// which read back as the same text.
pub fn json_line(value: &impl Serialize) -> String {
    // Our own types have string keys and no numbers that JSON lacks.
    let text = serde_json::to_string(value).unwrap_or_default();
    let mut line = String::with_capacity(text.len() + 1);
    let mut units = [0; 2];
    for character in text.chars() {
        if is_harmless(character) {
            line.push(character);
        } else {
            for unit in character.encode_utf16(&mut units) {
                let _ = write!(line, "\\u{unit:04x}");
            }
        }
    }
    line.push('\n');
    line
}
