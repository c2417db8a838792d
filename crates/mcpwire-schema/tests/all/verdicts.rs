//! Valid and not valid, from the table of fixtures.

use mcpwire_schema::{Limits, Refusal, Schema};
use serde_json::Value;

#[test]
fn each_instance_gets_its_verdict() {
    let table: Vec<Value> = serde_json::from_str(include_str!("../fixtures/verdicts.json"))
        .expect("the fixture is JSON");
    for row in &table {
        let title = &row["title"];
        let schema = Schema::compile(&row["schema"], &Limits::default())
            .unwrap_or_else(|error| panic!("{title}: {error}"));
        for (index, pair) in row["instances"].as_array().expect("a list").iter().enumerate() {
            let valid = pair[0].as_bool().expect("a verdict");
            assert_eq!(schema.is_valid(&pair[1]), Ok(valid), "{title}: instance {index}");
            match schema.validate(&pair[1]) {
                Ok(()) => assert!(valid, "{title}: instance {index}"),
                Err(Refusal::Violations(violations)) => {
                    assert!(!valid, "{title}: instance {index}: {violations}");
                    assert!(violations.total >= violations.list.len());
                    assert!(!violations.list.is_empty());
                }
                Err(Refusal::Unchecked(why)) => panic!("{title}: instance {index}: {why}"),
            }
        }
    }
}

#[test]
fn formats_are_asserted_where_asked() {
    let schema = serde_json::json!({"type": "string", "format": "date"});
    let schema = Schema::compile_with_formats(&schema, &Limits::default()).expect("a schema");
    assert_eq!(schema.is_valid(&"2026-07-28".into()), Ok(true));
    assert_eq!(schema.is_valid(&"yesterday".into()), Ok(false));
}

#[test]
fn a_schema_tells_its_dialect_and_source() {
    for (uri, name) in [
        ("https://json-schema.org/draft/2020-12/schema", "2020-12"),
        ("https://json-schema.org/draft/2019-09/schema", "2019-09"),
        ("http://json-schema.org/draft-07/schema", "draft-07"),
        ("http://json-schema.org/draft-06/schema#", "draft-06"),
        ("http://json-schema.org/draft-04/schema#", "draft-04"),
    ] {
        let source = serde_json::json!({"$schema": uri});
        let schema = Schema::compile(&source, &Limits::default()).expect(name);
        assert_eq!(schema.dialect(), name);
        assert_eq!(schema.source(), &source);
    }
}

#[test]
fn a_schema_is_shared_between_threads() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<Schema>();
}
