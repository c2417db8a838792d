//! The spelling of numbers.

use super::fault::{JsonFault, JsonProblem};

/// Checks the number that starts at `from`; returns the index after it.
#[inline]
pub(super) fn end_of_number(bytes: &[u8], from: usize) -> Result<usize, JsonFault> {
    let problem =
        if from == bytes.len() { JsonProblem::UnexpectedEnd } else { JsonProblem::BadNumber };
    let bad = JsonFault { at: from, problem };
    let digits = |mut at: usize| {
        let start = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        (at > start).then_some(at).ok_or(bad)
    };
    let mut at = from + usize::from(bytes.get(from) == Some(&b'-'));
    at = if bytes.get(at) == Some(&b'0') { at + 1 } else { digits(at)? };
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        at = digits(at)?;
    }
    // `01` and `1x` would otherwise be reported as text that follows a number.
    if bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'.') {
        return Err(bad);
    }
    Ok(at)
}
