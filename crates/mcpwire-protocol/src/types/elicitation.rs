//! Elicitation: a server asks the user, through the client, by a form or by a page to visit.
//!
//! Specification: `client/elicitation`.

use indexmap::IndexMap;
use serde::{Deserialize, Deserializer, Serialize};

use super::elicitation_schema::RequestedSchema;
use super::json_number::JsonNumber;
use super::shaped::{object, shaped};
use super::union::{choose, read, union_of};
use super::{RequestMethod, Shaped};
use crate::json::{Kind, Text};
use crate::method::Method;
use crate::rules::RuleId;
use crate::rules::shape::{Shape, Variants, optional, required};

/// `elicitation/create`, embedded in an input-required result.
#[derive(Clone, Copy, Debug)]
pub enum CreateElicitation {}

impl RequestMethod for CreateElicitation {
    const METHOD: Method = Method::ElicitationCreate;
    type Params = ElicitRequestParams;
    type Result = ElicitResult;
}

/// What `elicitation/create` asks, by its `mode`; an absent mode means form.
///
/// Specification: `client/elicitation#elicitation-requests`.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitRequestParams {
    /// A form to fill in.
    Form(ElicitRequestFormParams),
    /// A page to visit, for everything that must not pass through the client.
    Url(ElicitRequestUrlParams),
}

union_of!(ElicitRequestParams { Form(ElicitRequestFormParams), Url(ElicitRequestUrlParams), });

impl Shaped for ElicitRequestParams {
    const SHAPE: &'static Shape = &Shape::ByMember(&Variants {
        name: "ElicitRequestParams",
        page: "client/elicitation#elicitation-requests",
        member: "mode",
        words: &Shape::OneOf(&["form", "url"]),
        cases: &[("form", ElicitRequestFormParams::SHAPE), ("url", ElicitRequestUrlParams::SHAPE)],
        absent: Some(ElicitRequestFormParams::SHAPE),
        missing: RuleId("elicit-mode-value"),
        unknown: RuleId("elicit-mode-value"),
    });
}

impl<'de> Deserialize<'de> for ElicitRequestParams {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choose(from, |params| match params.get("mode") {
            Some(mode) if mode.is_string("url") => read(params, Self::Url),
            _ => read(params, Self::Form),
        })
    }
}

/// A form to fill in. It never asks for secrets.
///
/// Specification: `client/elicitation#form-mode-elicitation-requests`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ElicitRequestFormParams {
    /// The mode, if it is said; [`ElicitRequestFormParams::new`] says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FormMode>,
    /// What the user is told about the form.
    pub message: String,
    /// The fields.
    pub requested_schema: RequestedSchema,
}

shaped! { ElicitRequestFormParams, "client/elicitation#form-mode-elicitation-requests", [
    optional("mode", &Shape::OneOf(&["form"]), "elicit-mode-value"),
    required("message", &Shape::String, "elicit-message-missing"),
    required("requestedSchema", RequestedSchema::SHAPE, "elicit-schema-missing"),
] }

/// The `mode` of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormMode {
    /// `"form"`
    Form,
}

impl ElicitRequestFormParams {
    /// A form with a message to the user.
    pub fn new(message: impl Into<String>, requested_schema: RequestedSchema) -> Self {
        Self { mode: Some(FormMode::Form), message: message.into(), requested_schema }
    }
}

/// A page that the user should visit.
///
/// Specification: `client/elicitation#url-mode-elicitation-requests`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename = "url")]
pub struct ElicitRequestUrlParams {
    /// Why the visit is needed.
    pub message: String,
    /// The address, a URI. Not checked here.
    pub url: String,
}

impl Shaped for ElicitRequestUrlParams {
    const SHAPE: &'static Shape = &object!(
        "ElicitRequestURLParams",
        "client/elicitation#url-mode-elicitation-requests",
        [
            required("mode", &Shape::OneOf(&["url"]), "elicit-mode-value"),
            required("message", &Shape::String, "elicit-message-missing"),
            required("url", &Shape::Uri, "elicit-url-missing"),
        ]
    );
}

impl ElicitRequestUrlParams {
    /// A page with the reason for the visit.
    pub fn new(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self { message: message.into(), url: url.into() }
    }
}

/// What the user did with an elicitation.
///
/// Specification: `client/elicitation#response-actions`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElicitResult {
    /// The decision.
    pub action: ElicitAction,
    /// The values of the fields: of an accepted form only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<IndexMap<String, ElicitValue>>,
}

shaped! { ElicitResult, "client/elicitation#response-actions", [
    required("action", &ACTION, "elicit-action-missing"),
    optional("content", &Shape::Map(&VALUE), "elicit-content-type"),
] }

const ACTION: Shape = Shape::OneOf(&["accept", "decline", "cancel"]);

/// Schema.json knows no fractions here, schema.ts does, and holds.
const VALUE: Shape = Shape::ByKind(&[
    (Kind::String, &Shape::String),
    (Kind::Number, &Shape::Number),
    (Kind::Boolean, &Shape::Boolean),
    (Kind::Array, &Shape::Array(&Shape::String)),
]);

impl ElicitResult {
    /// A form that was filled in.
    pub fn accept(content: IndexMap<String, ElicitValue>) -> Self {
        Self { action: ElicitAction::Accept, content: Some(content) }
    }

    /// A decision without values: a page that will be visited, or a refusal.
    pub fn without_content(action: ElicitAction) -> Self {
        Self { action, content: None }
    }
}

/// What the user can do with an elicitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElicitAction {
    /// The form was sent, or the visit agreed to.
    Accept,
    /// The user said no.
    Decline,
    /// The user went away without a decision.
    Cancel,
}

/// The value of one field.
///
/// Numbers may have a fraction: the machine-readable schema admits integers only, by a slip of
/// its generator. Specification: `schema#ElicitResult`.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitValue {
    /// Text, or the chosen value of a single choice.
    String(String),
    /// A number.
    Number(JsonNumber),
    /// Yes or no.
    Boolean(bool),
    /// The chosen values of a multiple choice.
    Strings(Vec<String>),
}

union_of!(ElicitValue {
    String(String),
    Number(JsonNumber),
    Boolean(bool),
    Strings(Vec<String>),
});

impl From<&str> for ElicitValue {
    fn from(text: &str) -> Self {
        ElicitValue::String(text.to_owned())
    }
}

impl From<i64> for ElicitValue {
    fn from(number: i64) -> Self {
        ElicitValue::Number(number.into())
    }
}

impl<'de> Deserialize<'de> for ElicitValue {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choose(from, |value: Text<'_>| match value.kind() {
            Kind::Number => read(value, Self::Number),
            Kind::Boolean => read(value, Self::Boolean),
            Kind::Array => read(value, Self::Strings),
            _ => read(value, Self::String),
        })
    }
}
