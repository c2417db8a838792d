//! Rules of `client/elicitation/schema`.

pub(in crate::rules) mod checks;

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must(
        "elicit-schema-missing",
        Party::Server,
        "client/elicitation#form-mode-elicitation-requests",
    )
    .says("Form mode has requestedSchema.")
    .on(&["elicitation/create"])
    .checked(),
    must("elicit-schema-nested", Party::Server, "client/elicitation#requested-schema")
        .says("Properties are primitives or enums, no nested objects or object arrays.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-array-not-enum", Party::Server, "schema#MultiSelectEnumSchema")
        .says("Array properties are multi-select enums (items enum or anyOf const/title).")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-string-format", Party::Server, "schema#StringSchema")
        .says("String format is email, uri, date or date-time.")
        .on(&["elicitation/create"])
        .checked(),
    should("elicit-schema-keyword-extra", Party::Server, "client/elicitation#requested-schema")
        .says("Keywords outside the listed subset (pattern, $ref, allOf) are not used.")
        .on(&["elicitation/create"])
        .derived()
        .checked(),
    should("elicit-schema-root-extra", Party::Server, "client/elicitation#requested-schema")
        .says("The root schema uses only $schema, type, properties and required.")
        .on(&["elicitation/create"])
        .derived()
        .checked(),
    must("elicit-schema-length-type", Party::Server, "schema#StringSchema")
        .says("minLength and maxLength are integers.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-number-bounds", Party::Server, "schema#NumberSchema")
        .says("minimum, maximum and default of a number are numbers.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-boolean-default", Party::Server, "schema#BooleanSchema")
        .says("default of a boolean is a boolean.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-enum-values", Party::Server, "schema#UntitledSingleSelectEnumSchema")
        .says("enum lists strings.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-titled-options", Party::Server, "schema#TitledSingleSelectEnumSchema")
        .says("oneOf and anyOf options have string const and title.")
        .on(&["elicitation/create"])
        .checked(),
    should("elicit-schema-enum-names", Party::Server, "schema#LegacyTitledEnumSchema")
        .says("Legacy enumNames is not used.")
        .on(&["elicitation/create"])
        .checked(),
    should("elicit-schema-default-member", Party::Server, "schema#SingleSelectEnumSchema")
        .says("An enum default is one of the options.")
        .scope(Scope::Schema)
        .on(&["elicitation/create"]),
    must("elicit-schema-type-missing", Party::Server, "schema#PrimitiveSchemaDefinition")
        .says("Each requestedSchema property states its type.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-multi-bounds", Party::Server, "schema#UntitledMultiSelectEnumSchema")
        .says("minItems and maxItems are integers, default an array of strings.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-title-type", Party::Server, "schema#StringSchema")
        .says("title and description of a property are strings; a string default is a string.")
        .on(&["elicitation/create"])
        .checked(),
];
