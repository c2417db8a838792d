//! `mcpwire meta-key`.

use super::command::mcpwire;
use serde_json::{Value, json};

#[test]
fn keys_are_told_with_status_labels_and_place() {
    let table = [
        ("io.modelcontextprotocol/protocolVersion", "defined", json!("modelcontextprotocol"), 0),
        ("dev.mcp/anything", "reserved", json!("mcp"), 0),
        ("com.example.mcp/scanId", "free", json!("example"), 0),
        ("mcp.example/thing", "free", json!("example"), 0),
        ("traceparent", "defined", Value::Null, 0),
        ("foo", "free", Value::Null, 0),
        ("com..example/a", "invalid", Value::Null, 1),
    ];
    for (key, status, second, code) in table {
        let run = mcpwire(&["meta-key", "--format", "json", key]);
        assert_eq!(run.code, Some(code), "{key}");
        let told: Value = serde_json::from_str(&run.stdout).expect("one line of JSON");
        assert_eq!(told["key"], key);
        assert_eq!(told["status"], status, "{key}");
        assert_eq!(told["secondLabel"], second, "{key}");
        assert_eq!(run.stderr, "");
    }
}

#[test]
fn the_label_that_decides_is_marked_by_a_sign_too() {
    let run = mcpwire(&["meta-key", "com.example.mcp/scanId"]);
    let expected = "  com.example.mcp/scanId\n      ^^^^^^^ second label\n";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
}

#[test]
fn the_broken_part_is_marked_however_it_is_shown() {
    let run = mcpwire(&["meta-key", "com.ex\u{202e}ample/b"]);
    assert_eq!(run.code, Some(1));
    let expected = "  com.ex\\u{202e}ample/b\n        ^^^^^^^^ here\n";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
}
