//! Schemas that cannot be used, and why.

use mcpwire_schema::{Limits, Schema, SchemaError, tool_input};
use serde_json::{Value, json};

fn refusal(schema: &Value) -> SchemaError {
    Schema::compile(schema, &Limits::default()).expect_err(&schema.to_string())
}

#[test]
fn references_out_of_the_document_are_refused_with_their_place() {
    for (schema, reference, place) in [
        (
            json!({"properties": {"a": {"$ref": "https://elsewhere.example/s.json"}}}),
            "https://elsewhere.example/s.json",
            "/properties/a/$ref",
        ),
        (
            json!({"items": {"anyOf": [true, {"$dynamicRef": "other.json#node"}]}}),
            "other.json#node",
            "/items/anyOf/1/$dynamicRef",
        ),
        (json!({"$id": "https://schemas.example/a.json", "$ref": "b.json"}), "b.json", "/$ref"),
        (
            json!({"$defs": {"unused": {"$ref": "file:///etc/hosts"}}}),
            "file:///etc/hosts",
            "/$defs/unused/$ref",
        ),
        (
            json!({"properties": {"a/b": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}),
            "https://json-schema.org/draft/2020-12/schema",
            "/properties/a~1b/$ref",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#",
                "definitions": {"a": {"$ref": "http://elsewhere.example/"}}}),
            "http://elsewhere.example/",
            "/definitions/a/$ref",
        ),
    ] {
        assert_eq!(
            refusal(&schema),
            SchemaError::ExternalReference {
                pointer: place.to_owned(),
                reference: reference.to_owned()
            }
        );
    }
}

#[test]
fn references_to_nothing_are_refused_with_their_place() {
    for (reference, reason) in [
        ("#/$defs/missing", "nothing stands there"),
        ("#missing", "no schema there has this anchor"),
        ("#/$defs/%zz", "its percent-encoding is broken"),
        ("#/$defs/%+f", "its percent-encoding is broken"),
        ("#/$defs/%", "its percent-encoding is broken"),
        ("#/$defs/%4", "its percent-encoding is broken"),
        ("#/$defs/%ff", "its percent-encoding is broken"),
        ("#/title", "what stands there is no schema"),
        ("", "it is empty; `#` means the whole schema"),
    ] {
        let schema = json!({"title": "t", "not": {"$ref": reference}});
        assert_eq!(
            refusal(&schema),
            SchemaError::BrokenReference {
                pointer: "/not/$ref".to_owned(),
                reference: reference.to_owned(),
                reason: reason.to_owned(),
            }
        );
    }
}

#[test]
fn circles_that_stay_on_one_value_are_refused() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"$defs": {"loop": {"$ref": "#/$defs/loop"}}, "$ref": "#/$defs/loop"}),
        json!({
            "properties": {"p": {"$ref": "#/$defs/x"}},
            "$defs": {"x": {"allOf": [{"$ref": "#/$defs/y"}]}, "y": {"allOf": [{"$ref": "#/$defs/x"}]}}
        }),
        json!({"not": {"$ref": "#"}}),
        json!({"if": true, "then": {"anyOf": [{"oneOf": [{"$ref": "#"}]}]}}),
        json!({"dependentSchemas": {"a": {"$ref": "#"}}}),
        json!({"$dynamicAnchor": "n", "allOf": [{"$dynamicRef": "#n"}]}),
        json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "anyOf": [{"$recursiveRef": "#"}]}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "allOf": [{"$ref": "#"}]}),
        json!({"items": {"$anchor": "i", "$ref": "#i"}}),
    ] {
        let error = refusal(&schema);
        assert!(matches!(error, SchemaError::CircularReference { .. }), "{schema}: {error}");
    }
}

#[test]
fn an_unknown_dialect_is_named() {
    for uri in ["http://json-schema.org/draft-03/schema#", "https://dialects.example/mine"] {
        let error = refusal(&json!({"$schema": uri}));
        assert!(error.to_string().contains(uri), "{error}");
        assert!(matches!(error, SchemaError::UnknownDialect { .. }));
    }
    let embedded =
        json!({"$defs": {"a": {"$id": "a", "$schema": "https://dialects.example/mine"}}});
    assert!(matches!(
        refusal(&embedded),
        SchemaError::UnknownDialect { pointer, .. } if pointer == "/$defs/a"
    ));
    assert!(matches!(refusal(&json!({"$schema": 7})), SchemaError::Invalid { .. }));
}

#[test]
fn mistakes_are_explained_with_their_place() {
    for (schema, place, words) in [
        (json!({"type": "objekt"}), "/type", "objekt"),
        (json!({"properties": {"a": {"type": 7}}}), "/properties/a/type", "7"),
        (json!({"properties": {"a": {"minLength": -1}}}), "/properties/a/minLength", "at least 0"),
        (json!({"required": "name"}), "/required", "an array"),
        (json!({"properties": []}), "/properties", "an object"),
        (json!({"properties": {"a": []}}), "/properties/a", "array"),
        (json!({"items": [{"type": "string"}]}), "/items", "array"),
        (json!({"anyOf": []}), "/anyOf", "at least 1 item"),
    ] {
        match refusal(&schema) {
            SchemaError::Invalid { pointer, reason } => {
                assert_eq!(pointer, place, "{schema}: {reason}");
                assert!(reason.contains(words), "{schema}: {reason}");
            }
            other => panic!("{schema}: {other}"),
        }
    }
}

#[test]
fn what_is_no_schema_at_all_is_refused() {
    for value in [json!(null), json!(1), json!("{}"), json!([])] {
        assert!(matches!(refusal(&value), SchemaError::NotAnObjectOrBoolean { .. }));
    }
}

#[test]
fn patterns_without_a_bound_on_their_time_are_refused() {
    for pattern in ["(?=a)b", "(?<!a)b", r"(a)\1", "(", r"\w{1,1000}{1,1000}"] {
        for schema in [
            json!({"properties": {"a": {"pattern": pattern}}}),
            json!({"properties": {"a": {"patternProperties": {pattern: true}}}}),
        ] {
            match refusal(&schema) {
                SchemaError::Pattern { pointer, pattern: shown } => {
                    assert!(pointer.starts_with("/properties/a/pattern"), "{schema}: {pointer}");
                    assert_eq!(shown, pattern);
                }
                other => panic!("{schema}: {other}"),
            }
        }
    }
}

#[test]
fn a_tool_takes_an_object() {
    let limits = Limits::default();
    assert!(tool_input(&json!({"type": "object"}), &limits).is_ok());
    for schema in [
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!({"properties": {}}),
        json!({"type": "array"}),
        json!({"type": ["object", "null"]}),
        json!({"anyOf": [{"type": "object"}]}),
    ] {
        assert!(
            matches!(tool_input(&schema, &limits), Err(SchemaError::NotAToolInput { .. })),
            "{schema}"
        );
    }
    let broken = tool_input(&json!({"type": "object", "required": 1}), &limits);
    assert!(matches!(broken, Err(SchemaError::Invalid { .. })));
}
