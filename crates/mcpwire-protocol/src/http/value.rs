//! How a value is written in a header: as it is, or in Base64 between two marks.
//!
//! Specification: `basic/transports/streamable-http#value-encoding`.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const PREFIX: &str = "=?base64?";
const SUFFIX: &str = "?=";

/// A header's value cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadValue {
    /// It holds bytes that no header may hold.
    Characters,
    /// Between the marks stands no Base64, or no UTF-8 in it.
    Base64,
}

/// Writes a value, in Base64 where a plain header cannot carry it.
pub fn encode(value: &str) -> Cow<'_, str> {
    let is_plain = value.bytes().all(|byte| matches!(byte, 0x20..=0x7e));
    let is_trimmed = value.trim_matches([' ', '\t']).len() == value.len();
    if is_plain && is_trimmed && between_marks(value).is_none() {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("{PREFIX}{}{SUFFIX}", STANDARD.encode(value)))
}

/// Reads a value. White space around it is none of it.
///
/// # Errors
///
/// What makes it unreadable.
pub fn decode(value: &[u8]) -> Result<Cow<'_, str>, BadValue> {
    let value = plain(value)?;
    let Some(inside) = between_marks(value) else { return Ok(Cow::Borrowed(value)) };
    let bytes = STANDARD.decode(inside).map_err(|_| BadValue::Base64)?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| BadValue::Base64)
}

/// A value that is never encoded, without the white space around it.
pub(super) fn plain(value: &[u8]) -> Result<&str, BadValue> {
    let text = std::str::from_utf8(value.trim_ascii()).map_err(|_| BadValue::Characters)?;
    let is_visible = |byte: u8| matches!(byte, 0x20..=0x7e | b'\t');
    if text.bytes().all(is_visible) { Ok(text) } else { Err(BadValue::Characters) }
}

/// Whether a value may stand in Base64 between the marks.
pub(super) fn is_marked(value: &[u8]) -> bool {
    value.starts_with(PREFIX.as_bytes())
}

fn between_marks(value: &str) -> Option<&str> {
    value.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)
}
