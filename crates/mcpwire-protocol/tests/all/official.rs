//! The published schema as a second judge, with the places where it is not the specification.

use std::collections::HashMap;
use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::examples::{all_types, official};
use super::task_schema::task_definitions;

/// A place of the schema that says something else than the specification's own source, and what
/// it should say.
struct Correction {
    /// Why, in a word or two.
    why: &'static str,
    /// Where.
    pointer: &'static str,
    /// What belongs there.
    should: fn() -> Value,
}

/// The traps of the published schema that a shape verdict meets.
///
/// Of the others, S-1 (any object with a `resultType` passes as one of three results) is met in
/// the examples, and S-2, S-5 and S-6 (what the schema leaves out: ids, the subscription's id,
/// roles and result types) are no matter of shape: rules of their own judge them.
const CORRECTIONS: &[Correction] = &[
    Correction {
        why: "S-3: any JSON is allowed, not only strings, integers and booleans",
        pointer: "/$defs/JSONValue",
        should: || json!({}),
    },
    Correction {
        why: "S-3: a form may hold fractions",
        pointer: "/$defs/ElicitResult/properties/content/additionalProperties/anyOf/1/type",
        should: || json!(["string", "number", "boolean"]),
    },
    Correction {
        why: "S-4: a string with a list of choices is no mere string",
        pointer: "/$defs/StringSchema/not",
        should: || json!({"anyOf": [{"required": ["enum"]}, {"required": ["oneOf"]}]}),
    },
    Correction {
        why: "S-4: a choice is of the kind that its members say",
        pointer: "/$defs/UntitledSingleSelectEnumSchema/not",
        should: || json!({"anyOf": [{"required": ["enumNames"]}, {"required": ["oneOf"]}]}),
    },
    Correction {
        why: "The page on several rounds: one of two members must be there",
        pointer: "/$defs/InputRequiredResult/anyOf",
        should: || json!([{"required": ["inputRequests"]}, {"required": ["requestState"]}]),
    },
    Correction {
        why: "Tasks: the extension adds a member to the filter",
        pointer: "/$defs/SubscriptionFilter/properties/taskIds",
        should: || json!({"type": "array", "items": {"type": "string"}}),
    },
];

/// The published schema, ready to judge values of the types that tests know.
pub(crate) struct Official(HashMap<&'static str, Validator>);

impl Official {
    /// Reads it; `None` where it is not at hand.
    pub(crate) fn read() -> Option<Self> {
        let file = official()?.join("schema-2026-07-28.json");
        let text = fs::read_to_string(file).expect("the schema can be read");
        let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
        for correction in CORRECTIONS {
            let (parent, last) = correction.pointer.rsplit_once('/').expect("a pointer");
            let place = schema.pointer_mut(parent).unwrap_or_else(|| panic!("{}", correction.why));
            place[last] = (correction.should)();
        }
        for (name, definition) in task_definitions() {
            schema["$defs"][name] = definition;
        }
        let definitions = all_types().into_iter().map(|typed| typed.definition);
        Some(Official(definitions.map(|name| (name, validator(&mut schema, name))).collect()))
    }

    /// Whether a value is of a type of the schema.
    pub(crate) fn accepts(&self, definition: &'static str, value: &Value) -> bool {
        self.0[definition].is_valid(value)
    }
}

fn validator(schema: &mut Value, definition: &'static str) -> Validator {
    assert!(schema["$defs"].get(definition).is_some(), "The schema does not define {definition}");
    schema["$ref"] = json!(format!("#/$defs/{definition}"));
    jsonschema::validator_for(schema).expect("the schema is one")
}
