//! Strings: finding their end, decoding them, writing them.

use std::borrow::Cow;
use std::fmt;

use super::fault::{JsonFault, JsonProblem};
use super::stops::next_stop;
use crate::bytes::find;

/// Checks the string whose opening quote stands at `open`; returns the index after its closing
/// quote, and whether it holds an escape.
#[inline(always)]
pub(super) fn end_of_string(bytes: &[u8], open: usize) -> Result<(usize, bool), JsonFault> {
    let at = next_stop(bytes, open + 1);
    match bytes.get(at) {
        Some(b'"') => Ok((at + 1, false)),
        _ => end_after_stop(bytes, at).map(|end| (end, true)),
    }
}

/// The same from the first stop on, which is no quote.
#[inline(never)]
fn end_after_stop(bytes: &[u8], mut at: usize) -> Result<usize, JsonFault> {
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = next_stop(bytes, end_of_escape(bytes, at)?),
            Some(&byte) => {
                return Err(JsonFault { at, problem: JsonProblem::ControlCharacter(byte) });
            }
            None => return Err(JsonFault { at, problem: JsonProblem::UnexpectedEnd }),
        }
    }
}

fn end_of_escape(bytes: &[u8], at: usize) -> Result<usize, JsonFault> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => match bytes.get(at + 2..at + 6) {
            Some(digits) if digits.iter().all(u8::is_ascii_hexdigit) => Ok(at + 6),
            Some(_) => Err(JsonFault { at, problem: JsonProblem::BadEscape }),
            None => Err(JsonFault { at, problem: JsonProblem::UnexpectedEnd }),
        },
        Some(_) => Err(JsonFault { at, problem: JsonProblem::BadEscape }),
        None => Err(JsonFault { at, problem: JsonProblem::UnexpectedEnd }),
    }
}

/// A string holds half of a surrogate pair (such as `\ud800`), which is valid JSON and no
/// Unicode text; it can be passed on as it is spelled, but not decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneSurrogate;

impl fmt::Display for LoneSurrogate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The string holds half of a surrogate pair, which is no Unicode text")
    }
}

impl std::error::Error for LoneSurrogate {}

/// A string by its value, for comparing: the decoded text, or one spelling of a string that is no
/// Unicode text. Two strings are the same exactly if these are equal.
pub(crate) type StringIdentity<'a> = Result<Cow<'a, str>, String>;

/// The identity of a checked string, given its inside.
pub(super) fn identity(inside: &str) -> StringIdentity<'_> {
    unescape(inside).map_err(|LoneSurrogate| {
        let mut spelled = String::with_capacity(inside.len());
        each_part(inside, |part| match part {
            Part::Plain(text) => spelled.push_str(text),
            Part::Character('\\') => spelled.push_str("\\\\"),
            Part::Character(character) => spelled.push(character),
            Part::Half(unit) => spelled.push_str(&format!("\\u{unit:04x}")),
        });
        spelled
    })
}

/// Decodes the inside of a checked string.
pub(super) fn unescape(inside: &str) -> Result<Cow<'_, str>, LoneSurrogate> {
    if find(b'\\', inside.as_bytes()).is_none() {
        return Ok(Cow::Borrowed(inside));
    }
    let mut decoded = String::with_capacity(inside.len());
    let mut whole = true;
    each_part(inside, |part| match part {
        Part::Plain(text) => decoded.push_str(text),
        Part::Character(character) => decoded.push(character),
        Part::Half(_) => whole = false,
    });
    if whole { Ok(Cow::Owned(decoded)) } else { Err(LoneSurrogate) }
}

/// What a string is made of.
enum Part<'a> {
    /// Text without escapes.
    Plain(&'a str),
    /// What an escape, or a pair of them, stands for.
    Character(char),
    /// Half of a surrogate pair.
    Half(u32),
}

fn each_part<'a>(inside: &'a str, mut take: impl FnMut(Part<'a>)) {
    let mut rest = inside;
    while let Some(backslash) = find(b'\\', rest.as_bytes()) {
        if backslash > 0 {
            take(Part::Plain(&rest[..backslash]));
        }
        let (part, length) = decode_escape(&rest[backslash..]);
        take(part);
        rest = &rest[backslash + length..];
    }
    take(Part::Plain(rest));
}

/// What a checked escape stands for, and how many bytes spell it.
fn decode_escape(escape: &str) -> (Part<'static>, usize) {
    let character = match escape.as_bytes().get(1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return decode_unicode_escape(escape),
        other => char::from(*other.unwrap_or(&b'\\')),
    };
    (Part::Character(character), 2)
}

fn decode_unicode_escape(escape: &str) -> (Part<'static>, usize) {
    let unit = |from: usize| {
        let spelled = escape.get(from..from + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(spelled, 16).ok()
    };
    let first = unit(0).unwrap_or_default();
    if let Some(character) = char::from_u32(first) {
        return (Part::Character(character), 6);
    }
    match unit(6) {
        Some(second @ 0xdc00..0xe000) if first < 0xdc00 => {
            let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            (Part::Character(char::from_u32(code).unwrap_or_default()), 12)
        }
        _ => (Part::Half(first), 6),
    }
}

/// Appends `text` as a JSON string, with quotes; what needs no escape is copied in blocks.
pub fn write_string(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    let mut from = 0;
    loop {
        let stop = next_stop(bytes, from);
        out.extend_from_slice(&bytes[from..stop]);
        let Some(&byte) = bytes.get(stop) else { break };
        write_escape(out, byte);
        from = stop + 1;
    }
    out.push(b'"');
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            let (high, low) = (HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]);
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}
