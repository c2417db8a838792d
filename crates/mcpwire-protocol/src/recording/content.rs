//! Exact bytes in a text format.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// Exact bytes: written as text where they are UTF-8, in base64 where they are not.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content<'a> {
    /// UTF-8 text.
    #[serde(borrow)]
    Text(Cow<'a, str>),
    /// Any bytes.
    #[serde(serialize_with = "encode", deserialize_with = "decode")]
    Base64(Cow<'a, [u8]>),
}

impl<'a> Content<'a> {
    /// Borrows `bytes`, as text if they are UTF-8.
    pub fn of(bytes: &'a [u8]) -> Self {
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Self::Text(Cow::Borrowed(text)),
            Err(_) => Self::Base64(Cow::Borrowed(bytes)),
        }
    }

    /// The bytes as they crossed the wire.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Base64(bytes) => bytes,
        }
    }

    /// The same content, owning its bytes.
    pub fn into_owned(self) -> Content<'static> {
        match self {
            Self::Text(text) => Content::Text(Cow::Owned(text.into_owned())),
            Self::Base64(bytes) => Content::Base64(Cow::Owned(bytes.into_owned())),
        }
    }
}

impl<'a> From<&'a str> for Content<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

fn encode<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

fn decode<'a, 'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'a, [u8]>, D::Error> {
    let text = String::deserialize(deserializer)?;
    STANDARD
        .decode(text)
        .map(Cow::Owned)
        .map_err(serde::de::Error::custom)
}
