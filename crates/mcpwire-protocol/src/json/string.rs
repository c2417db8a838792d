//! Strings: finding their end, decoding them, writing them.

use std::borrow::Cow;
use std::fmt;

use super::fault::{JsonFault, JsonProblem};

const ONES: u64 = u64::MAX / 0xff;
const HIGHS: u64 = ONES << 7;

/// The lowest set high bit marks the first quote, backslash or control character of eight bytes.
#[inline(always)]
fn stops(word: u64) -> u64 {
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (control | quote | backslash) & HIGHS
}

/// The index of the next quote, backslash or control character at or after `at`.
#[inline]
fn next_stop(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = stops(u64::from_le_bytes(*word));
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
        at = skip_plain_blocks(bytes, at);
    }
    while bytes.get(at).is_some_and(|&byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
        at += 1;
    }
    at
}

/// Steps over 64 bytes at a time while none of them can end a string; the compiler turns the
/// inner loop into vector instructions, which is what long strings need.
#[inline]
fn skip_plain_blocks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<64>()) {
        let stop = block
            .iter()
            .fold(false, |stop, &byte| stop | (byte < 0x20) | (byte == b'"') | (byte == b'\\'));
        if stop {
            break;
        }
        at += 64;
    }
    at
}

/// Checks the string whose opening quote stands at `open`; returns the index after its closing
/// quote, and whether it holds an escape.
#[inline]
pub(super) fn end_of_string(bytes: &[u8], open: usize) -> Result<(usize, bool), JsonFault> {
    let mut at = open + 1;
    let mut escaped = false;
    loop {
        at = next_stop(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return Ok((at + 1, escaped)),
            Some(b'\\') => {
                escaped = true;
                at = end_of_escape(bytes, at)?;
            }
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

/// Decodes the inside of a checked string.
pub(super) fn unescape(inside: &str) -> Result<Cow<'_, str>, LoneSurrogate> {
    let Some(first) = inside.find('\\') else {
        return Ok(Cow::Borrowed(inside));
    };
    let mut decoded = String::with_capacity(inside.len());
    decoded.push_str(&inside[..first]);
    let mut rest = &inside[first..];
    while let Some(backslash) = rest.find('\\') {
        decoded.push_str(&rest[..backslash]);
        let (character, length) = decode_escape(&rest[backslash..])?;
        decoded.push(character);
        rest = &rest[backslash + length..];
    }
    decoded.push_str(rest);
    Ok(Cow::Owned(decoded))
}

/// The character that a checked escape stands for, and how many bytes spell it.
fn decode_escape(escape: &str) -> Result<(char, usize), LoneSurrogate> {
    let simple = match escape.as_bytes().get(1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return decode_unicode_escape(escape),
        Some(&other) => other as char,
        None => return Err(LoneSurrogate),
    };
    Ok((simple, 2))
}

fn decode_unicode_escape(escape: &str) -> Result<(char, usize), LoneSurrogate> {
    let unit = |from: usize| {
        let spelled = escape.get(from..from + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(spelled, 16).ok()
    };
    let high = unit(0).ok_or(LoneSurrogate)?;
    if let Some(character) = char::from_u32(high) {
        return Ok((character, 6));
    }
    let low = unit(6).filter(|low| (0xdc00..0xe000).contains(low)).ok_or(LoneSurrogate)?;
    let high = Some(high).filter(|high| *high < 0xdc00).ok_or(LoneSurrogate)?;
    let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    Ok((char::from_u32(code).ok_or(LoneSurrogate)?, 12))
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
