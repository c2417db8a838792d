//! Tools that a server offers to call.
//!
//! Specification: `server/tools`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::base::Icon;
use super::caching::CacheScope;
use super::content::ContentBlock;
use super::meta::{Meta, RequestMeta, ResultMeta};
use super::method::RequestMethod;
use super::number::{number, present};
use super::object::JsonObject;
use super::pagination::PaginatedRequestParams;
use super::rows::{
    CACHE_SCOPE, INPUT_RESPONSES_ROW, NEXT_CURSOR, REQUEST_META, REQUEST_STATE, RESULT_META,
    RESULT_TYPE, TTL_MS, icons, meta, string,
};
use super::shaped::{object, shaped};
use crate::method::Method;
use crate::rules::shape::{Member, Shape, optional, required};

/// An entry of the list of tools.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    /// The name that it is called by.
    pub name: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, for models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Pictures for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
    /// The JSON Schema of its arguments; its root says `"type": "object"`.
    pub input_schema: Box<RawValue>,
    /// The JSON Schema of `structuredContent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Box<RawValue>>,
    /// Hints about how it behaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Tool {
    /// A tool of which nothing else is said.
    pub fn new(name: impl Into<String>, input_schema: Box<RawValue>) -> Self {
        Tool {
            name: name.into(),
            title: None,
            description: None,
            icons: None,
            input_schema,
            output_schema: None,
            annotations: None,
            meta: None,
        }
    }
}

/// Hints about how a tool behaves. A client must not rely on them unless it trusts the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// It changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// It may destroy something, rather than only add.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// Calling it twice with the same arguments is like calling it once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// It deals with things outside the server's own world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

/// A page of the list of tools.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct ListToolsResult {
    /// The entries.
    pub tools: Vec<Tool>,
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

impl ListToolsResult {
    /// The whole list, which nobody may keep.
    pub fn new(tools: Vec<Tool>) -> Self {
        let cache_scope = CacheScope::Private;
        ListToolsResult { tools, next_cursor: None, ttl_ms: 0, cache_scope, meta: None }
    }
}

/// Which tool to call, and with what.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallToolRequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// The tool.
    pub name: String,
    /// What it is called with: an object, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Box<RawValue>>,
    /// Answers to the questions of an earlier round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<JsonObject>,
    /// What the server handed out with those questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

impl CallToolRequestParams {
    /// A first call without arguments.
    pub fn new(meta: RequestMeta, name: impl Into<String>) -> Self {
        CallToolRequestParams {
            meta,
            name: name.into(),
            arguments: None,
            input_responses: None,
            request_state: None,
        }
    }
}

/// What a tool answered; its failures are answers too.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct CallToolResult {
    /// The answer for models.
    pub content: Vec<ContentBlock>,
    /// The answer for programs: any JSON, also `null`, which is not the same as absent.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub structured_content: Option<Box<RawValue>>,
    /// The tool failed, and the content says why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl CallToolResult {
    /// An answer in blocks of content.
    pub fn new(content: Vec<ContentBlock>) -> Self {
        CallToolResult { content, ..Self::default() }
    }

    /// The failure of a tool, with its cause.
    pub fn error(cause: impl Into<String>) -> Self {
        CallToolResult { is_error: Some(true), ..Self::new(vec![ContentBlock::text(cause)]) }
    }
}

const DIALECT: Member = string("$schema", "tool-input-schema-dialect-type");

const INPUT_SCHEMA: &Shape = &object!(
    "Tool.inputSchema",
    "server/tools",
    [required("type", &Shape::OneOf(&["object"]), "tool-input-schema-root-type"), DIALECT,]
);

const OUTPUT_SCHEMA: &Shape = &object!("Tool.outputSchema", "server/tools", [DIALECT]);

const fn hint(name: &'static str) -> Member {
    optional(name, &Shape::Boolean, "tool-annotations-type")
}

shaped! { ToolAnnotations, "server/tools", [
    string("title", "tool-annotations-type"),
    hint("readOnlyHint"),
    hint("destructiveHint"),
    hint("idempotentHint"),
    hint("openWorldHint"),
] }

shaped! { Tool, "server/tools", [
    required("name", &Shape::String, "tool-name-missing"),
    string("title", "tool-title-type"),
    string("description", "tool-title-type"),
    icons("tool-icons-type"),
    required("inputSchema", INPUT_SCHEMA, "tool-input-schema-missing").wrong("tool-input-schema-null"),
    optional("outputSchema", OUTPUT_SCHEMA, "tool-output-schema-type"),
    optional("annotations", ToolAnnotations::SHAPE, "tool-annotations-type"),
    meta("tool-meta-type"),
] }

shaped! { result ListToolsResult, "server/tools", [
    RESULT_TYPE,
    required("tools", &Shape::Array(Tool::SHAPE), "tools-list-missing"),
    NEXT_CURSOR,
    TTL_MS,
    CACHE_SCOPE,
    RESULT_META,
] }

shaped! { CallToolRequestParams, "server/tools", [
    REQUEST_META,
    required("name", &Shape::String, "tools-call-name-missing"),
    optional("arguments", &Shape::AnyObject, "tools-call-arguments-type"),
    INPUT_RESPONSES_ROW,
    REQUEST_STATE,
] }

shaped! { result CallToolResult, "server/tools", [
    RESULT_TYPE,
    required("content", &Shape::Array(ContentBlock::SHAPE), "tools-call-content-missing")
        .wrong("tools-call-content-type"),
    optional("structuredContent", &Shape::Any, "tools-call-content-type"),
    optional("isError", &Shape::Boolean, "tools-call-is-error-type"),
    RESULT_META,
] }

/// `tools/list`
#[derive(Clone, Copy, Debug)]
pub enum ListTools {}

impl RequestMethod for ListTools {
    const METHOD: Method = Method::ToolsList;
    type Params = PaginatedRequestParams;
    type Result = ListToolsResult;
}

/// `tools/call`
#[derive(Clone, Copy, Debug)]
pub enum CallTool {}

impl RequestMethod for CallTool {
    const METHOD: Method = Method::ToolsCall;
    type Params = CallToolRequestParams;
    type Result = CallToolResult;
}
