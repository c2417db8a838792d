//! The plan of an active check: arguments made from schemas, lines, and lines to copy.

use std::collections::BTreeSet;

use mcpwire_check::probe::{
    Group, Lines, Named, Offer, Opening, Patience, Probe, RULES, ToolOffer, broken_arguments,
    command_line, legacy, modern, repeat, sample_arguments,
};
use mcpwire_check::{EXCHANGE_RULES, is_checked};
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::rules::rule;
use mcpwire_schema::{Limits, tool_input};
use proptest::prelude::*;
use serde_json::{Value, json};

fn object(properties: Value) -> Value {
    let names: Vec<_> = properties.as_object().expect("an object").keys().cloned().collect();
    json!({ "type": "object", "properties": properties, "required": names })
}

#[test]
fn arguments_are_made_from_what_the_schema_says() {
    let rows = [
        (json!({ "type": "string" }), json!("example")),
        (json!({ "type": "string", "examples": ["T-30002"] }), json!("T-30002")),
        (json!({ "type": "string", "default": "a", "enum": ["b", "a"] }), json!("a")),
        (json!({ "enum": ["b", "a"] }), json!("b")),
        (json!({ "const": 7 }), json!(7)),
        (json!({ "type": "string", "pattern": r"^T-\d{5}$" }), json!("T-11111")),
        (json!({ "type": "string", "pattern": "^(room|desk)-[a-z]+$" }), json!("room-a")),
        (json!({ "type": "string", "minLength": 9 }), json!("exampleex")),
        (json!({ "type": "string", "maxLength": 2 }), json!("ex")),
        (json!({ "type": "string", "format": "date" }), json!("2026-07-28")),
        (json!({ "type": "integer", "minimum": 5 }), json!(5)),
        (json!({ "type": "integer", "maximum": -5 }), json!(-5)),
        (json!({ "type": "integer", "minimum": 7, "multipleOf": 15 }), json!(15)),
        (json!({ "type": "boolean" }), json!(false)),
        (json!({ "type": ["null", "integer"] }), json!(1)),
        (json!({ "type": "array", "minItems": 2, "items": { "type": "integer" } }), json!([1, 1])),
        (json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }), json!(1)),
        (
            json!({ "allOf": [object(json!({ "a": { "const": 1 } })), object(json!({ "b": { "const": 2 } }))] }),
            json!({ "a": 1, "b": 2 }),
        ),
    ];
    for (schema, value) in rows {
        let made = sample_arguments(&object(json!({ "it": schema })));
        assert_eq!(made, Some(json!({ "it": value })), "{schema}");
    }
}

#[test]
fn what_is_not_demanded_is_left_out_and_references_are_followed() {
    let schema = json!({
        "type": "object",
        "properties": { "room": { "$ref": "#/$defs/room" }, "note": { "type": "string" } },
        "required": ["room"],
        "$defs": { "room": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
    });
    assert_eq!(sample_arguments(&schema), Some(json!({ "room": { "id": 1 } })));
}

#[test]
fn no_arguments_are_better_than_wrong_ones() {
    for schema in [
        json!(null),
        json!({ "type": "array" }),
        object(json!({ "it": { "not": {} } })),
        object(json!({ "it": { "$ref": "#/properties/it" } })),
        object(json!({ "it": { "type": "string", "pattern": "^a$", "minLength": 2 } })),
        object(json!({ "it": { "type": "text" } })),
    ] {
        assert_eq!(sample_arguments(&schema), None, "{schema}");
    }
}

#[test]
fn broken_arguments_break_the_schema() {
    let rows = [
        (object(json!({ "name": { "type": "string" } })), Some("without `name`")),
        (
            json!({ "type": "object", "properties": { "limit": { "type": "integer" } } }),
            Some("with a wrong `limit`"),
        ),
        (
            json!({ "type": "object", "additionalProperties": false }),
            Some("with an unknown member"),
        ),
        (json!({ "type": "object" }), None),
    ];
    for (schema, wrong) in rows {
        let fitting = sample_arguments(&schema).expect("the schema can be kept");
        let broken = broken_arguments(&schema, &fitting);
        assert_eq!(broken.as_ref().map(|(_, wrong)| &**wrong), wrong, "{schema}");
        if let Some((arguments, _)) = broken {
            let schema = tool_input(&schema, &Limits::default()).expect("it is a tool's");
            assert_eq!(schema.is_valid(&arguments), Ok(false));
        }
    }
}

proptest! {
    /// Whatever is made fits, and whatever is broken does not.
    #[test]
    fn arguments_fit_or_are_not_made(schema in schemas()) {
        let schema = json!({ "type": "object", "properties": { "it": schema }, "required": ["it"] });
        if let Some(made) = sample_arguments(&schema) {
            let compiled = tool_input(&schema, &Limits::default()).expect("it could be kept");
            prop_assert_eq!(compiled.is_valid(&made), Ok(true));
            if let Some((broken, _)) = broken_arguments(&schema, &made) {
                prop_assert_eq!(compiled.is_valid(&broken), Ok(false));
            }
        }
    }
}

fn schemas() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({})),
        (0..20_u64, 0..20_u64).prop_map(
            |(least, most)| json!({ "type": "string", "minLength": least, "maxLength": most })
        ),
        (-50..50_i64, -50..50_i64, 1..7_i64).prop_map(|(least, most, step)| {
            json!({ "type": "integer", "minimum": least, "maximum": most, "multipleOf": step })
        }),
        "[a-c](\\\\d|x)\\{1,3\\}"
            .prop_map(|pattern| json!({ "type": "string", "pattern": pattern })),
        Just(json!({ "$ref": "#/properties/it" })),
        Just(json!({ "type": "boolean" })),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            (inner.clone(), 0..3_u64).prop_map(
                |(each, least)| json!({ "type": "array", "items": each, "minItems": least })
            ),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|ways| json!({ "anyOf": ways })),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|parts| json!({ "allOf": parts })),
            inner.prop_map(
                |one| json!({ "type": "object", "properties": { "a": one }, "required": ["a"] })
            ),
        ]
    })
}

