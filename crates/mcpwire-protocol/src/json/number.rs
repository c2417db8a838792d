//! Numbers as they are spelled. No value is ever rounded: integers of any size are compared by
//! their digits.

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

/// A number as sign, significant digits (no zero at either end) and a power of ten.
struct Decimal<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    exponent: i64,
}

impl<'a> Decimal<'a> {
    fn of(spelled: &'a str) -> Self {
        let negative = spelled.starts_with('-');
        let unsigned = spelled.strip_prefix('-').unwrap_or(spelled);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let far = if exponent.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
        let exponent = exponent.parse::<i64>().unwrap_or(far).clamp(i64::MIN / 4, i64::MAX / 4);
        Decimal { negative, whole, fraction, exponent }
    }

    fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        self.whole.bytes().chain(self.fraction.bytes()).skip_while(|digit| *digit == b'0')
    }

    /// How many digits are significant, and the power of ten of the last of them; `None` for zero.
    fn scale(&self) -> Option<(usize, i64)> {
        let (mut count, mut zeros) = (0, 0);
        for digit in self.digits() {
            count += 1;
            zeros = if digit == b'0' { zeros + 1 } else { 0 };
        }
        let last = self.exponent - self.fraction.len() as i64 + zeros as i64;
        (count > 0).then_some((count - zeros, last))
    }
}

/// Whether a checked number is an integer by value: `7`, `-0`, `1.0` and `1e3` are, `1.5` and
/// `1e-1` are not. This is what JSON Schema means by an integer.
pub fn is_integer(spelled: &str) -> bool {
    if spelled.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return true;
    }
    Decimal::of(spelled).scale().is_none_or(|(_, last)| last >= 0)
}

/// Whether two checked numbers have the same value, however they are spelled and however large
/// they are.
pub fn same_number(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (one, other) = (Decimal::of(one), Decimal::of(other));
    match (one.scale(), other.scale()) {
        (None, None) => true,
        (Some((count, last)), Some(scale)) if (count, last) == scale => {
            one.negative == other.negative
                && one.digits().take(count).eq(other.digits().take(count))
        }
        _ => false,
    }
}
