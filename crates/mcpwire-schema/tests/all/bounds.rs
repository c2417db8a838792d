//! What costs too much is refused before it costs anything.

use std::iter;

use mcpwire_schema::{Limits, Refusal, Schema, SchemaError, Unchecked};
use serde_json::{Value, json};

fn compile(schema: &Value) -> Schema {
    Schema::compile(schema, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(schema: &Value) -> SchemaError {
    Schema::compile(schema, &Limits::default()).expect_err("too much")
}

/// `value` inside `levels` objects, each with the one member `a`.
fn nested(levels: usize, value: Value) -> Value {
    iter::repeat_n((), levels).fold(value, |inner, ()| json!({"a": inner}))
}

/// Two equal branches on each of `levels` levels: 2^levels paths.
fn doubling(levels: usize, keyword: &str, shared: bool) -> Value {
    let mut definitions = serde_json::Map::new();
    definitions.insert("s0".to_owned(), json!({"type": "string"}));
    for level in 1..=levels {
        let below = json!({"$ref": format!("#/$defs/s{}", level - 1)});
        let branch = json!({"type": "object", "properties": {"a": below}, "required": ["a"]});
        let schema = json!({keyword: [branch.clone(), branch]});
        definitions.insert(format!("s{level}"), schema);
    }
    let root = format!("#/$defs/s{levels}");
    match shared {
        true => json!({"$ref": root, "$defs": definitions}),
        false => json!({"properties": {"a": {"$ref": root}}, "$defs": definitions}),
    }
}

#[test]
fn exponential_paths_are_refused_and_never_called_valid() {
    for keyword in ["anyOf", "oneOf", "allOf"] {
        for shared in [true, false] {
            let schema = compile(&doubling(30, keyword, shared));
            for leaf in [json!(1), json!("text")] {
                let instance = nested(30, leaf);
                let expected = Unchecked::TooExpensive { limit: 5_000_000 };
                assert_eq!(schema.is_valid(&instance), Err(expected.clone()));
                let refusal = schema.validate(&instance).expect_err("no verdict");
                assert_eq!(refusal, Refusal::Unchecked(expected));
                assert!(refusal.to_string().starts_with("Schema too expensive"));
            }
        }
    }
    // The same schema is of use for what does not go that deep.
    assert_eq!(compile(&doubling(30, "anyOf", true)).is_valid(&nested(3, json!(1))), Ok(false));
}

#[test]
fn exponential_paths_on_one_value_make_a_schema_unusable() {
    let mut definitions = serde_json::Map::new();
    definitions.insert("s0".to_owned(), json!({"type": "string"}));
    for level in 1..=30 {
        let below = json!({"$ref": format!("#/$defs/s{}", level - 1)});
        definitions.insert(format!("s{level}"), json!({"anyOf": [below.clone(), below]}));
    }
    let schema = json!({"$ref": "#/$defs/s30", "$defs": definitions});
    assert_eq!(refusal(&schema), SchemaError::TooExpensive { limit: 5_000_000 });
}

#[test]
fn nested_unevaluated_keywords_are_counted_with_their_repetitions() {
    for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
        let schema = iter::repeat_n((), 40)
            .fold(json!({"type": "object"}), |inner, ()| json!({"allOf": [inner], keyword: false}));
        assert_eq!(refusal(&schema), SchemaError::TooExpensive { limit: 5_000_000 });
    }
}

#[test]
fn recursion_that_visits_each_value_once_is_cheap_at_any_width_and_depth() {
    let tree = json!({
        "type": "object",
        "properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "value": {"type": "number"}},
        "additionalProperties": false
    });
    let mut instance = json!({"value": 1});
    for _ in 0..12 {
        instance = json!({"left": instance, "right": instance});
    }
    assert_eq!(compile(&tree).is_valid(&instance), Ok(true));
    let list = json!({"properties": {"a": {"$ref": "#"}}});
    assert_eq!(compile(&list).is_valid(&nested(100, json!(1))), Ok(true));
}

#[test]
fn large_values_where_the_schema_does_not_look_cost_nothing() {
    let schema =
        compile(&json!({"type": "object", "properties": {"data": {"type": ["array", "string"]}}}));
    let items = Value::from(vec![0; 1_000_000]);
    assert_eq!(schema.is_valid(&json!({"data": items})), Ok(true));
    let text = "x".repeat(10_000_000);
    assert_eq!(schema.is_valid(&json!({"data": text})), Ok(true));
}

#[test]
fn schema_times_instance_is_bounded() {
    let branches: Vec<_> = (0..1000).map(|n| json!({"const": n})).collect();
    let schema = compile(&json!({"items": {"anyOf": branches}}));
    assert_eq!(schema.is_valid(&Value::from(vec![999; 100])), Ok(true));
    assert_eq!(
        schema.is_valid(&Value::from(vec![999; 100_000])),
        Err(Unchecked::TooExpensive { limit: 5_000_000 })
    );
}

#[test]
fn what_takes_long_to_explain_is_refused_in_one_sentence() {
    let schema = compile(&json!({"items": {"type": "string"}}));
    let instance = Value::from(vec![1; 400_000]);
    match schema.validate(&instance) {
        Err(Refusal::Violations(violations)) => {
            assert_eq!(violations.total, 1);
            assert_eq!(
                violations.to_string(),
                "the value must fit the schema, but is an array of 400000 items that does not"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn alternatives_that_differ_by_name_are_told_apart() {
    // The usual shape of a recursive enum: the bound by levels sees 20 paths on every second
    // level, and there is one.
    let variants: Vec<_> = (0..20)
        .map(|n| {
            let name = format!("v{n}");
            json!({
                "type": "object", "properties": {name.as_str(): {"items": {"$ref": "#"}}},
                "required": [name.as_str()], "additionalProperties": false
            })
        })
        .collect();
    let schema = compile(&json!({"oneOf": variants}));
    let mut instance = json!({"v3": []});
    for level in 0..20 {
        instance = json!({format!("v{level}"): [instance]});
    }
    assert_eq!(schema.is_valid(&instance), Ok(true));
    let open: Vec<_> = (0..20)
        .map(|n| json!({"properties": {format!("v{n}"): {"items": {"$ref": "#"}}}}))
        .collect();
    assert_eq!(compile(&json!({"anyOf": open})).is_valid(&instance), Ok(true));
}

#[test]
fn large_repetitions_cost_by_the_text_they_look_at() {
    let schema = compile(&json!({
        "properties": {"path": {"pattern": "^.{1,500}$"}, "content": {"type": "string"}}
    }));
    let text = "ab".repeat(500_000);
    assert_eq!(schema.is_valid(&json!({"path": "a", "content": text})), Ok(true));
    assert_eq!(
        schema.is_valid(&json!({"path": text, "content": "a"})),
        Err(Unchecked::TooExpensive { limit: 5_000_000 })
    );
    assert_eq!(schema.is_valid(&json!({"path": text[..9000], "content": "a"})), Ok(false));
    let names = compile(&json!({"patternProperties": {"a[ab]{1000}c": true}}));
    let member = json!({text.as_str(): 1});
    assert_eq!(names.is_valid(&member), Err(Unchecked::TooExpensive { limit: 5_000_000 }));
}

#[test]
fn explaining_never_copies_a_large_value_many_times() {
    let names: Vec<_> = (0..1000).map(|n| n.to_string()).collect();
    let schema = compile(&json!({"anyOf": [{"required": names}]}));
    let found = schema.validate(&json!({"data": vec![0; 100_000]})).expect_err("names are missing");
    assert!(found.to_string().contains("must fit the schema"), "{found}");
    let found = schema.validate(&json!({"data": 0})).expect_err("names are missing");
    assert!(found.to_string().contains("`0` is missing (and 999 more)"), "{found}");
}

#[test]
fn deep_instances_are_refused() {
    let schema = compile(&json!({"properties": {"a": {"$ref": "#"}}}));
    assert_eq!(schema.is_valid(&nested(129, json!(1))), Err(Unchecked::TooDeep { limit: 128 }));
    // Long chains of references on each level leave less depth for the instance.
    let mut definitions = serde_json::Map::new();
    for link in 0..100 {
        let next = json!({"$ref": format!("#/$defs/c{}", link + 1)});
        definitions.insert(format!("c{link}"), next);
    }
    definitions.insert("c100".to_owned(), json!({"properties": {"a": {"$ref": "#/$defs/c0"}}}));
    let schema = compile(&json!({"$ref": "#/$defs/c0", "$defs": definitions}));
    assert_eq!(schema.is_valid(&nested(3, json!(1))), Ok(true));
    assert!(matches!(schema.is_valid(&nested(20, json!(1))), Err(Unchecked::TooDeep { .. })));
}

#[test]
fn the_size_of_a_schema_is_bounded_in_each_way() {
    let deep = iter::repeat_n((), 100).fold(json!({}), |inner, ()| json!({"not": {"not": inner}}));
    assert_eq!(refusal(&deep), SchemaError::TooDeep { limit: 128 });

    let large = json!({"description": "x".repeat(1 << 20)});
    assert_eq!(refusal(&large), SchemaError::TooLarge { limit: 1 << 20 });

    let many = json!({"prefixItems": vec![json!({}); 10_000]});
    assert_eq!(refusal(&many), SchemaError::TooManySubschemas { limit: 10_000 });

    let mut definitions = serde_json::Map::new();
    for link in 0..9_000 {
        let next = json!({"$ref": format!("#/$defs/c{}", link + 1)});
        definitions.insert(format!("c{link}"), next);
    }
    definitions.insert("c9000".to_owned(), json!(true));
    let chain = json!({"$ref": "#/$defs/c0", "$defs": definitions});
    assert_eq!(refusal(&chain), SchemaError::ChainTooLong { limit: 512 });
}

#[test]
fn the_deepest_that_is_allowed_fits_on_a_small_stack() {
    // A worker thread of the usual runtimes has 2 MiB.
    let small = std::thread::Builder::new().stack_size(2 << 20);
    let thread = small.spawn(|| {
        for keyword in ["allOf", "anyOf", "oneOf", "not"] {
            let inner = json!({"$ref": "#"});
            let inner = match keyword {
                "not" => json!({"not": {"not": inner}}),
                keyword => json!({keyword: [inner]}),
            };
            let schema = compile(&json!({
                "type": "object", "properties": {"a": inner}, "unevaluatedProperties": false
            }));
            for levels in 1..=128 {
                let _ = schema.validate(&nested(levels, json!(1)));
            }
        }
        let half = iter::repeat_n((), 63).fold(json!({}), |inner, ()| json!({"not": inner}));
        let deepest = iter::repeat_n((), 63).fold(half, |inner, ()| json!({"items": inner}));
        let _ = compile(&deepest).validate(&json!([]));
    });
    thread.expect("a thread").join().expect("no overflow");
}
