//! What to do about a schema that is not valid: the common mistakes by their own names.

use mcpwire_schema::{Limits, Schema};
use serde_json::{Value, json};

/// What is wrong with the `type` at the place, where that is it: shorter than what validation by
/// the dialect's own schema says.
pub(super) fn wrong_type(schema: &Value, pointer: &str) -> Option<String> {
    let Place::Keyword { keyword: "type", .. } = Place::of(pointer) else { return None };
    let wrong = match schema.pointer(pointer)? {
        Value::Array(types) => types.iter().find(|one| !is_type(one))?,
        other => other,
    };
    Some(format!("`{pointer:.200}` has {}, which is no type", short(wrong)))
}

/// What to do, in sentences, with the dialect at their end.
pub(super) fn advice(schema: &Value, pointer: &str) -> String {
    let value = schema.pointer(pointer).unwrap_or(&Value::Null);
    let fix = match Place::of(pointer) {
        Place::Keyword { keyword, property } => fix(keyword, property, value),
        Place::Schema => match value.as_str().and_then(named_type) {
            Some(kind) => format!("Write `{{\"type\": \"{kind}\"}}` in place of {}.", short(value)),
            None => "Write a schema here: an object, `true` or `false`.".to_owned(),
        },
    };
    format!("{fix} {}", dialect(schema))
}

/// What a way in a schema leads to.
enum Place<'p> {
    /// The value of a keyword, perhaps in the schema of a property.
    Keyword { keyword: &'p str, property: Option<&'p str> },
    /// What should be a schema, in a list or under a name.
    Schema,
}

/// The keywords that hold schemas under names, and in lists.
const NAMED: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTED: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

impl<'p> Place<'p> {
    fn of(pointer: &'p str) -> Self {
        let mut place = Place::Schema;
        let mut property = None;
        // The keyword whose schemas the next step chooses from.
        let mut within = None;
        for step in pointer.split('/').skip(1) {
            place = match within.take() {
                Some(keyword) => {
                    property = (keyword == "properties").then_some(step);
                    Place::Schema
                }
                None => {
                    within = Some(step).filter(|it| NAMED.contains(it) || LISTED.contains(it));
                    Place::Keyword { keyword: step, property: property.take() }
                }
            };
        }
        place
    }
}

/// What to do about the value of a keyword.
fn fix(keyword: &str, property: Option<&str>, value: &Value) -> String {
    match (keyword, value) {
        ("required", Value::Bool(flag)) if property.is_some() => {
            flag_of_property(property.unwrap_or_default(), *flag)
        }
        ("required", Value::String(name)) => format!("Write `\"required\": {}`.", list(name)),
        ("required", _) => "Make `required` a list of names beside `properties`.".to_owned(),
        ("type", value) => type_fix(value),
        ("enum", _) => "Make `enum` a list of values.".to_owned(),
        ("items", Value::Array(_)) => {
            "Make `items` one schema; a list of schemas is `prefixItems`.".to_owned()
        }
        ("exclusiveMinimum" | "exclusiveMaximum", Value::Bool(_)) => format!(
            "Make `{keyword}` the bound itself, a number, in place of the member beside it; only \
             draft-04 has a flag here."
        ),
        _ if NAMED.contains(&keyword) => {
            format!("Make `{keyword}` an object with a schema under each name.")
        }
        _ if LISTED.contains(&keyword) => format!("Make `{keyword}` a list of schemas."),
        _ => format!("Mend `{keyword:.60}`."),
    }
}

fn flag_of_property(name: &str, flag: bool) -> String {
    if flag {
        let list = list(&name.replace("~1", "/").replace("~0", "~"));
        format!(
            "Write `\"required\": {list}` beside `properties`: it is a list of names, no flag of a \
             property."
        )
    } else {
        "Leave it out: `required` is a list of names beside `properties`, and what it does not name \
         may be absent."
            .to_owned()
    }
}

fn list(name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    json!([name]).to_string()
}

const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/// What people write for the types.
const SLIPS: &[(&str, &[&str])] = &[
    ("string", &["str", "text", "varchar", "char", "uuid", "date", "datetime", "date-time"]),
    ("number", &["float", "double", "decimal", "numeric", "real", "num"]),
    ("integer", &["int", "long", "int32", "int64", "uint", "i32", "i64", "u32", "u64", "short"]),
    ("boolean", &["bool"]),
    ("object", &["dict", "map", "struct", "record", "obj", "json"]),
    ("array", &["list", "tuple", "set", "vec"]),
    ("null", &["none", "nil", "void", "undefined"]),
];

fn is_type(value: &Value) -> bool {
    value.as_str().is_some_and(|name| TYPES.contains(&name))
}

/// The type that is most likely meant by a name.
fn named_type(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let slip = |(_, slips): &&(&str, &[&str])| slips.contains(&&*name);
    let by_slip = || SLIPS.iter().find(slip).map(|(kind, _)| *kind);
    TYPES.into_iter().find(|kind| *kind == name).or_else(by_slip)
}

fn type_fix(value: &Value) -> String {
    let wrong = match value {
        Value::Array(types) => types.iter().find(|one| !is_type(one)).unwrap_or(value),
        other => other,
    };
    match wrong.as_str() {
        Some("any" | "Any") => "Leave `type` out where anything may stand.".to_owned(),
        Some(name) if named_type(name).is_some() => {
            format!(
                "Write \"{}\" in place of {}.",
                named_type(name).unwrap_or_default(),
                short(wrong)
            )
        }
        _ => format!("Make `type` one of {}, or a list of these.", TYPES.join(", ")),
    }
}

/// The value, or the start of it.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Which dialect the schema is held to.
fn dialect(schema: &Value) -> String {
    let named = schema.get("$schema");
    let uri = named.map_or_else(|| json!({}), |uri| json!({ "$schema": uri }));
    match Schema::compile(&uri, &Limits::default()) {
        Ok(it) if named.is_some() => {
            format!("The dialect is JSON Schema {}, which `$schema` names.", it.dialect())
        }
        Ok(it) => {
            format!("The dialect is JSON Schema {}, as `$schema` names no other.", it.dialect())
        }
        Err(_) => String::new(),
    }
}