pub(crate) fn offer() -> Offer {
    let tool = |name: &str, reads_only| ToolOffer {
        name: name.to_owned(),
        schema: object(json!({ "name": { "type": "string" } })),
        reads_only,
    };
    Offer {
        capabilities: ["tools", "resources", "prompts"].map(str::to_owned).to_vec(),
        tools: vec![tool("look", true), tool("book", false)],
        resources: vec!["policy://returns".to_owned()],
        prompts: vec![Named { name: "draft".to_owned(), required: vec!["ticket".to_owned()] }],
    }
}

pub(crate) fn all(offer: &Offer) -> Vec<Probe> {
    let mut lines = Lines::new(Opening::PerRequest, 1);
    let mut probes = vec![modern::discovery(&mut lines)];
    probes.extend(modern::lists(&mut lines, offer).probes);
    probes.extend(modern::features(&mut lines, offer, &[]).0.probes);
    probes.extend(modern::protocol(&mut lines, offer, "1").probes);
    probes.extend(modern::noise(&mut lines, offer));
    probes.push(modern::plain(&mut lines, offer));
    probes.push(modern::handshake_after(&mut lines));
    probes
}

#[test]
fn ids_are_used_once_and_lines_are_lines() {
    let probes = all(&offer());
    let mut ids = BTreeSet::new();
    for probe in &probes {
        assert!(!probe.line.contains('\n'), "{}", probe.name);
        if let Some(id) = &probe.id {
            assert!(ids.insert(id), "{id} of {}", probe.name);
        }
    }
    assert!(probes.len() > 25, "{}", probes.len());
}

#[test]
fn only_tools_that_read_are_called() {
    let called = |probes: &[Probe]| probes.iter().any(|probe| probe.line.contains("\"book\""));
    assert!(!called(&all(&offer())));
    let mut lines = Lines::new(Opening::PerRequest, 1);
    let calls = [("book".to_owned(), json!({ "name": "Amira" }))];
    let (Group { probes }, left_out) = modern::features(&mut lines, &offer(), &calls);
    assert!(called(&probes));
    assert!(left_out.is_empty(), "{left_out:?}");
    let of_authors = probes.iter().filter(|probe| probe.line.contains("\"book\""));
    assert!(of_authors.clone().count() == 1, "it is not called with broken arguments");
    assert!(of_authors.clone().all(|probe| probe.patience == Patience::Handler));
}

#[test]
fn what_is_not_declared_is_not_asked_for() {
    let nothing = Offer::default();
    let methods = ["tools/", "resources/", "prompts/"];
    for probe in all(&nothing) {
        assert!(methods.iter().all(|method| !probe.line.contains(method)), "{}", probe.line);
    }
}

#[test]
fn every_rule_of_a_probe_is_in_the_catalogue_and_counted_as_checked() {
    let mut lines = Lines::new(Opening::Handshake, 1);
    let mut probes = all(&offer());
    probes.push(modern::older_client(&mut lines));
    probes.extend(legacy::noise(&mut lines));
    probes.extend(legacy::protocol(&mut lines, &offer(), &[]).probes);
    for probe in &probes {
        for id in [probe.rules.silence, probe.rules.error, probe.rules.result] {
            if !id.is_empty() {
                let rule = rule(id).unwrap_or_else(|| panic!("{id} of {}", probe.name));
                assert!(is_checked(rule), "{id}");
            }
        }
    }
    for id in RULES {
        assert!(rule(id).is_some(), "{id}");
        assert!(!EXCHANGE_RULES.contains(id), "{id} is judged in any conversation");
    }
}

#[test]
fn lines_meant_as_messages_are_messages_in_the_revision_that_they_name() {
    let broken = ["line-broken", "jsonrpc-missing", "id-null", "batch"];
    for probe in all(&offer()) {
        let is_message = !matches!(Incoming::parse(probe.line.as_bytes()), Incoming::Malformed(_));
        assert_eq!(is_message, !broken.contains(&probe.name), "{}", probe.line);
    }
}

#[test]
fn a_line_to_copy_survives_the_shell() {
    let line = r#"{"text":"it's 5 o'clock"}"#;
    let shown = repeat(&["{}"], line, "server --fast");
    assert_eq!(
        shown,
        r#"(printf '%s\n' '{}'; sleep 1; printf '%s\n' '{"text":"it'\''s 5 o'\''clock"}'; sleep 2) | server --fast"#
    );
    assert_eq!(
        command_line(["node", "my server.mjs", "--x=1", ""]),
        "node 'my server.mjs' --x=1 ''"
    );
}
