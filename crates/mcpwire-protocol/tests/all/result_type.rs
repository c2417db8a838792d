//! Which kind of result a response holds, and when that cannot be told.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::types::{DEFINED_RESULT_TYPES, ResultType, ResultTypes};

fn kind(types: &ResultTypes, result: &str) -> String {
    match types.of(Text::parse(result).expect("JSON")) {
        Ok(kind) => kind.to_string(),
        Err(fault) => format!("{}: {fault}", fault.rule()),
    }
}

fn declared(capabilities: &str) -> ResultTypes {
    ResultTypes::declared(Text::parse(capabilities).expect("JSON"))
}

#[test]
fn the_core_protocol_knows_two_values() {
    let rows = [
        (r#"{"resultType":"complete"}"#, "complete"),
        (r#"{"resultType":"input\u005frequired"}"#, "input_required"),
        ("{}", "result-type-missing: The result has no `resultType`."),
        (
            r#"{"resultType":null}"#,
            "result-type-not-string: `resultType` is null, but must be a string.",
        ),
        (
            r#"{"resultType":"task"}"#,
            "result-type-unadvertised: `resultType` is \"task\", which neither the core protocol \
             nor an extension that the client declared defines.",
        ),
        (
            r#"{"resultType":"Complete"}"#,
            "result-type-unadvertised: `resultType` is \"Complete\", which neither the core \
             protocol nor an extension that the client declared defines.",
        ),
    ];
    for (result, expected) in rows {
        assert_eq!(kind(&ResultTypes::core(), result), expected, "{result}");
    }
}

#[test]
fn a_legacy_server_only_knows_complete_results() {
    for result in ["{}", r#"{"resultType":"input_required"}"#, r#"{"resultType":1}"#] {
        assert_eq!(kind(&ResultTypes::legacy(), result), "complete", "{result}");
    }
}

#[test]
fn extension_values_are_known_where_the_client_declared_the_extension() {
    let task = Text::parse(r#"{"resultType":"task"}"#).expect("JSON");
    let with_tasks = declared(r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#);
    assert_eq!(with_tasks.of(task), Ok(ResultType::TASK));
    for capabilities in [
        "{}",
        r#"{"extensions":{}}"#,
        r#"{"extensions":{"io.modelcontextprotocol/tasks":true}}"#,
        r#"{"tasks":{}}"#,
        r#"{"extensions":null}"#,
    ] {
        assert!(declared(capabilities).of(task).is_err(), "{capabilities}");
    }
    let other = ResultTypes::core().with("example.com/draft");
    assert_eq!(kind(&other, r#"{"resultType":"example.com/draft"}"#), "example.com/draft");
}

#[test]
fn an_unknown_value_is_told_in_short() {
    let result = format!(r#"{{"resultType":"{}"}}"#, "x".repeat(100_000));
    assert!(kind(&ResultTypes::core(), &result).len() < 300);
}

#[test]
fn every_defined_value_is_known_where_nothing_was_declared() {
    for defined in DEFINED_RESULT_TYPES {
        let result = format!(r#"{{"resultType":"{}"}}"#, defined.value);
        assert_eq!(kind(&ResultTypes::defined(), &result), defined.value.as_str());
    }
    assert!(kind(&ResultTypes::defined(), "{}").starts_with("result-type-missing"));
}
