//! What a sampling message can hold: text, pictures, sound, uses of tools and their results.
//!
//! Specification: `client/sampling#message-content-types`.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::number::present;
use super::rows::meta;
use super::shaped::{shaped, union_by_member};
use super::union::{choose, read, union_of};
use super::{AudioContent, ContentBlock, ImageContent, JsonObject, Meta, Shaped, TextContent};
use crate::json::Kind;
use crate::rules::shape::{Member, Shape, optional, required};

/// The content of a sampling message: one block, or an array of them.
///
/// Which of the two it was is kept, since both are written by peers.
#[derive(Clone, Debug)]
pub enum SamplingContent {
    /// One block, not in an array.
    One(SamplingMessageContentBlock),
    /// An array of blocks.
    Many(Vec<SamplingMessageContentBlock>),
}

impl SamplingContent {
    /// The blocks, however they are written.
    pub fn blocks(&self) -> &[SamplingMessageContentBlock] {
        match self {
            SamplingContent::One(block) => std::slice::from_ref(block),
            SamplingContent::Many(blocks) => blocks,
        }
    }
}

union_of!(SamplingContent {
    One(SamplingMessageContentBlock),
    Many(Vec<SamplingMessageContentBlock>),
});

/// One block of text.
impl From<&str> for SamplingContent {
    fn from(text: &str) -> Self {
        SamplingMessageContentBlock::Text(TextContent::new(text)).into()
    }
}

/// One block of text.
impl From<String> for SamplingContent {
    fn from(text: String) -> Self {
        SamplingMessageContentBlock::Text(TextContent::new(text)).into()
    }
}

impl<'de> Deserialize<'de> for SamplingContent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choose(from, |content| match content.kind() {
            Kind::Array => read(content, Self::Many),
            _ => read(content, Self::One),
        })
    }
}

/// `content` of a message.
pub(super) const CONTENT: Member =
    required("content", &ONE_OR_MANY, "sampling-content-missing").wrong("sampling-content-type");

const ONE_OR_MANY: Shape = Shape::ByKind(&[
    (Kind::Object, SamplingMessageContentBlock::SHAPE),
    (Kind::Array, &Shape::Array(SamplingMessageContentBlock::SHAPE)),
]);

union_by_member! {
    /// One block of a sampling message.
    ///
    /// Specification: `schema#SamplingMessageContentBlock`.
    SamplingMessageContentBlock, "client/sampling", by "type", missing "sampling-content-type",
    unknown "sampling-content-type",
    [
        /// Text.
        Text(TextContent) = "text",
        /// A picture.
        Image(ImageContent) = "image",
        /// Sound.
        Audio(AudioContent) = "audio",
        /// The model wants a tool to be called.
        ToolUse(ToolUseContent) = "tool_use",
        /// What the tool gave.
        ToolResult(ToolResultContent) = "tool_result",
    ]
}

/// A tool that the model wants to be called.
///
/// Specification: `schema#ToolUseContent`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename = "tool_use")]
pub struct ToolUseContent {
    /// What the result will name.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments, an object.
    pub input: JsonObject,
    /// Metadata, to be kept in later requests.
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

shaped! { ToolUseContent, "client/sampling#message-content-types", [
    required("type", &Shape::OneOf(&["tool_use"]), "sampling-tool-use-fields"),
    required("id", &Shape::String, "sampling-tool-use-fields"),
    required("name", &Shape::String, "sampling-tool-use-fields"),
    required("input", &Shape::AnyObject, "sampling-tool-use-fields"),
    meta("meta-not-object"),
] }

impl ToolUseContent {
    /// A call of `name` with `input`, an object.
    pub fn new(id: impl Into<String>, name: impl Into<String>, input: JsonObject) -> Self {
        Self { id: id.into(), name: name.into(), input, meta: None }
    }
}

/// What a tool gave.
///
/// Specification: `schema#ToolResultContent`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename = "tool_result", rename_all = "camelCase")]
pub struct ToolResultContent {
    /// The id of the [`ToolUseContent`] that this answers.
    pub tool_use_id: String,
    /// The result as blocks, as `tools/call` gives them.
    pub content: Vec<ContentBlock>,
    /// The result as JSON; `null` is a value and something else than an absent member.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub structured_content: Option<Box<RawValue>>,
    /// Whether the tool failed; absent means no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
    /// Metadata, to be kept in later requests.
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

shaped! { ToolResultContent, "client/sampling#tool-result-messages", [
    required("type", &Shape::OneOf(&["tool_result"]), "sampling-tool-result-fields"),
    required("toolUseId", &Shape::String, "sampling-tool-result-fields"),
    required("content", &Shape::Array(ContentBlock::SHAPE), "sampling-tool-result-fields"),
    optional("structuredContent", &Shape::Any, "sampling-tool-result-fields"),
    optional("isError", &Shape::Boolean, "sampling-tool-result-fields"),
    meta("meta-not-object"),
] }

impl ToolResultContent {
    /// The result of the use with this id.
    pub fn new(tool_use_id: impl Into<String>, content: Vec<ContentBlock>) -> Self {
        Self {
            tool_use_id: tool_use_id.into(),
            content,
            structured_content: None,
            is_error: None,
            meta: None,
        }
    }
}
