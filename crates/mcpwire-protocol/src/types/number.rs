//! Numbers as messages spell them: `1.0` and `1e3` are integers, and any size is legal.
//!
//! What is beyond the type is cut to its nearest value: a list must not become unreadable because
//! one entry claims an absurd size.

use serde::{Deserialize, Deserializer};
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
