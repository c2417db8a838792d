//! What a model reads when its arguments do not fit.

use mcpwire_schema::{Limits, Refusal, Schema, Violations};
use serde_json::{Value, json};

fn violations(schema: &Value, instance: &Value) -> Violations {
    let schema = Schema::compile_with_formats(schema, &Limits::default()).expect("a schema");
    match schema.validate(instance) {
        Err(Refusal::Violations(violations)) => violations,
        other => panic!("{instance}: {other:?}"),
    }
}

#[test]
fn each_keyword_has_its_sentence() {
    let table: Vec<(Value, Value, String)> =
        serde_json::from_str(include_str!("../fixtures/sentences.json")).expect("rows of three");
    for (schema, instance, sentence) in table {
        let schema = json!({"properties": {"v": schema}});
        let found = violations(&schema, &json!({"v": instance}));
        assert_eq!(found.to_string(), sentence);
    }
}

#[test]
fn members_are_called_by_their_names() {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "max_results": {"type": "integer"},
            "filter": {
                "type": "object",
                "properties": {"field": {"type": "string"}},
                "required": ["field"],
                "unevaluatedProperties": false
            }
        },
        "required": ["name"],
        "additionalProperties": false
    });
    for (instance, sentences) in [
        (json!({}), &["`name` is missing (a string)"][..]),
        (
            json!({"nme": "a"}),
            &["`name` is missing (a string)", "`nme` is not known here; did you mean `name`?"],
        ),
        (
            json!({"name": "a", "maxResults": 1}),
            &["`maxResults` is not known here; did you mean `max_results`?"],
        ),
        (json!({"name": "a", "filter": {}}), &["`field` in `/filter` is missing (a string)"]),
        (
            json!({"name": "a", "filter": {"field": "a", "feild": "b"}}),
            &["`feild` in `/filter` is not known here; known are `field`"],
        ),
    ] {
        let found = violations(&schema, &instance);
        let mut words: Vec<_> = found.list.iter().map(ToString::to_string).collect();
        // The order of keywords is not promised.
        words.sort();
        assert_eq!(words, sentences);
    }
    let found = violations(&schema, &json!({"name": "a", "colour": 1})).to_string();
    assert!(found.starts_with("`colour` is not known here; known are `"), "{found}");
    let nothing = json!({"type": "object", "additionalProperties": false});
    let found = violations(&nothing, &json!({"a": {"b": 1}}));
    assert_eq!(found.to_string(), "`a` is not known here; no members are");
}

#[test]
fn values_sent_as_text_are_recognised() {
    for (kind, text, advice) in [
        (
            "object",
            "{\"x\":1}",
            "`/filter` must be an object, but is a string that holds JSON: send the object itself, \
             not its text",
        ),
        (
            "array",
            " [1, 2]",
            "`/filter` must be an array, but is a string that holds JSON: send the array itself, \
             not its text",
        ),
        (
            "integer",
            "5",
            "`/filter` must be an integer, but is the string \"5\": send the number itself, \
             without quotes",
        ),
        (
            "boolean",
            "true",
            "`/filter` must be a boolean, but is the string \"true\": send the boolean itself, \
             without quotes",
        ),
        ("object", "{x", "`/filter` must be an object, but is the string \"{x\""),
        ("integer", "1.5", "`/filter` must be an integer, but is the string \"1.5\""),
    ] {
        let schema = json!({"properties": {"filter": {"type": kind}}});
        assert_eq!(violations(&schema, &json!({"filter": text})).to_string(), advice);
    }
}

#[test]
fn the_nearest_form_explains() {
    let schema = json!({
        "anyOf": [
            {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
             "required": ["kind", "radius"]},
            {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
             "required": ["kind", "side"]},
            {"type": "null"}
        ]
    });
    let found = violations(&schema, &json!({"kind": "square"}));
    assert_eq!(
        found.to_string(),
        "the value must fit one of 3 forms; the nearest is form 2, where `side` is missing (a number)"
    );
}

#[test]
fn long_values_are_cut_and_logs_hold_none() {
    let secret = "s3cret".repeat(100);
    let schema = json!({
        "properties": {
            "a": {"type": "integer"},
            "b": {"enum": ["x"]},
            "c": {"maxLength": 3},
            "d": {"anyOf": [{"const": 1}, {"pattern": "^z"}]},
            "e": {"type": "object"},
            "f": {"not": {"type": "string"}},
            "g": {"contains": {"const": 1}},
            "h": false
        }
    });
    let text = format!("{{\"k\": \"{secret}\"}}");
    let instance = json!({
        "a": secret, "b": secret, "c": secret, "d": secret, "e": text, "f": secret,
        "g": [secret], "h": secret
    });
    let found = violations(&schema, &instance);
    assert_eq!(found.total, 8, "{found}");
    for violation in &found.list {
        assert!(violation.to_string().len() < 300, "{violation}");
    }
    let log = found.without_values();
    assert!(!log.contains("s3cret"), "{log}");
    for path in ["`/a`", "`/b`", "`/c`", "`/d`", "`/e`", "`/f`", "`/g`", "`/h`"] {
        assert!(log.contains(path), "{path}: {log}");
    }
}

#[test]
fn only_the_first_violations_are_kept_and_all_are_counted() {
    let schema = json!({"items": {"type": "string"}});
    let found = violations(&schema, &Value::from((0..100).collect::<Vec<_>>()));
    assert_eq!((found.list.len(), found.total), (16, 100));
    assert!(found.to_string().ends_with("; and 84 more"));
    let unknown: Value = (0..100).map(|n| (n.to_string(), json!(n))).collect();
    let found = violations(&json!({"additionalProperties": false}), &unknown);
    assert_eq!((found.list.len(), found.total), (16, 100));
}

#[test]
fn places_are_pointers() {
    let schema = json!({"properties": {"a/b": {"items": {"properties": {"~": {"type": "null"}}}}}});
    let found = violations(&schema, &json!({"a/b": [{}, {"~": 1}]}));
    assert_eq!(found.list[0].instance, "/a~1b/1/~0");
    assert_eq!(found.list[0].schema, "/properties/a~1b/items/properties/~0/type");
}
