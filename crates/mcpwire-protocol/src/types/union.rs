//! Unions on the wire: written as the one type that they hold, read by a look at the text.
//!
//! Serde's own `untagged` would try one type after the other and report none of their errors.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::json::Text;

/// Hands the text of a value to a function that chooses the type to read it as.
pub(super) fn choose<'de, D: Deserializer<'de>, T>(
    from: D,
    choice: impl FnOnce(Text<'_>) -> serde_json::Result<T>,
) -> Result<T, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    let text = Text::parse(raw.get()).map_err(D::Error::custom)?;
    choice(text).map_err(D::Error::custom)
}

/// Reads a text as one type of a union.
pub(super) fn read<T: DeserializeOwned, U>(
    text: Text<'_>,
    wrap: impl FnOnce(T) -> U,
) -> serde_json::Result<U> {
    serde_json::from_str(text.as_str()).map(wrap)
}

/// Writes a union as the type that it holds, and makes it from each of its types.
macro_rules! union_of {
    ($union:ident { $($variant:ident($type:ty),)* }) => {
        impl serde::Serialize for $union {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($union::$variant(value) => value.serialize(serializer),)*
                }
            }
        }

        $(impl From<$type> for $union {
            fn from(value: $type) -> Self {
                $union::$variant(value)
            }
        })*
    };
}

pub(super) use union_of;
