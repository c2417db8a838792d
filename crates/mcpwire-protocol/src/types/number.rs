//! Numbers as messages spell them: `1.0` and `1e3` are integers, and any size is legal.
//!
//! What is beyond the type is cut to its nearest value: a list must not become unreadable because
//! one entry claims an absurd size.

use serde::{Deserialize, Deserializer, Serializer};
use serde_json::value::RawValue;

/// A number that can be read from its spelling.
pub(super) trait Spelled: Sized {
    fn of(spelled: &str) -> Option<Self>;
}

impl Spelled for i64 {
    fn of(spelled: &str) -> Option<Self> {
        // The conversion of a float saturates, and it is exact wherever an integer is spelled
        // with a point or an exponent and has fewer than 16 digits.
        spelled.parse().ok().or_else(|| Some(spelled.parse::<f64>().ok()? as i64))
    }
}

impl Spelled for u64 {
    fn of(spelled: &str) -> Option<Self> {
        spelled.parse().ok().or_else(|| Some(spelled.parse::<f64>().ok()? as u64))
    }
}

impl Spelled for f64 {
    fn of(spelled: &str) -> Option<Self> {
        Some(spelled.parse::<f64>().ok()?.clamp(f64::MIN, f64::MAX))
    }
}

/// For `deserialize_with`: a number that is required.
pub(super) fn number<'de, D: Deserializer<'de>, N: Spelled>(from: D) -> Result<N, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    N::of(raw.get()).ok_or_else(|| serde::de::Error::custom("expected a number"))
}

/// For `deserialize_with`: a number that may be absent. Needs `default` beside it.
pub(super) fn maybe<'de, D: Deserializer<'de>, N: Spelled>(from: D) -> Result<Option<N>, D::Error> {
    number(from).map(Some)
}

/// For `deserialize_with`: any JSON that may be absent, where `null` is something else than that.
/// Needs `default` beside it.
pub(super) fn present<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(from).map(Some)
}

/// For `serialize_with`: a number without a point where it is whole, as most writers spell it.
pub(super) fn plain<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        return serializer.serialize_i64(*number as i64);
    }
    serializer.serialize_f64(*number)
}

/// The same for a number that may be absent.
pub(super) fn maybe_plain<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => plain(number, serializer),
        None => serializer.serialize_none(),
    }
}
