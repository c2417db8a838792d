//! Fields of a form that are a choice from a list: one or several, with titles or without.
//!
//! Specification: `client/elicitation#requested-schema`, "Enum Schema".

use serde::{Deserialize, Serialize};

use super::Shaped;
use super::elicitation_schema::{DESCRIPTION, TITLE, kind};
use super::number::maybe;
use super::rows::string;
use super::shaped::shaped;
use crate::rules::shape::{Shape, optional, required};

/// A list of strings.
const STRINGS: Shape = Shape::Array(&Shape::String);

/// The options of a titled choice.
const OPTIONS: Shape = Shape::Array(EnumOption::SHAPE);

/// One of a list of values that are shown as they are.
///
/// Specification: `schema#UntitledSingleSelectEnumSchema`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string")]
pub struct UntitledSingleSelectEnumSchema {
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The values, in the order in which they are shown.
    #[serde(rename = "enum")]
    pub values: Vec<String>,
    /// What is chosen at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

impl UntitledSingleSelectEnumSchema {
    /// A choice of one among `values`.
    pub fn new(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Self { title: None, description: None, values, default: None }
    }
}

shaped! { UntitledSingleSelectEnumSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["string"])),
    TITLE,
    DESCRIPTION,
    required("enum", &STRINGS, "elicit-schema-enum-values"),
    string("default", "elicit-schema-title-type"),
] }

/// One of a list of values that are shown by title.
///
/// Specification: `schema#TitledSingleSelectEnumSchema`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string")]
pub struct TitledSingleSelectEnumSchema {
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The options, in the order in which they are shown.
    #[serde(rename = "oneOf")]
    pub options: Vec<EnumOption>,
    /// What is chosen at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

impl TitledSingleSelectEnumSchema {
    /// A choice of one among `options`.
    pub fn new(options: impl IntoIterator<Item = EnumOption>) -> Self {
        let options = options.into_iter().collect();
        Self { title: None, description: None, options, default: None }
    }
}

shaped! { TitledSingleSelectEnumSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["string"])),
    TITLE,
    DESCRIPTION,
    required("oneOf", &OPTIONS, "elicit-schema-titled-options"),
    string("default", "elicit-schema-title-type"),
] }

/// One option of a titled choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnumOption {
    /// What is sent back when the option is chosen.
    #[serde(rename = "const")]
    pub value: String,
    /// What is shown.
    pub title: String,
}

impl EnumOption {
    /// An option.
    pub fn new(value: impl Into<String>, title: impl Into<String>) -> Self {
        EnumOption { value: value.into(), title: title.into() }
    }
}

shaped! { EnumOption, "client/elicitation#requested-schema", [
    required("const", &Shape::String, "elicit-schema-titled-options"),
    required("title", &Shape::String, "elicit-schema-titled-options"),
] }

/// Several of a list of values that are shown as they are.
///
/// Specification: `schema#UntitledMultiSelectEnumSchema`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "array", rename_all = "camelCase")]
pub struct UntitledMultiSelectEnumSchema {
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The least number of choices.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub min_items: Option<i64>,
    /// The greatest number of choices.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub max_items: Option<i64>,
    /// The values to choose from.
    pub items: UntitledItems,
    /// What is chosen at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Vec<String>>,
}

impl UntitledMultiSelectEnumSchema {
    /// A choice of any number among `values`.
    pub fn new(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let items = UntitledItems { values: values.into_iter().map(Into::into).collect() };
        Self {
            title: None,
            description: None,
            min_items: None,
            max_items: None,
            items,
            default: None,
        }
    }
}

shaped! { UntitledMultiSelectEnumSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["array"])),
    TITLE,
    DESCRIPTION,
    optional("minItems", &Shape::Integer, "elicit-schema-multi-bounds"),
    optional("maxItems", &Shape::Integer, "elicit-schema-multi-bounds"),
    required("items", UntitledItems::SHAPE, "elicit-schema-array-not-enum"),
    optional("default", &STRINGS, "elicit-schema-multi-bounds"),
] }

/// What an untitled multiple choice offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string")]
pub struct UntitledItems {
    /// The values, in the order in which they are shown.
    #[serde(rename = "enum")]
    pub values: Vec<String>,
}

shaped! { UntitledItems, "client/elicitation#requested-schema", [
    required("type", &Shape::OneOf(&["string"]), "elicit-schema-array-not-enum"),
    required("enum", &STRINGS, "elicit-schema-array-not-enum"),
] }

/// Several of a list of values that are shown by title.
///
/// Specification: `schema#TitledMultiSelectEnumSchema`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "array", rename_all = "camelCase")]
pub struct TitledMultiSelectEnumSchema {
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The least number of choices.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub min_items: Option<i64>,
    /// The greatest number of choices.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe")]
    pub max_items: Option<i64>,
    /// The options to choose from.
    pub items: TitledItems,
    /// What is chosen at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Vec<String>>,
}

impl TitledMultiSelectEnumSchema {
    /// A choice of any number among `options`.
    pub fn new(options: impl IntoIterator<Item = EnumOption>) -> Self {
        let items = TitledItems { options: options.into_iter().collect() };
        Self {
            title: None,
            description: None,
            min_items: None,
            max_items: None,
            items,
            default: None,
        }
    }
}

shaped! { TitledMultiSelectEnumSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["array"])),
    TITLE,
    DESCRIPTION,
    optional("minItems", &Shape::Integer, "elicit-schema-multi-bounds"),
    optional("maxItems", &Shape::Integer, "elicit-schema-multi-bounds"),
    required("items", TitledItems::SHAPE, "elicit-schema-array-not-enum"),
    optional("default", &STRINGS, "elicit-schema-multi-bounds"),
] }

/// What a titled multiple choice offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TitledItems {
    /// The options, in the order in which they are shown.
    #[serde(rename = "anyOf")]
    pub options: Vec<EnumOption>,
}

shaped! { TitledItems, "client/elicitation#requested-schema", [
    required("anyOf", &OPTIONS, "elicit-schema-titled-options"),
] }

/// One of a list of values whose titles stand beside them. Read where others write it; new forms
/// use [`TitledSingleSelectEnumSchema`].
///
/// Specification: `schema#LegacyTitledEnumSchema`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string", rename_all = "camelCase")]
pub struct LegacyTitledEnumSchema {
    /// The label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The values, in the order in which they are shown.
    #[serde(rename = "enum")]
    pub values: Vec<String>,
    /// The titles, in the order of the values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enum_names: Option<Vec<String>>,
    /// What is chosen at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

impl LegacyTitledEnumSchema {
    /// A choice of one among `values`, shown by `names`.
    pub fn new(values: Vec<String>, names: Vec<String>) -> Self {
        Self { title: None, description: None, values, enum_names: Some(names), default: None }
    }
}

shaped! { LegacyTitledEnumSchema, "client/elicitation#requested-schema", [
    kind(&Shape::OneOf(&["string"])),
    TITLE,
    DESCRIPTION,
    required("enum", &STRINGS, "elicit-schema-enum-values"),
    optional("enumNames", &STRINGS, "elicit-schema-enum-values"),
    string("default", "elicit-schema-title-type"),
] }
