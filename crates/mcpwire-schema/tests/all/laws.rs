//! Laws that hold for any schema and any instance.

use mcpwire_schema::{Limits, Refusal, Schema};
use proptest::prelude::*;
use serde_json::{Value, json};

fn instance() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..12_i64).prop_map(Value::from),
        "[ab]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[ab]", inner, 0..3)
                .prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// Schemas of the keywords that this crate follows by itself.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        prop::sample::select(vec!["object", "array", "string", "integer", "null"])
            .prop_map(|name| json!({"type": name})),
        (0..9_i64).prop_map(|limit| json!({"maximum": limit})),
        Just(json!({"required": ["a"]})),
        Just(json!({"uniqueItems": true})),
        Just(json!({"properties": {"b": {"$ref": "#"}}})),
        Just(json!({"items": {"$ref": "#/$defs/d"}})),
        Just(json!({"$ref": "#/$defs/d"})),
    ];
    let tree = leaf.prop_recursive(4, 24, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            (prop::sample::select(vec!["allOf", "anyOf", "oneOf", "prefixItems"]), list)
                .prop_map(|(keyword, list)| json!({keyword: list})),
            (
                prop::sample::select(vec![
                    "not",
                    "items",
                    "contains",
                    "additionalProperties",
                    "propertyNames",
                    "unevaluatedProperties",
                    "unevaluatedItems",
                    "if",
                ]),
                inner.clone()
            )
                .prop_map(|(keyword, schema)| json!({keyword: schema})),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| json!({"properties": {"a": a}, "unevaluatedProperties": b})),
            (inner.clone(), inner).prop_map(|(a, b)| json!({"allOf": [a], "unevaluatedItems": b})),
        ]
    });
    (tree.clone(), tree).prop_map(|(root, definition)| match root {
        Value::Object(mut members) => {
            members.insert("$defs".to_owned(), json!({"d": definition}));
            Value::Object(members)
        }
        other => other,
    })
}

proptest! {
    #[test]
    fn verdicts_are_those_of_the_validator((schema, instance) in (schema(), instance())) {
        if let Ok(compiled) = Schema::compile(&schema, &Limits::default()) {
            let expected = jsonschema::draft202012::new(&schema).expect("compiles").is_valid(&instance);
            prop_assert_eq!(compiled.is_valid(&instance), Ok(expected));
            match compiled.validate(&instance) {
                Ok(()) => prop_assert!(expected),
                Err(Refusal::Violations(violations)) => {
                    prop_assert!(!expected);
                    prop_assert!(!violations.list.is_empty());
                    for violation in &violations.list {
                        let parent = violation.instance.rsplit_once('/').map_or("", |(up, _)| up);
                        prop_assert!(instance.pointer(parent).is_some(), "{}", violation);
                    }
                }
                Err(Refusal::Unchecked(why)) => prop_assert!(false, "{}", why),
            }
        }
    }

    #[test]
    fn a_tight_budget_gives_no_verdict_or_the_right_one(
        (schema, instance, work) in (schema(), instance(), 1..400_u64)
    ) {
        let limits = Limits { work, evaluation_depth: 12, ..Limits::default() };
        if let Ok(compiled) = Schema::compile(&schema, &limits)
            && let Ok(verdict) = compiled.is_valid(&instance)
        {
            let validator = jsonschema::draft202012::new(&schema).expect("compiles");
            prop_assert_eq!(verdict, validator.is_valid(&instance));
        }
    }

    #[test]
    fn any_value_as_a_schema_is_answered(value in instance(), like in schema()) {
        let _ = Schema::compile(&value, &Limits::default());
        let small = Limits { subschemas: 3, work: 20, evaluation_depth: 2, ..Limits::default() };
        if let Ok(schema) = Schema::compile(&like, &small) {
            let _ = schema.validate(&value);
        }
    }

    #[test]
    fn one_more_value_never_costs_less(schema in schema(), instance in instance()) {
        let limits = Limits { work: 2_000, ..Limits::default() };
        if let Ok(schema) = Schema::compile(&schema, &limits) {
            let alone = schema.is_valid(&json!([instance])).is_err();
            let doubled = schema.is_valid(&json!([instance, instance])).is_err();
            prop_assert!(doubled || !alone);
        }
    }
}
