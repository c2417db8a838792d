//! Proposals for what a user may want to type into an argument.
//!
//! Specification: `server/utilities/completion`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::meta::{RequestMeta, ResultMeta};
use super::method::RequestMethod;
use super::number::maybe;
use super::rows::{REQUEST_META, RESULT_META, RESULT_TYPE, string};
use super::shaped::{shaped, union_by_member};
use crate::method::Method;
use crate::rules::shape::{Shape, optional, required};

/// What is being typed, and into what.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompleteRequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// What the argument belongs to.
    #[serde(rename = "ref")]
    pub reference: CompletionReference,
    /// The argument that is being typed.
    pub argument: CompletionArgument,
    /// What was filled in before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<CompletionContext>,
}

impl CompleteRequestParams {
    /// A request without context.
    pub fn new(
        meta: RequestMeta,
        reference: impl Into<CompletionReference>,
        argument: CompletionArgument,
    ) -> Self {
        CompleteRequestParams { meta, reference: reference.into(), argument, context: None }
    }
}

union_by_member! {
    /// What an argument belongs to.
    CompletionReference, "server/utilities/completion", by "type", missing "completion-ref-type",
    unknown "completion-ref-type",
    [
        /// A prompt.
        Prompt(PromptReference) = "ref/prompt",
        /// A resource template.
        Resource(ResourceTemplateReference) = "ref/resource",
    ]
}

/// A prompt, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "ref/prompt", rename_all = "camelCase")]
pub struct PromptReference {
    /// The name for programs.
    pub name: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl PromptReference {
    /// The prompt of this name.
    pub fn new(name: impl Into<String>) -> Self {
        PromptReference { name: name.into(), title: None }
    }
}

/// A resource template, by its pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "ref/resource", rename_all = "camelCase")]
pub struct ResourceTemplateReference {
    /// The URI or its template.
    pub uri: String,
}

impl ResourceTemplateReference {
    /// The template with this pattern.
    pub fn new(uri: impl Into<String>) -> Self {
        ResourceTemplateReference { uri: uri.into() }
    }
}

/// An argument that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletionArgument {
    /// Its name.
    pub name: String,
    /// What was typed so far.
    pub value: String,
}

/// What was filled in before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletionContext {
    /// By the names of the arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<BTreeMap<String, String>>,
}

/// The proposals.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct CompleteResult {
    /// The proposals.
    pub completion: Completion,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl CompleteResult {
    /// These proposals.
    pub fn new(completion: Completion) -> Self {
        CompleteResult { completion, meta: None }
    }
}

/// Proposals, and how many more there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// At most [`Completion::MOST`].
    pub values: Vec<String>,
    /// How many there are in all.
    #[serde(default, deserialize_with = "maybe", skip_serializing_if = "Option::is_none")]
    pub total: Option<i64>,
    /// There are more than are listed, even if it is not known how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_more: Option<bool>,
}

impl Completion {
    /// How many proposals one answer may hold.
    pub const MOST: usize = 100;

    /// The first [`Completion::MOST`] of these values; whether there are more is said with them.
    pub fn first_of(mut values: Vec<String>) -> Self {
        let total = values.len();
        values.truncate(Self::MOST);
        let has_more = total > values.len();
        Completion { values, total: i64::try_from(total).ok(), has_more: Some(has_more) }
    }
}

shaped! { PromptReference, "server/utilities/completion", [
    required("type", &Shape::OneOf(&["ref/prompt"]), "completion-ref-type"),
    required("name", &Shape::String, "completion-ref-prompt-name"),
    string("title", "completion-ref-prompt-name"),
] }

shaped! { ResourceTemplateReference, "server/utilities/completion", [
    required("type", &Shape::OneOf(&["ref/resource"]), "completion-ref-type"),
    required("uri", &Shape::UriTemplate, "completion-ref-resource-uri"),
] }

shaped! { CompletionArgument, "server/utilities/completion", [
    required("name", &Shape::String, "completion-argument-missing"),
    required("value", &Shape::String, "completion-argument-missing"),
] }

shaped! { CompletionContext, "server/utilities/completion", [
    optional("arguments", &Shape::Map(&Shape::String), "completion-context-type"),
] }

shaped! { CompleteRequestParams, "server/utilities/completion", [
    REQUEST_META,
    required("ref", CompletionReference::SHAPE, "completion-ref-missing"),
    required("argument", CompletionArgument::SHAPE, "completion-argument-missing"),
    optional("context", CompletionContext::SHAPE, "completion-context-type"),
] }

shaped! { Completion, "server/utilities/completion", [
    required("values", &Shape::ArrayUpTo(Completion::MOST, &Shape::String), "completion-values-missing")
        .outside("completion-values-max"),
    optional("total", &Shape::Integer, "completion-total-type"),
    optional("hasMore", &Shape::Boolean, "completion-has-more-type"),
] }

shaped! { result CompleteResult, "server/utilities/completion", [
    RESULT_TYPE,
    required("completion", Completion::SHAPE, "completion-values-missing"),
    RESULT_META,
] }

/// `completion/complete`
#[derive(Clone, Copy, Debug)]
pub enum Complete {}

impl RequestMethod for Complete {
    const METHOD: Method = Method::CompletionComplete;
    type Params = CompleteRequestParams;
    type Result = CompleteResult;
}
