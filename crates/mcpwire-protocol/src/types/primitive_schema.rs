use serde::{Deserialize, Deserializer};

use super::Shaped;
use super::elicitation_enum::{
    LegacyTitledEnumSchema, TitledMultiSelectEnumSchema, TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema, UntitledSingleSelectEnumSchema,
};
use super::elicitation_schema::{BooleanSchema, NumberSchema, StringSchema};
use super::union::{choose, read, union_of};
use crate::json::Text;
use crate::rules::RuleId;
use crate::rules::shape::{Shape, Variants};

/// One field of a form.
///
/// Which kind it is follows from `type` and, among strings and arrays, from the member that lists
/// the choices: a string with `enum` is a choice even where it would pass as plain text.
/// Specification: `schema#PrimitiveSchemaDefinition`.
#[derive(Clone, Debug, PartialEq)]
pub enum PrimitiveSchemaDefinition {
    /// Text.
    String(StringSchema),
    /// A number or an integer.
    Number(NumberSchema),
    /// Yes or no.
    Boolean(BooleanSchema),
    /// One of a list of values that are shown as they are.
    UntitledSingleSelect(UntitledSingleSelectEnumSchema),
    /// One of a list of values that are shown by title.
    TitledSingleSelect(TitledSingleSelectEnumSchema),
    /// Several of a list of values that are shown as they are.
    UntitledMultiSelect(UntitledMultiSelectEnumSchema),
    /// Several of a list of values that are shown by title.
    TitledMultiSelect(TitledMultiSelectEnumSchema),
    /// One of a list of values whose titles stand in `enumNames`, as older revisions wrote it.
    LegacyTitled(LegacyTitledEnumSchema),
}

union_of!(PrimitiveSchemaDefinition {
    String(StringSchema),
    Number(NumberSchema),
    Boolean(BooleanSchema),
    UntitledSingleSelect(UntitledSingleSelectEnumSchema),
    TitledSingleSelect(TitledSingleSelectEnumSchema),
    UntitledMultiSelect(UntitledMultiSelectEnumSchema),
    TitledMultiSelect(TitledMultiSelectEnumSchema),
    LegacyTitled(LegacyTitledEnumSchema),
});

/// What a field is.
#[derive(Clone, Copy)]
enum Branch {
    String,
    UntitledSingleSelect,
    TitledSingleSelect,
    LegacyTitled,
    UntitledMultiSelect,
    TitledMultiSelect,
}

/// A string is a choice if a member lists what to choose from.
fn branch_of_string(field: Text<'_>) -> Branch {
    if field.get("oneOf").is_some() {
        Branch::TitledSingleSelect
    } else if field.get("enum").is_none() {
        Branch::String
    } else if field.get("enumNames").is_some() {
        Branch::LegacyTitled
    } else {
        Branch::UntitledSingleSelect
    }
}

/// An array is always a choice.
fn branch_of_array(field: Text<'_>) -> Branch {
    let items = field.get("items");
    let has = |name| items.is_some_and(|items| items.get(name).is_some());
    if has("anyOf") && !has("enum") {
        Branch::TitledMultiSelect
    } else {
        Branch::UntitledMultiSelect
    }
}

fn shape_of(branch: Branch) -> &'static Shape {
    match branch {
        Branch::String => StringSchema::SHAPE,
        Branch::UntitledSingleSelect => UntitledSingleSelectEnumSchema::SHAPE,
        Branch::TitledSingleSelect => TitledSingleSelectEnumSchema::SHAPE,
        Branch::LegacyTitled => LegacyTitledEnumSchema::SHAPE,
        Branch::UntitledMultiSelect => UntitledMultiSelectEnumSchema::SHAPE,
        Branch::TitledMultiSelect => TitledMultiSelectEnumSchema::SHAPE,
    }
}

impl Shaped for PrimitiveSchemaDefinition {
    const SHAPE: &'static Shape = &Shape::ByMember(&Variants {
        name: "PrimitiveSchemaDefinition",
        page: "client/elicitation#requested-schema",
        member: "type",
        words: &Shape::OneOf(&["string", "number", "integer", "boolean", "array"]),
        cases: &[
            ("string", &Shape::Pick(|field| shape_of(branch_of_string(field)))),
            ("number", NumberSchema::SHAPE),
            ("integer", NumberSchema::SHAPE),
            ("boolean", BooleanSchema::SHAPE),
            ("array", &Shape::Pick(|field| shape_of(branch_of_array(field)))),
        ],
        absent: None,
        missing: RuleId("elicit-schema-type-missing"),
        unknown: RuleId("elicit-schema-nested"),
    });
    const RULE: RuleId = RuleId("elicit-schema-nested");
}

impl<'de> Deserialize<'de> for PrimitiveSchemaDefinition {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choose(from, |field| {
            let kind = field.get("type").and_then(Text::as_string).unwrap_or_default();
            let branch = match &*kind {
                "boolean" => return read(field, Self::Boolean),
                "number" | "integer" => return read(field, Self::Number),
                "array" => branch_of_array(field),
                _ => branch_of_string(field),
            };
            match branch {
                Branch::String => read(field, Self::String),
                Branch::UntitledSingleSelect => read(field, Self::UntitledSingleSelect),
                Branch::TitledSingleSelect => read(field, Self::TitledSingleSelect),
                Branch::LegacyTitled => read(field, Self::LegacyTitled),
                Branch::UntitledMultiSelect => read(field, Self::UntitledMultiSelect),
                Branch::TitledMultiSelect => read(field, Self::TitledMultiSelect),
            }
        })
    }
}
