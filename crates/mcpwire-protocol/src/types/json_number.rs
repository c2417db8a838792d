use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::json::{Kind, Text, is_integer, same_number};

/// A number that a user or a form works with: of any size, spelled as it came, so that `30` does
/// not come back as `30.0` and long digits are not rounded.
#[derive(Clone)]
pub struct JsonNumber(Box<RawValue>);

impl JsonNumber {
    /// The number as it is spelled in JSON.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether it is an integer by value, as `1.0` is.
    pub fn is_integer(&self) -> bool {
        is_integer(self.as_str())
    }

    /// The number, if it is an integer of 64 bits and spelled as one.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_str().parse().ok()
    }

    /// The nearest number of 64 bits; infinite where the number is beyond them.
    pub fn as_f64(&self) -> f64 {
        self.as_str().parse().unwrap_or(f64::NAN)
    }

    /// A number from a float; `None` where it is infinite or no number, which JSON cannot say.
    pub fn from_f64(number: f64) -> Option<Self> {
        number.is_finite().then(|| written(&number))
    }
}

fn written(number: &impl Serialize) -> JsonNumber {
    match to_raw_value(number) {
        Ok(raw) => JsonNumber(raw),
        Err(_) => unreachable!("Finite numbers can be written as JSON"),
    }
}

impl From<i64> for JsonNumber {
    fn from(number: i64) -> Self {
        written(&number)
    }
}

/// Two numbers are the same if their values are, however they are spelled.
impl PartialEq for JsonNumber {
    fn eq(&self, other: &Self) -> bool {
        same_number(self.as_str(), other.as_str())
    }
}

impl Eq for JsonNumber {}

impl fmt::Debug for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for JsonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        match Text::parse(raw.get()).map(Text::kind) {
            Ok(Kind::Number) => Ok(JsonNumber(raw)),
            _ => Err(D::Error::custom("expected a number")),
        }
    }
}
