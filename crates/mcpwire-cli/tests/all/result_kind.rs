//! What kind of result a result is.

use mcpwire_cli::message::{RESULT_KINDS, ResultKind};
use mcpwire_protocol::json::Text;

#[test]
fn absent_unknown_and_wrong_are_three_things() {
    let table = [
        (r#"{"resultType":"complete"}"#, ResultKind::Complete),
        (r#"{"resultType":"\u0063omplete"}"#, ResultKind::Complete),
        (r#"{"resultType":"input_required"}"#, ResultKind::InputRequired),
        (r#"{"resultType":"task"}"#, ResultKind::Task),
        (r#"{"content":[]}"#, ResultKind::Absent),
        (r#"{"resultType":"Complete"}"#, ResultKind::Unknown),
        (r#"{"resultType":""}"#, ResultKind::Unknown),
        (r#"{"resultType":null}"#, ResultKind::NotString),
        (r#"{"resultType":["complete"]}"#, ResultKind::NotString),
    ];
    for (text, kind) in table {
        let result = Text::parse(text).expect("the table holds JSON");
        assert_eq!(ResultKind::of(result), kind, "{text}");
    }
}

#[test]
fn every_defined_value_reads_as_its_type() {
    for defined in RESULT_KINDS {
        let text = format!(r#"{{"resultType":"{}"}}"#, defined.name);
        let result = Text::parse(&text).expect("names need no escapes");
        assert_eq!(ResultKind::of(result), defined.kind);
        assert_eq!(defined.kind.name(), Some(defined.name));
    }
}
