//! The contents of a resource, as text or as bytes.
//!
//! Specification: `server/resources#resource-contents`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::decode::Shaped;
use super::meta::Meta;
use super::rows::{meta, string};
use super::shaped::{read, shaped};
use crate::json::{Kind, Text};
use crate::rules::shape::{Shape, required};

/// The contents of a resource, or of a part of it. Which of the two it is shows by the member
/// that is there.
#[derive(Clone, Debug)]
pub enum ResourceContents {
    /// Text.
    Text(TextResourceContents),
    /// Bytes.
    Blob(BlobResourceContents),
}

/// Text in a resource.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextResourceContents {
    /// Whose contents they are.
    pub uri: String,
    /// Their media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text.
    pub text: String,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

/// Bytes in a resource.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlobResourceContents {
    /// Whose contents they are.
    pub uri: String,
    /// Their media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The bytes in base64.
    pub blob: String,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ResourceContents {
    /// Text that a URI stands for.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        let (uri, text) = (uri.into(), text.into());
        ResourceContents::Text(TextResourceContents { uri, mime_type: None, text, meta: None })
    }

    /// Bytes that a URI stands for; `blob` is base64.
    pub fn blob(uri: impl Into<String>, blob: impl Into<String>) -> Self {
        let (uri, blob) = (uri.into(), blob.into());
        ResourceContents::Blob(BlobResourceContents { uri, mime_type: None, blob, meta: None })
    }

    /// The URI whose contents they are.
    pub fn uri(&self) -> &str {
        match self {
            ResourceContents::Text(contents) => &contents.uri,
            ResourceContents::Blob(contents) => &contents.uri,
        }
    }
}

/// Bytes if `blob` is a string and `text` is not, for then these cannot be text.
fn are_bytes(contents: Text<'_>) -> bool {
    let (mut text, mut blob) = (None, None);
    for (key, value) in contents.members() {
        match &*key.name() {
            "text" => text = text.or(Some(value.kind())),
            "blob" => blob = blob.or(Some(value.kind())),
            _ => {}
        }
    }
    match (text, blob) {
        (Some(Kind::String), _) => false,
        (_, Some(Kind::String)) => true,
        (None, blob) => blob.is_some(),
        (Some(_), _) => false,
    }
}

impl Serialize for ResourceContents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ResourceContents::Text(contents) => contents.serialize(serializer),
            ResourceContents::Blob(contents) => contents.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for ResourceContents {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        let text = Text::parse(raw.get()).map_err(serde::de::Error::custom)?;
        if are_bytes(text) {
            read(&raw).map(ResourceContents::Blob)
        } else {
            read(&raw).map(ResourceContents::Text)
        }
    }
}

impl Shaped for ResourceContents {
    const SHAPE: &'static Shape = &Shape::Pick(|contents| {
        if are_bytes(contents) { BlobResourceContents::SHAPE } else { TextResourceContents::SHAPE }
    });
}

shaped! { TextResourceContents, "server/resources", [
    required("uri", &Shape::Uri, "resource-contents-uri"),
    string("mimeType", "resource-contents-mime-type"),
    required("text", &Shape::String, "resource-contents-kind"),
    meta("resource-contents-mime-type"),
] }

shaped! { BlobResourceContents, "server/resources", [
    required("uri", &Shape::Uri, "resource-contents-uri"),
    string("mimeType", "resource-contents-mime-type"),
    required("blob", &Shape::Base64, "resource-contents-kind"),
    meta("resource-contents-mime-type"),
] }
