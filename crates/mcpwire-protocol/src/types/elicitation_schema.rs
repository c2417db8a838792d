//! The restricted schema language of form elicitation: an object without nesting whose
//! properties are strings, numbers, booleans or choices from a list.
//!
//! Specification: `client/elicitation#requested-schema`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Shaped;
use super::json_number::JsonNumber;
use super::number::maybe;
use super::primitive_schema::PrimitiveSchemaDefinition;
use super::rows::string;
use super::shaped::shaped;
use crate::rules::shape::{Member, Shape, optional, required};

/// `title` of a field.
pub(super) const TITLE: Member = string("title", "elicit-schema-title-type");

/// `type` of a field.
pub(super) const fn kind(words: &'static Shape) -> Member {
    required("type", words, "elicit-schema-type-missing").wrong("elicit-schema-nested")
}

/// `description` of a field.
pub(super) const DESCRIPTION: Member = string("description", "elicit-schema-title-type");

/// The schema of a form: its fields in the order in which they are shown.
///
/// Specification: `schema#ElicitRequestFormParams`, `requestedSchema`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "object")]
pub struct RequestedSchema {
    /// The JSON Schema dialect, a URI.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The fields by name.
    pub properties: IndexMap<String, PrimitiveSchemaDefinition>,
    /// The names of the fields that an accepted form must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<Vec<String>>,
}

impl RequestedSchema {
    /// A form without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field that the user may leave empty.
    #[must_use]
    pub fn optional(
        mut self,
        name: impl Into<String>,
        field: impl Into<PrimitiveSchemaDefinition>,
    ) -> Self {
        self.properties.insert(name.into(), field.into());
        self
    }

    /// Adds a field that an accepted form must have.
    #[must_use]
    pub fn required(
        self,
        name: impl Into<String>,
        field: impl Into<PrimitiveSchemaDefinition>,
    ) -> Self {
        let name = name.into();
        let mut form = self.optional(name.clone(), field);
        form.required.get_or_insert_default().push(name);
        form
    }
}

const FIELDS: Shape = Shape::Map(PrimitiveSchemaDefinition::SHAPE);

shaped! { RequestedSchema, "client/elicitation#requested-schema", [
    optional("$schema", &Shape::String, "elicit-schema-root"),
    required("type", &Shape::OneOf(&["object"]), "elicit-schema-root"),
    required("properties", &FIELDS, "elicit-schema-root").each("elicit-schema-nested"),
    optional("required", &Shape::Array(&Shape::String), "elicit-schema-required-type"),
] }

/// Text, at most of one of four formats.
///
/// Specification: `schema#StringSchema`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string", rename_all = "camelCase")]
pub struct StringSchema {
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to fill in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The least number of characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub min_length: Option<i64>,
    /// The greatest number of characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub max_length: Option<i64>,
    /// What the text must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<StringFormat>,
    /// What stands in the field at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

shaped! { StringSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["string"])),
    TITLE,
    DESCRIPTION,
    optional("minLength", &Shape::Integer, "elicit-schema-length-type"),
    optional("maxLength", &Shape::Integer, "elicit-schema-length-type"),
    optional("format", &FORMAT, "elicit-schema-string-format"),
    string("default", "elicit-schema-title-type"),
] }

const FORMAT: Shape = Shape::OneOf(&["email", "uri", "date", "date-time"]);

/// The formats that a text field can demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StringFormat {
    /// An e-mail address.
    Email,
    /// A URI.
    Uri,
    /// A date, `2026-07-28`.
    Date,
    /// A date with a time, by RFC 3339.
    DateTime,
}

/// A number.
///
/// Specification: `schema#NumberSchema`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NumberSchema {
    /// Whether fractions are allowed.
    #[serde(rename = "type")]
    pub kind: NumberKind,
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to fill in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The least value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<JsonNumber>,
    /// The greatest value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<JsonNumber>,
    /// What stands in the field at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<JsonNumber>,
}

shaped! { NumberSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["number", "integer"])),
    TITLE,
    DESCRIPTION,
    optional("minimum", &Shape::Number, "elicit-schema-number-bounds"),
    optional("maximum", &Shape::Number, "elicit-schema-number-bounds"),
    optional("default", &Shape::Number, "elicit-schema-number-bounds"),
] }

/// The two types of a number field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberKind {
    /// Any number.
    #[default]
    Number,
    /// Whole numbers only.
    Integer,
}

/// Yes or no.
///
/// Specification: `schema#BooleanSchema`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "boolean")]
pub struct BooleanSchema {
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What is chosen at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<bool>,
}

shaped! { BooleanSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["boolean"])),
    TITLE,
    DESCRIPTION,
    optional("default", &Shape::Boolean, "elicit-schema-boolean-default"),
] }
