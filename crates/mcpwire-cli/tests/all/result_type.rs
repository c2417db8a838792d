//! The type of a result, as `classify` tells it.

use super::command::mcpwire_with;
use serde_json::Value;

#[test]
fn absent_unknown_and_wrong_are_three_things() {
    // The result, the type that is told, and how the remark on it begins.
    let table = [
        (r#"{"resultType":"complete"}"#, Some("complete"), None),
        (r#"{"resultType":"\u0063omplete"}"#, Some("complete"), None),
        (
            r#"{"resultType":"input_required"}"#,
            Some("input_required"),
            Some("resultType input_required"),
        ),
        (r#"{"resultType":"task"}"#, Some("task"), Some("resultType task")),
        (r#"{"content":[]}"#, None, Some("No resultType")),
        (r#"{"resultType":"Complete"}"#, None, Some("The resultType is unknown")),
        (r#"{"resultType":""}"#, None, Some("The resultType is unknown")),
        (r#"{"resultType":null}"#, None, Some("The resultType is no string")),
        (r#"{"resultType":["complete"]}"#, None, Some("The resultType is no string")),
    ];
    let input: String = table
        .iter()
        .map(|(result, ..)| format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}\n"))
        .collect();
    let run = mcpwire_with(&["classify", "--format", "json"], input.as_bytes());
    let told: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    assert_eq!(told.len(), table.len());
    for ((result, kind, remark), told) in table.iter().zip(&told) {
        assert_eq!(told["resultType"].as_str(), *kind, "{result}");
        let note = told["notes"][0].as_str();
        match remark {
            None => assert_eq!(note, None, "{result}"),
            Some(remark) => assert!(note.is_some_and(|note| note.starts_with(remark)), "{told}"),
        }
    }
}
