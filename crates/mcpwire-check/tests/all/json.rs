//! The report for programs is what its schema says.

use std::fs;
use std::path::Path;

use mcpwire_check::{check_example, examples_of};
use mcpwire_protocol::rules::fixture::examples;
use serde_json::Value;

#[test]
fn every_report_is_valid_by_its_schema() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("readable")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let own = mcpwire_check::EXCHANGE_RULES.iter().flat_map(|rule| examples_of(rule));
    for example in examples().iter().chain(own).filter(|example| example.name.starts_with("bad")) {
        let fixture = example.fixture().expect("readable");
        let report = check_example(&fixture, example.topic, true);
        let document = serde_json::to_value(report.json()).expect("JSON");
        let wrong: Vec<_> =
            validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", example.topic);
        let findings = document["findings"].as_array().expect("a list");
        assert!(!findings.is_empty(), "{}/{}", example.topic, example.name);
        let causes = document["causes"].as_array().expect("a list");
        let names: std::collections::BTreeSet<_> =
            causes.iter().map(|cause| cause["cause"].to_string()).collect();
        assert_eq!(names.len(), causes.len(), "each cause has a name of its own");
    }
}
