//! Content: what tools answer with, prompts hold and models say.
//!
//! Specification: `server/tools#tool-result`, `server/prompts#data-types`.

use serde::{Deserialize, Serialize};

use super::base::Annotations;
use super::decode::Shaped;
use super::meta::Meta;
use super::resource_contents::ResourceContents;
use super::resources::Resource;
use super::rows::{icons, meta, string};
use super::shaped::{shaped, union_by_member};
use crate::rules::shape::{Member, Shape, optional, required};

union_by_member! {
    /// One block of content.
    ContentBlock, "server/tools", by "type", missing "content-type-unknown",
    unknown "content-type-unknown",
    [
        /// Text.
        Text(TextContent) = "text",
        /// A picture.
        Image(ImageContent) = "image",
        /// Sound.
        Audio(AudioContent) = "audio",
        /// Where a resource can be read.
        ResourceLink(ResourceLink) = "resource_link",
        /// A resource itself.
        Resource(EmbeddedResource) = "resource",
    ]
}

impl ContentBlock {
    /// A block of text.
    pub fn text(text: impl Into<String>) -> Self {
        ContentBlock::Text(TextContent::new(text))
    }

    /// The text of a block of text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            ContentBlock::Text(content) => Some(&content.text),
            _ => None,
        }
    }
}

/// Text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename = "text", rename_all = "camelCase")]
pub struct TextContent {
    /// The text.
    pub text: String,
    /// Hints about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl TextContent {
    /// A text without hints.
    pub fn new(text: impl Into<String>) -> Self {
        TextContent { text: text.into(), annotations: None, meta: None }
    }
}

/// A picture.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename = "image", rename_all = "camelCase")]
pub struct ImageContent {
    /// The bytes in base64.
    pub data: String,
    /// Their media type.
    pub mime_type: String,
    /// Hints about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ImageContent {
    /// A picture of a media type; `data` is base64.
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        let (data, mime_type) = (data.into(), mime_type.into());
        ImageContent { data, mime_type, annotations: None, meta: None }
    }
}

/// Sound.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename = "audio", rename_all = "camelCase")]
pub struct AudioContent {
    /// The bytes in base64.
    pub data: String,
    /// Their media type.
    pub mime_type: String,
    /// Hints about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl AudioContent {
    /// Sound of a media type; `data` is base64.
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        let (data, mime_type) = (data.into(), mime_type.into());
        AudioContent { data, mime_type, annotations: None, meta: None }
    }
}

/// A resource itself, inside other content.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename = "resource", rename_all = "camelCase")]
pub struct EmbeddedResource {
    /// The resource.
    pub resource: ResourceContents,
    /// Hints about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl EmbeddedResource {
    /// A resource without hints.
    pub fn new(resource: ResourceContents) -> Self {
        EmbeddedResource { resource, annotations: None, meta: None }
    }
}

/// Where a resource can be read: the entry that a list of resources would have for it.
#[derive(Clone, Debug)]
pub struct ResourceLink(pub Resource);

impl Serialize for ResourceLink {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(tag = "type")]
        enum Tagged<'a> {
            #[serde(rename = "resource_link")]
            Link(&'a Resource),
        }
        Tagged::Link(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ResourceLink {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Resource::deserialize(from).map(ResourceLink)
    }
}

const fn kind(word: &'static Shape) -> Member {
    required("type", word, "content-type-unknown")
}

const ANNOTATIONS: Member = optional("annotations", Annotations::SHAPE, "content-annotations-type");
const META: Member = meta("content-meta-type");

shaped! { TextContent, "server/tools", [
    kind(&Shape::OneOf(&["text"])),
    required("text", &Shape::String, "content-text-missing"),
    ANNOTATIONS,
    META,
] }

shaped! { ImageContent, "server/tools", [
    kind(&Shape::OneOf(&["image"])),
    required("data", &Shape::Base64, "content-image-fields"),
    required("mimeType", &Shape::String, "content-image-fields"),
    ANNOTATIONS,
    META,
] }

shaped! { AudioContent, "server/tools", [
    kind(&Shape::OneOf(&["audio"])),
    required("data", &Shape::Base64, "content-audio-fields"),
    required("mimeType", &Shape::String, "content-audio-fields"),
    ANNOTATIONS,
    META,
] }

shaped! { EmbeddedResource, "server/tools", [
    kind(&Shape::OneOf(&["resource"])),
    required("resource", ResourceContents::SHAPE, "content-embedded-resource"),
    ANNOTATIONS,
    META,
] }

shaped! { ResourceLink, "server/tools", [
    kind(&Shape::OneOf(&["resource_link"])),
    required("uri", &Shape::Uri, "content-resource-link-fields"),
    required("name", &Shape::String, "content-resource-link-fields"),
    string("title", "content-resource-link-fields"),
    string("description", "content-resource-link-fields"),
    string("mimeType", "content-resource-link-fields"),
    optional("size", &Shape::Integer, "content-resource-link-fields"),
    icons("content-resource-link-fields"),
    ANNOTATIONS,
    META,
] }
