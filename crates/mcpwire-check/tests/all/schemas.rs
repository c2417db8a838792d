//! Schemas that tools state: where they are wrong, and what is said to do about it.

use mcpwire_check::{Checker, Finding};
use serde_json::{Value, json};

use crate::talk::{INFO, broken, judge, request};

/// An answer with one tool that states this schema.
fn list(schema: &Value) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{{"name":"count","inputSchema":{schema}}}],{INFO}}}}}"#
    )
}

/// What is found in an answer of which the request is not there.
fn alone(schema: &Value) -> Vec<Finding> {
    let mut checker = Checker::new();
    checker.bare_line(1, list(schema).as_bytes());
    let causes = checker.finish().causes;
    assert!(causes.iter().all(|cause| cause.rule.as_str() == "jsonschema-valid"), "{causes:?}");
    causes.into_iter().flat_map(|cause| cause.findings).collect()
}

fn property(schema: Value) -> Value {
    json!({ "type": "object", "properties": { "shelf": schema } })
}

#[test]
fn common_mistakes_are_told_with_their_fix() {
    let table = [
        (property(json!({ "type": "string", "required": true })), "`\"required\": [\"shelf\"]`"),
        (property(json!({ "type": "string", "required": false })), "Leave it out"),
        (json!({ "type": "object", "required": "shelf" }), "`\"required\": [\"shelf\"]`"),
        (property(json!({ "type": "str" })), "Write \"string\" in place of \"str\""),
        (property(json!({ "type": "Integer" })), "Write \"integer\" in place of \"Integer\""),
        (property(json!({ "type": ["null", "int"] })), "Write \"integer\" in place of \"int\""),
        (property(json!({ "type": "any" })), "Leave `type` out"),
        (property(json!({ "type": "shelf" })), "Make `type` one of string, number"),
        (property(json!({ "type": null })), "Make `type` one of string, number"),
        (property(json!("text")), "Write `{\"type\": \"string\"}` in place of \"text\""),
        (json!({ "type": "object", "properties": { "type": "int" } }), "`{\"type\": \"integer\"}`"),
        (json!({ "type": "object", "properties": ["shelf"] }), "Make `properties` an object"),
        (property(json!({ "items": [{ "type": "string" }] })), "`prefixItems`"),
        (property(json!({ "enum": "a" })), "Make `enum` a list"),
        (property(json!({ "anyOf": {} })), "Make `anyOf` a list of schemas"),
        (property(json!({ "minimum": 1, "exclusiveMinimum": true })), "the bound itself"),
        (property(json!({ "minLength": "3" })), "Mend `minLength`"),
    ];
    for (schema, fix) in table {
        let findings = alone(&schema);
        let [finding] = &findings[..] else { panic!("{schema}: {findings:?}") };
        assert!(finding.advice.contains(fix), "{schema}: {}", finding.advice);
        assert!(
            finding
                .advice
                .ends_with("The dialect is JSON Schema 2020-12, as `$schema` names no other.")
        );
    }
}

#[test]
fn the_dialect_that_is_named_is_told() {
    let draft = "http://json-schema.org/draft-07/schema#";
    let schema = json!({ "$schema": draft, "type": "object", "required": true });
    let findings = alone(&schema);
    assert!(findings[0].advice.contains("The dialect is JSON Schema draft-07, which"));
}

#[test]
fn an_answer_shows_its_schemas_with_and_without_its_request() {
    let wrong = property(json!({ "type": "str" }));
    let at = |findings: &[Finding]| findings[0].at.pointer.as_str().to_owned();
    let report = judge(&[&request(1, "tools/list"), &format!("<{}", list(&wrong))]);
    assert_eq!(broken(&report), ["jsonschema-valid"]);
    assert_eq!(at(&alone(&wrong)), at(&report.causes[0].findings));
    assert_eq!(at(&alone(&wrong)), "/result/tools/0/inputSchema/properties/shelf/type");
    assert_eq!(alone(&property(json!({ "type": "string" }))), []);
}

#[test]
fn what_older_revisions_list_is_not_judged() {
    let schema = property(json!({ "type": "str" }));
    let old = list(&schema).replace(r#""resultType":"complete","#, "");
    let mut checker = Checker::new();
    checker.bare_line(1, old.as_bytes());
    assert_eq!(broken(&checker.finish()), Vec::<&str>::new());
}
