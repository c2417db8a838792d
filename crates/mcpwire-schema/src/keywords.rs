//! Which keywords hold subschemas, and which values those look at.

use serde_json::{Map, Value};

/// Which values a subschema looks at, seen from the value its parent looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// None, unless something refers to it.
    Unused,
    /// The same value.
    Same,
    /// The same value; of all such relations of one schema only one is taken.
    OneOfSame,
    /// One property, by its name.
    Property,
    /// The properties that are not named.
    OtherProperty,
    /// Any property, or its name.
    AnyProperty,
    /// One item, by its index.
    Item,
    /// The items after those.
    OtherItem,
    /// Any item.
    AnyItem,
}

/// One step down into a schema.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'a> {
    /// The root.
    Root,
    /// A place that is no subschema by any keyword, but that a reference points at.
    Pointer(&'a str),
    /// A keyword that holds one schema.
    Keyword(&'a str),
    /// A keyword that holds schemas by name.
    Name(&'a str, &'a str),
    /// A keyword that holds a list of schemas.
    Index(&'a str, usize),
}

/// Calls `visit` with every subschema directly below.
pub(crate) fn for_each<'a>(
    schema: &'a Map<String, Value>,
    mut visit: impl FnMut(Relation, Step<'a>, &'a Value),
) {
    for (keyword, value) in schema {
        let (relation, in_list) = match keyword.as_str() {
            "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" | "dependentSchemas"
            | "dependencies" => (Relation::Same, Relation::Same),
            "$defs" | "definitions" | "contentSchema" => (Relation::Unused, Relation::Unused),
            "properties" => (Relation::Property, Relation::Property),
            "patternProperties" | "propertyNames" => (Relation::AnyProperty, Relation::AnyProperty),
            "additionalProperties" | "unevaluatedProperties" => {
                (Relation::OtherProperty, Relation::OtherProperty)
            }
            "items" | "prefixItems" => (Relation::OtherItem, Relation::Item),
            "additionalItems" | "unevaluatedItems" => (Relation::OtherItem, Relation::OtherItem),
            "contains" => (Relation::AnyItem, Relation::AnyItem),
            _ => continue,
        };
        let by_name = matches!(
            keyword.as_str(),
            "dependentSchemas"
                | "dependencies"
                | "$defs"
                | "definitions"
                | "properties"
                | "patternProperties"
        );
        match value {
            Value::Object(schemas) if by_name => {
                for (name, schema) in schemas {
                    // `dependencies` also holds lists of names.
                    if !schema.is_array() {
                        visit(relation, Step::Name(keyword, name), schema);
                    }
                }
            }
            Value::Array(schemas) => {
                for (index, schema) in schemas.iter().enumerate() {
                    visit(in_list, Step::Index(keyword, index), schema);
                }
            }
            Value::Object(_) | Value::Bool(_) => visit(relation, Step::Keyword(keyword), value),
            _ => {}
        }
    }
}

/// Steps that the keywords of this very schema take on one value, subschemas aside.
pub(crate) fn own_steps(schema: &Map<String, Value>) -> u64 {
    let mut steps = 1;
    for (keyword, value) in schema {
        steps += match (keyword.as_str(), value) {
            ("required" | "type", Value::Array(names)) => names.len() as u64,
            ("properties" | "patternProperties", Value::Object(schemas)) => schemas.len() as u64,
            ("enum" | "const" | "dependentRequired" | "dependencies", value) => values(value),
            _ => 1,
        };
    }
    steps
}

/// How many values a value holds, itself included.
fn values(value: &Value) -> u64 {
    let mut count = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        count += 1;
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values()),
            _ => {}
        }
    }
    count
}
