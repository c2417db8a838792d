use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::json::Text;
use crate::jsonrpc::Id;

/// The id of a request inside a payload, or the token that progress is reported under: a string or
/// an integer of any size, spelled as it came.
///
/// Specification: `basic/index#requests`, `basic/patterns/progress`.
#[derive(Clone)]
pub struct RequestId(Box<RawValue>);

impl RequestId {
    /// The id as it stands in messages, to compare it or to take its key.
    pub fn id(&self) -> Id<'_> {
        match Text::parse(self.0.get()).ok().and_then(Id::new) {
            Some(id) => id,
            None => unreachable!("Only strings and integers become a RequestId"),
        }
    }
}

impl From<Id<'_>> for RequestId {
    fn from(id: Id<'_>) -> Self {
        match RawValue::from_string(id.as_str().to_owned()) {
            Ok(raw) => RequestId(raw),
            Err(_) => unreachable!("An id is checked JSON text"),
        }
    }
}

impl From<u64> for RequestId {
    fn from(number: u64) -> Self {
        RequestId(written(&number))
    }
}

impl From<&str> for RequestId {
    fn from(text: &str) -> Self {
        RequestId(written(text))
    }
}

fn written<T: Serialize + ?Sized>(value: &T) -> Box<RawValue> {
    match to_raw_value(value) {
        Ok(raw) => raw,
        Err(_) => unreachable!("Numbers and strings can be written as JSON"),
    }
}

impl PartialEq for RequestId {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for RequestId {}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get())
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get())
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        match Text::parse(raw.get()).ok().and_then(Id::new) {
            Some(_) => Ok(RequestId(raw)),
            None => Err(D::Error::custom("expected a string or an integer")),
        }
    }
}
