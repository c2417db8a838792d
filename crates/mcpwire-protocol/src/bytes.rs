//! Searching and judging bytes, fast from the first one on.
//!
//! `memchr` and `simdutf8` choose their code by what the processor can do, and ask it at the first
//! call. On a virtual machine each of the questions goes to the hypervisor: some 80 microseconds in
//! all, a twelfth of what a small server takes to its first answer. Short texts gain nothing from
//! the choice, so they are done eight bytes at a time, and only long ones ask.

use std::str::Utf8Error;

/// Up to this many bytes are short.
const SHORT: usize = 2 << 10;

const ONES: u64 = u64::MAX / 0xff;
const HIGHS: u64 = ONES << 7;

/// The index of the first `byte`.
#[inline]
pub(crate) fn find(byte: u8, bytes: &[u8]) -> Option<usize> {
    if bytes.len() > SHORT {
        return memchr::memchr(byte, bytes);
    }
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let zero_at_byte = u64::from_le_bytes(*word) ^ (ONES * u64::from(byte));
        let found = zero_at_byte.wrapping_sub(ONES) & !zero_at_byte & HIGHS;
        if found != 0 {
            return Some(index * 8 + (found.trailing_zeros() / 8) as usize);
        }
    }
    let found = rest.iter().position(|other| *other == byte)?;
    Some(words.len() * 8 + found)
}

/// The bytes as text, if they are UTF-8. The error says where they are not.
#[inline]
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Utf8Error> {
    if bytes.len() > SHORT
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return Ok(text);
    }
    std::str::from_utf8(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_are_searched_alike() {
        for length in [0, 1, 7, 8, 9, 17, 63, 64, SHORT, SHORT + 1, 3 * SHORT] {
            let mut bytes = vec![0x80; length];
            assert_eq!(find(b'\n', &bytes), None, "{length}");
            for at in (0..length).rev().step_by(1 + length / 40) {
                bytes[at] = b'\n';
                assert_eq!(find(b'\n', &bytes), Some(at), "{at} of {length}");
            }
        }
    }

    #[test]
    fn short_and_long_are_judged_alike() {
        for length in [1, 8, SHORT, SHORT + 1, 2 * SHORT] {
            let good = "é".repeat(length);
            assert_eq!(text(good.as_bytes()), Ok(&*good));
            let mut bad = good.into_bytes();
            bad.push(0xc3);
            assert_eq!(text(&bad).map_err(|error| error.valid_up_to()), Err(2 * length));
        }
    }
}
