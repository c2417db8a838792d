//! Schemas whose verdict is reached without the validator get the validator's verdict.

use mcpwire_schema::{Limits, Schema};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A schema of the keywords that are read without a validator, and now and then of others.
fn schema() -> impl Strategy<Value = Value> {
    let types = prop_oneof![
        Just(json!("string")),
        Just(json!("integer")),
        Just(json!("number")),
        Just(json!("boolean")),
        Just(json!("null")),
        Just(json!("object")),
        Just(json!("array")),
        Just(json!(["string", "null"])),
        Just(json!(["integer", "array"])),
        Just(json!(["integer", "integer"])),
        Just(json!([])),
        Just(json!("objekt")),
    ];
    let keyword = prop_oneof![
        4 => types.prop_map(|types| ("type", types)),
        1 => prop_oneof![Just(json!(0)), Just(json!(1)), Just(json!(0.0)), Just(json!("0"))]
            .prop_map(|least| ("minimum", least)),
        1 => any::<bool>().prop_map(|open| ("additionalProperties", json!(open))),
        1 => prop::collection::vec("[abc]", 0..3).prop_map(|names| ("required", json!(names))),
        1 => Just(("title", json!("A title"))),
        1 => Just(("description", json!(7))),
        1 => Just(("$schema", json!("https://json-schema.org/draft/2020-12/schema"))),
        1 => Just(("maxLength", json!(1))),
    ];
    let leaf = prop::collection::vec(keyword, 0..4).prop_map(|keywords| {
        Value::Object(keywords.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
    });
    prop_oneof![Just(json!(true)), leaf].prop_recursive(3, 12, 3, |inner| {
        let members = prop::collection::btree_map("[abcd]", inner.clone(), 0..3);
        (inner.clone(), members, inner, any::<bool>()).prop_map(|(base, members, items, both)| {
            let mut schema = base;
            if let Some(object) = schema.as_object_mut() {
                object.insert("properties".to_owned(), json!(members));
                if both {
                    object.insert("items".to_owned(), items);
                }
            }
            schema
        })
    })
}

fn instance() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        prop_oneof![Just(0.0), Just(-0.0), Just(1.0), Just(-1.5), Just(1e300), Just(-1e300)]
            .prop_map(|float: f64| json!(float)),
        "[ab]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[abcd]", inner, 0..4).prop_map(|members| json!(members)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_verdict_is_the_validators(schema in schema(), instances in prop::collection::vec(instance(), 1..6)) {
        let ours = Schema::compile(&schema, &Limits::default());
        let validator = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).build(&schema);
        prop_assert_eq!(ours.is_ok(), validator.is_ok(), "{}", schema);
        if let (Ok(ours), Ok(validator)) = (ours, validator) {
            for instance in instances {
                let valid = validator.is_valid(&instance);
                prop_assert_eq!(ours.is_valid(&instance), Ok(valid), "{} {}", schema, instance);
                prop_assert_eq!(ours.validate(&instance).is_ok(), valid, "{} {}", schema, instance);
                prop_assert!(valid || !ours.surely_fits(&instance.to_string()), "{} {}", schema, instance);
            }
        }
    }
}

#[test]
fn a_text_that_fits_a_plain_schema_is_seen_to_without_a_value() {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "age": {"type": ["integer", "null"], "minimum": 0},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["name"],
        "additionalProperties": false,
    });
    let schema = Schema::compile(&schema, &Limits::default()).unwrap();
    let cases = [
        (r#"{"name":"Amira"}"#, true),
        (r#" {"age" : 2.0, "n\u0061me":"A\u00e4","tags":["x","y"]} "#, true),
        (r#"{"name":"A","age":null}"#, true),
        (r#"{"name":"A","age":-0.0}"#, true),
        (r#"{"name":"A","age":-1}"#, false),
        (r#"{"name":"A","age":1.5}"#, false),
        (r#"{"name":7}"#, false),
        (r#"{"age":1}"#, false),
        (r#"{"name":"A","tags":["x",7]}"#, false),
        (r#"{"name":"A","more":7}"#, false),
        // The last one counts, so the quick way leaves it to the other.
        (r#"{"name":7,"name":"A"}"#, false),
        (r#"{"name":"A"} {}"#, false),
        (r#"{"name":"\ud800"}"#, false),
        (r#"{"name":"A""#, false),
    ];
    for (text, fits) in cases {
        assert_eq!(schema.surely_fits(text), fits, "{text}");
    }
    let open = json!({"type": "object", "required": ["elsewhere"]});
    let open = Schema::compile(&open, &Limits::default()).unwrap();
    assert!(!open.surely_fits(r#"{"elsewhere":1}"#));
    assert_eq!(open.is_valid(&json!({"elsewhere": 1})), Ok(true));
}
