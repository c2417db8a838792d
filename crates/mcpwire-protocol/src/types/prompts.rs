//! Prompts that a server offers to fill in.
//!
//! Specification: `server/prompts`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::base::{Icon, ROLE, Role};
use super::caching::CacheScope;
use super::content::ContentBlock;
use super::meta::{Meta, RequestMeta, ResultMeta};
use super::method::RequestMethod;
use super::number::number;
use super::object::JsonObject;
use super::pagination::PaginatedRequestParams;
use super::rows::{
    CACHE_SCOPE, INPUT_RESPONSES_ROW, NEXT_CURSOR, REQUEST_META, REQUEST_STATE, RESULT_META,
    RESULT_TYPE, TTL_MS, icons, meta, string,
};
use super::shaped::shaped;
use crate::method::Method;
use crate::rules::shape::{Shape, optional, required};

/// An entry of the list of prompts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// The name that it is fetched by.
    pub name: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What can be filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<PromptArgument>>,
    /// Pictures for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Prompt {
    /// A prompt of which nothing else is said.
    pub fn new(name: impl Into<String>) -> Self {
        Prompt {
            name: name.into(),
            title: None,
            description: None,
            arguments: None,
            icons: None,
            meta: None,
        }
    }
}

/// Something that can be filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptArgument {
    /// The name for programs.
    pub name: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What belongs there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// It must be filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
}

impl PromptArgument {
    /// An argument of which nothing else is said.
    pub fn new(name: impl Into<String>) -> Self {
        PromptArgument { name: name.into(), title: None, description: None, required: None }
    }
}

/// A page of the list of prompts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct ListPromptsResult {
    /// The entries.
    pub prompts: Vec<Prompt>,
    /// Where the next page begins; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// For how many milliseconds the answer may be kept.
    #[serde(default, deserialize_with = "number")]
    pub ttl_ms: u64,
    /// Who may share the kept answer.
    #[serde(default)]
    pub cache_scope: CacheScope,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl ListPromptsResult {
    /// The whole list, which nobody may keep.
    pub fn new(prompts: Vec<Prompt>) -> Self {
        let cache_scope = CacheScope::Private;
        ListPromptsResult { prompts, next_cursor: None, ttl_ms: 0, cache_scope, meta: None }
    }
}

/// Which prompt to fill in, and with what.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetPromptRequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// The prompt.
    pub name: String,
    /// What is filled in, by the names of the arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<BTreeMap<String, String>>,
    /// Answers to the questions of an earlier round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<JsonObject>,
    /// What the server handed out with those questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

impl GetPromptRequestParams {
    /// A first request for a prompt, with nothing filled in.
    pub fn new(meta: RequestMeta, name: impl Into<String>) -> Self {
        GetPromptRequestParams {
            meta,
            name: name.into(),
            arguments: None,
            input_responses: None,
            request_state: None,
        }
    }
}

/// A prompt that is filled in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct GetPromptResult {
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What to begin a conversation with.
    pub messages: Vec<PromptMessage>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl GetPromptResult {
    /// Messages without a description.
    pub fn new(messages: Vec<PromptMessage>) -> Self {
        GetPromptResult { messages, ..Self::default() }
    }
}

/// One message of a prompt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PromptMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said: one block.
    pub content: ContentBlock,
}

impl PromptMessage {
    /// What somebody says.
    pub fn new(role: Role, content: impl Into<ContentBlock>) -> Self {
        PromptMessage { role, content: content.into() }
    }
}

shaped! { PromptArgument, "server/prompts", [
    required("name", &Shape::String, "prompt-argument-name"),
    string("title", "prompt-fields-type"),
    string("description", "prompt-fields-type"),
    optional("required", &Shape::Boolean, "prompt-argument-required-type"),
] }

shaped! { Prompt, "server/prompts", [
    required("name", &Shape::String, "prompt-name-missing"),
    string("title", "prompt-fields-type"),
    string("description", "prompt-fields-type"),
    optional("arguments", &Shape::Array(PromptArgument::SHAPE), "prompt-fields-type"),
    icons("prompt-fields-type"),
    meta("prompt-fields-type"),
] }

shaped! { result ListPromptsResult, "server/prompts", [
    RESULT_TYPE,
    required("prompts", &Shape::Array(Prompt::SHAPE), "prompts-list-missing"),
    NEXT_CURSOR,
    TTL_MS,
    CACHE_SCOPE,
    RESULT_META,
] }

shaped! { GetPromptRequestParams, "server/prompts", [
    REQUEST_META,
    required("name", &Shape::String, "prompts-get-name-missing"),
    optional("arguments", &Shape::Map(&Shape::String), "prompts-get-arguments-type"),
    INPUT_RESPONSES_ROW,
    REQUEST_STATE,
] }

shaped! { PromptMessage, "server/prompts", [
    required("role", ROLE, "prompt-message-role"),
    required("content", ContentBlock::SHAPE, "prompt-message-content"),
] }

shaped! { result GetPromptResult, "server/prompts", [
    RESULT_TYPE,
    string("description", "prompts-get-description-type"),
    required("messages", &Shape::Array(PromptMessage::SHAPE), "prompts-get-messages-missing"),
    RESULT_META,
] }

/// `prompts/list`
#[derive(Clone, Copy, Debug)]
pub enum ListPrompts {}

impl RequestMethod for ListPrompts {
    const METHOD: Method = Method::PromptsList;
    type Params = PaginatedRequestParams;
    type Result = ListPromptsResult;
}

/// `prompts/get`
#[derive(Clone, Copy, Debug)]
pub enum GetPrompt {}

impl RequestMethod for GetPrompt {
    const METHOD: Method = Method::PromptsGet;
    type Params = GetPromptRequestParams;
    type Result = GetPromptResult;
}
