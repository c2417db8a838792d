//! Finding the byte that ends a run of plain text in a string, many bytes at a time.

const ONES: u64 = u64::MAX / 0xff;
const HIGHS: u64 = ONES << 7;

/// Whether `byte` ends a string or may not stand in one as it is.
#[inline(always)]
fn is_stop(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The lowest set high bit marks the first stop among eight bytes. A borrow from a lower byte can
/// only mark bytes above it. Bytes of 0x80 and more are none of the three; the last `&` drops them.
#[inline(always)]
fn stops(word: u64) -> u64 {
    let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    let control = word.wrapping_sub(ONES * 0x20);
    (control | quote | backslash) & !word & HIGHS
}

#[inline(always)]
fn first_stop(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..)?.first_chunk::<8>()?;
    Some(stops(u64::from_le_bytes(*word)))
}

/// The index of the next quote, backslash or control character at or after `at`; the length where
/// there is none.
#[inline(always)]
pub(super) fn next_stop(bytes: &[u8], at: usize) -> usize {
    match first_stop(bytes, at) {
        Some(0) => far_stop(bytes, at + 8),
        Some(found) => at + (found.trailing_zeros() / 8) as usize,
        None => far_stop(bytes, at),
    }
}

#[inline(never)]
fn far_stop(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = first_stop(bytes, at) {
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at = skip_plain_blocks(bytes, at + 8);
    }
    while bytes.get(at).is_some_and(|&byte| !is_stop(byte)) {
        at += 1;
    }
    at
}

/// Steps over 64 bytes at a time while none of them can end a string; the compiler turns the
/// inner loop into vector instructions, which is what long strings need.
#[inline(always)]
fn skip_plain_blocks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<64>()) {
        if block.iter().fold(false, |stop, &byte| stop | is_stop(byte)) {
            break;
        }
        at += 64;
    }
    at
}
