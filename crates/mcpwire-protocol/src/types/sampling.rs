//! Sampling: a server asks the client's model. Deprecated since 2026-07-28.
//!
//! Specification: `client/sampling`.

use serde::{Deserialize, Serialize};

use super::base::ROLE;
use super::number::{maybe, number};
use super::rows::{meta, string};
use super::sampling_content::{CONTENT, SamplingContent};
use super::shaped::shaped;
use super::{JsonObject, Meta, RequestMethod, Role, Tool};
use crate::method::Method;
use crate::rules::shape::{Member, Shape, optional, required};

/// `sampling/createMessage`, embedded in an input-required result.
#[derive(Clone, Copy, Debug)]
pub enum CreateMessage {}

impl RequestMethod for CreateMessage {
    const METHOD: Method = Method::SamplingCreateMessage;
    type Params = CreateMessageRequestParams;
    type Result = CreateMessageResult;
}

/// What `sampling/createMessage` asks.
///
/// Specification: `schema#CreateMessageRequestParams`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateMessageRequestParams {
    /// The conversation to continue.
    pub messages: Vec<SamplingMessage>,
    /// Which model the server would like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_preferences: Option<ModelPreferences>,
    /// A system prompt, which the client may change or leave out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// Whose context should be added; absent means none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub include_context: Option<IncludeContext>,
    /// How much chance plays in; its scale is the model's.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub temperature: Option<f64>,
    /// The most tokens to sample.
    #[serde(deserialize_with = "number")]
    pub max_tokens: u64,
    /// Texts at which sampling stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_sequences: Option<Vec<String>>,
    /// Anything for the provider of the model, an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<JsonObject>,
    /// The tools that the model may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<Tool>>,
    /// How the model may use the tools; absent means that it decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
}

shaped! { CreateMessageRequestParams, "client/sampling", [
    required("messages", &Shape::Array(SamplingMessage::SHAPE), "sampling-messages-missing"),
    optional("modelPreferences", ModelPreferences::SHAPE, "sampling-params-type"),
    string("systemPrompt", "sampling-params-type"),
    optional("includeContext", &INCLUDE_CONTEXT, "sampling-include-context-value"),
    optional("temperature", &Shape::Number, "sampling-params-type"),
    required("maxTokens", &Shape::Integer, "sampling-max-tokens-missing"),
    optional("stopSequences", &Shape::Array(&Shape::String), "sampling-params-type"),
    optional("metadata", &Shape::AnyObject, "sampling-params-type"),
    optional("tools", &Shape::Array(Tool::SHAPE), "sampling-params-type"),
    optional("toolChoice", ToolChoice::SHAPE, "sampling-params-type"),
] }

impl CreateMessageRequestParams {
    /// A conversation to continue by at most so many tokens.
    pub fn new(messages: Vec<SamplingMessage>, max_tokens: u64) -> Self {
        Self {
            messages,
            model_preferences: None,
            system_prompt: None,
            include_context: None,
            temperature: None,
            max_tokens,
            stop_sequences: None,
            metadata: None,
            tools: None,
            tool_choice: None,
        }
    }
}

/// Whose context is added to a prompt. Everything but `none` is deprecated since 2025-11-25.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IncludeContext {
    /// Nobody's.
    #[default]
    None,
    /// Of the server that asks.
    ThisServer,
    /// Of all servers of the client.
    AllServers,
}

const INCLUDE_CONTEXT: Shape = Shape::OneOf(&["none", "thisServer", "allServers"]);

/// `role` of a message.
const ROLE_ROW: Member = required("role", ROLE, "sampling-role");

/// How a model may use tools.
///
/// Specification: `client/sampling#tool-choice-modes`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolChoice {
    /// The mode; absent means auto.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<ToolChoiceMode>,
}

shaped! { ToolChoice, "client/sampling#tool-choice-modes", [
    optional("mode", &Shape::OneOf(&["auto", "required", "none"]), "sampling-tool-choice-mode"),
] }

/// The modes of tool use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolChoiceMode {
    /// The model decides.
    #[default]
    Auto,
    /// At least one tool is used.
    Required,
    /// No tool is used.
    None,
}

/// One message of the conversation that a model continues.
///
/// Specification: `client/sampling#messages`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SamplingMessage {
    /// Who said it.
    pub role: Role,
    /// What was said: one block or several.
    pub content: SamplingContent,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

shaped! { SamplingMessage, "client/sampling#messages", [
    ROLE_ROW,
    CONTENT,
    meta("meta-not-object"),
] }

impl SamplingMessage {
    /// A message.
    pub fn new(role: Role, content: impl Into<SamplingContent>) -> Self {
        Self { role, content: content.into(), meta: None }
    }
}

/// What the model said.
///
/// Specification: `client/sampling#result-fields`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateMessageResult {
    /// Who said it: the assistant. The type admits the user as well.
    pub role: Role,
    /// What was said.
    pub content: SamplingContent,
    /// The name of the model.
    pub model: String,
    /// Why it stopped; an open set, of which [`stop_reason`] has the known values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

shaped! { CreateMessageResult, "client/sampling#result-fields", [
    required("role", ROLE, "sampling-result-fields"),
    CONTENT,
    required("model", &Shape::String, "sampling-result-fields"),
    string("stopReason", "sampling-stop-reason-type"),
    meta("meta-not-object"),
] }

impl CreateMessageResult {
    /// What the assistant said, and which model it was.
    pub fn new(content: impl Into<SamplingContent>, model: impl Into<String>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
            model: model.into(),
            stop_reason: None,
            meta: None,
        }
    }
}

/// The values that the specification names for `stopReason`.
pub mod stop_reason {
    /// The model had said all.
    pub const END_TURN: &str = "endTurn";
    /// One of the stop sequences came.
    pub const STOP_SEQUENCE: &str = "stopSequence";
    /// The limit of tokens was reached.
    pub const MAX_TOKENS: &str = "maxTokens";
    /// The model wants tools to be called.
    pub const TOOL_USE: &str = "toolUse";
}

/// What the server would like of a model. All of it is advice.
///
/// Specification: `client/sampling#model-preferences`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelPreferences {
    /// Names to look for, the best first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<Vec<ModelHint>>,
    /// How much a low price counts, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub cost_priority: Option<f64>,
    /// How much speed counts, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub speed_priority: Option<f64>,
    /// How much ability counts, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub intelligence_priority: Option<f64>,
}

shaped! { ModelPreferences, "client/sampling#model-preferences", [
    optional("hints", &Shape::Array(ModelHint::SHAPE), "sampling-hints-type"),
    optional("costPriority", &Shape::ZeroToOne, "sampling-priorities-range"),
    optional("speedPriority", &Shape::ZeroToOne, "sampling-priorities-range"),
    optional("intelligencePriority", &Shape::ZeroToOne, "sampling-priorities-range"),
] }

/// A hint at a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelHint {
    /// A part of the model's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

shaped! { ModelHint, "client/sampling#model-preferences", [
    string("name", "sampling-hints-type"),
] }

impl ModelHint {
    /// A hint at models whose name holds this text.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()) }
    }
}
