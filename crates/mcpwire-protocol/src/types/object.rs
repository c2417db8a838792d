use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// A JSON object with free keys whose values stay text, so that the order of members, the size
/// of numbers and everything else survives.
///
/// Made for the handful of keys that such places hold: a look-up goes through them in order.
#[derive(Clone, Debug, Default)]
pub struct JsonObject(Vec<(String, Box<RawValue>)>);

impl JsonObject {
    /// `{}`
    pub const fn new() -> Self {
        JsonObject(Vec::new())
    }

    /// The value under a key, as text.
    pub fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| &**value)
    }

    /// Whether the key is there.
    pub fn contains(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The value under a key, decoded; `None` where the key is absent.
    ///
    /// # Errors
    /// The value is not what `T` reads.
    pub fn read<'a, T: Deserialize<'a>>(&'a self, key: &str) -> Option<serde_json::Result<T>> {
        self.get(key).map(|value| serde_json::from_str(value.get()))
    }

    /// Puts a value under a key, in the place of what was there; otherwise at the end.
    pub fn set(&mut self, key: impl Into<String>, value: Box<RawValue>) {
        let key = key.into();
        match self.0.iter_mut().find(|(name, _)| *name == key) {
            Some((_, place)) => *place = value,
            None => self.0.push((key, value)),
        }
    }

    /// Puts a value under a key, written by serde.
    ///
    /// # Errors
    /// The value cannot be written as JSON, for example a map whose keys are no strings.
    pub fn write(
        &mut self,
        key: impl Into<String>,
        value: &impl Serialize,
    ) -> serde_json::Result<()> {
        self.set(key, to_raw_value(value)?);
        Ok(())
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<Box<RawValue>> {
        let at = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(at).1)
    }

    /// The keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(key, value)| (key.as_str(), &**value))
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether this is `{}`.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a member at the end, without a look whether the key is there.
    pub(super) fn push(&mut self, key: String, value: Box<RawValue>) {
        self.0.push((key, value));
    }
}

/// The same keys in the same order with values that are spelled the same.
impl PartialEq for JsonObject {
    fn eq(&self, other: &Self) -> bool {
        self.iter()
            .map(|(key, value)| (key, value.get()))
            .eq(other.iter().map(|(key, value)| (key, value.get())))
    }
}

impl FromIterator<(String, Box<RawValue>)> for JsonObject {
    fn from_iter<I: IntoIterator<Item = (String, Box<RawValue>)>>(members: I) -> Self {
        let mut object = JsonObject::new();
        members.into_iter().for_each(|(key, value)| object.set(key, value));
        object
    }
}

impl Serialize for JsonObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = JsonObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject, A::Error> {
                let mut object = JsonObject::new();
                while let Some((key, value)) = map.next_entry()? {
                    object.push(key, value);
                }
                Ok(object)
            }
        }
        deserializer.deserialize_map(Members)
    }
}
