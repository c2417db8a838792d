//! What kind of result a result is.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{RESULT_TYPES, ResultType};

#[test]
fn absent_unknown_and_wrong_are_three_things() {
    let table = [
        (r#"{"resultType":"complete"}"#, ResultType::Complete),
        (r#"{"resultType":"\u0063omplete"}"#, ResultType::Complete),
        (r#"{"resultType":"input_required"}"#, ResultType::InputRequired),
        (r#"{"resultType":"task"}"#, ResultType::Task),
        (r#"{"content":[]}"#, ResultType::Absent),
        (r#"{"resultType":"Complete"}"#, ResultType::Unknown),
        (r#"{"resultType":""}"#, ResultType::Unknown),
        (r#"{"resultType":null}"#, ResultType::NotString),
        (r#"{"resultType":["complete"]}"#, ResultType::NotString),
    ];
    for (text, kind) in table {
        let result = Text::parse(text).expect("the table holds JSON");
        assert_eq!(ResultType::of(result), kind, "{text}");
    }
}

#[test]
fn every_defined_value_reads_as_its_type() {
    for defined in RESULT_TYPES {
        let text = format!(r#"{{"resultType":"{}"}}"#, defined.name);
        let result = Text::parse(&text).expect("names need no escapes");
        assert_eq!(ResultType::of(result), defined.kind);
        assert_eq!(defined.kind.name(), Some(defined.name));
    }
}
