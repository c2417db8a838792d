//! The page and the schema of the recording format say what the code does.

use super::recording_samples::{event, header};
use jsonschema::Validator;
use mcpwire_protocol::recording::*;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

const PAGE: &str = include_str!("../../../../docs/recording.md");
const SCHEMA: &str = include_str!("../../../../docs/recording.schema.json");

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
});

fn examples() -> Vec<&'static str> {
    let blocks = PAGE
        .split("```jsonl\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap());
    blocks.flat_map(str::lines).collect()
}

fn valid(line: &str) -> Result<(), String> {
    let value: Value = serde_json::from_str(line).map_err(|error| format!("{error} in {line}"))?;
    VALIDATOR
        .validate(&value)
        .map_err(|error| format!("{error} at {} in {line}", error.instance_path()))
}

#[test]
fn every_example_of_the_page_is_valid_and_is_written_the_same() {
    for line in examples() {
        valid(line).unwrap();
        let mut written = Vec::new();
        match read(line.as_bytes()).next() {
            Some(Entry::Event(event)) => write_event(&mut written, &event),
            Some(Entry::Header(header)) => write_header(&mut written, &header),
            other => panic!("{line} is read as {other:?}"),
        }
        let (line, written): (Value, Value) = (
            serde_json::from_str(line).unwrap(),
            serde_json::from_slice(&written).unwrap(),
        );
        // The members that a header may leave out are always written.
        if line.get("mcpwire").is_none() {
            assert_eq!(line, written);
        }
    }
}

#[test]
fn page_and_schema_have_every_kind() {
    let kinds: BTreeSet<String> = examples()
        .into_iter()
        .filter_map(|line| {
            serde_json::from_str::<Value>(line)
                .unwrap()
                .get("event")
                .cloned()
        })
        .flat_map(|event| {
            event
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        })
        .collect();
    let names: BTreeSet<String> = EventKind::NAMES
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    assert_eq!(kinds, names, "the page has an example of each");
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let properties = schema
        .pointer("/$defs/event/properties/event/properties")
        .unwrap();
    assert_eq!(
        properties
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<BTreeSet<_>>(),
        names
    );
}

#[test]
fn the_schema_refuses_what_the_format_does_not_have() {
    let lines = [
        r#"{}"#,
        r#"{"mcpwire":"recording","version":2}"#,
        r#"{"at":-1,"stream":1,"event":{"open":{"what":"lines"}}}"#,
        r#"{"at":1,"stream":1,"event":{}}"#,
        r#"{"at":1,"stream":1,"event":{"open":{"what":"lines"},"close":{"reason":"end"}}}"#,
        r#"{"at":1,"stream":1,"event":{"teleport":{}}}"#,
        r#"{"at":1,"stream":1,"event":{"stderr":{"content":"x"}}}"#,
        r#"{"at":1,"stream":1,"event":{"stderr":{"content":{"base64":"x"}}}}"#,
        r#"{"at":1,"stream":1,"event":{"line":{"direction":"up","content":{"text":""}}}}"#,
    ];
    for line in lines {
        assert!(valid(line).is_err(), "{line}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_valid(header in header(), event in event()) {
        let mut file = Vec::new();
        write_header(&mut file, &header);
        write_event(&mut file, &event);
        for line in std::str::from_utf8(&file).unwrap().lines() {
            prop_assert_eq!(valid(line), Ok(()));
        }
    }
}
