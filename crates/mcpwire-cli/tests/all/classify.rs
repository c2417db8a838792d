//! `mcpwire classify`.

use super::command::{mcpwire, mcpwire_with};
use serde_json::Value;

/// A rule, the pointer and the bytes where it is broken.
type Broken = (&'static str, &'static str, [usize; 2]);

/// A line, its shape, and what it breaks, if it does.
const TABLE: &[(&str, &str, Option<Broken>)] = &[
    (r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#, "request", None),
    (r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, "notification", None),
    (r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete"}}"#, "result-response", None),
    (r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}}"#, "error-response", None),
    (
        r#"{"jsonrpc":"2.0","id":5,"method":"tools/list""#,
        "malformed",
        Some(("json-invalid", "", [45, 45])),
    ),
    (r#"{"id":6,"method":"tools/list"}"#, "malformed", Some(("jsonrpc-version", "", [0, 30]))),
    (
        r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#,
        "malformed",
        Some(("id-null", "/id", [22, 26])),
    ),
    ("[]", "malformed", Some(("jsonrpc-batch", "", [0, 2]))),
    (
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
        "malformed",
        Some(("response-result-and-error", "/error", [44, 46])),
    ),
];

fn lines(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn each_line_is_told_with_its_shape_and_its_fault() {
    let input: String = TABLE.iter().map(|(line, ..)| format!("{line}\n\n")).collect();
    let run = mcpwire_with(&["classify", "--format", "json"], input.as_bytes());
    assert_eq!(run.code, Some(1));
    let found = lines(&run.stdout);
    assert_eq!(found.len(), TABLE.len(), "blank lines are no messages");
    for (index, ((line, shape, fault), found)) in TABLE.iter().zip(&found).enumerate() {
        assert_eq!(found["line"], index * 2 + 1, "{line}");
        assert_eq!(found["shape"], *shape, "{line}");
        match fault {
            None => assert!(found.get("fault").is_none(), "{line}"),
            Some((rule, pointer, bytes)) => {
                let told = &found["fault"];
                assert_eq!(told["rule"], *rule, "{line}");
                assert_eq!(told["pointer"], *pointer, "{line}");
                assert_eq!(told["bytes"], serde_json::json!(bytes), "{line}");
            }
        }
    }
    assert_eq!(
        run.stderr.trim_end(),
        "9 lines: 1 request, 1 notification, 1 result response, 1 error response, 5 malformed."
    );
}

#[test]
fn clean_input_is_0_whether_from_a_file_or_a_pipe() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/conversation.jsonl");
    let text = std::fs::read(file).expect("the fixture is there");
    let from_file = mcpwire(&["classify", file]);
    let from_pipe = mcpwire_with(&["classify", "-"], &text);
    assert_eq!(from_file.code, Some(0), "{}", from_file.stdout);
    assert_eq!(from_file.stdout, from_pipe.stdout);
}

#[test]
fn ids_keep_their_spelling() {
    let line = br#"{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"a"}"#;
    let run = mcpwire_with(&["classify", "--format", "json"], line);
    assert!(run.stdout.contains(r#""id":123456789012345678901234567890,"#), "{}", run.stdout);
}

#[test]
fn the_caret_stands_below_the_place_however_long_the_line_is() {
    for (before, after) in [(0, 0), (3, 900), (900, 3), (5000, 5000)] {
        let line = format!(
            r#"{{"jsonrpc":"2.0","x":"{}","id":true,"method":"{}"}}"#,
            "ä".repeat(before),
            "漢".repeat(after)
        );
        let run = mcpwire_with(&["classify"], line.as_bytes());
        let (text, carets) = run
            .stdout
            .lines()
            .zip(run.stdout.lines().skip(1))
            .find(|(_, below)| below.contains("^^^^"))
            .expect("there is a line of carets");
        let column = carets.chars().position(|character| character == '^').unwrap_or_default();
        let at: String = text.chars().skip(column).take(4).collect();
        assert_eq!(at, "true", "{before} before, {after} after\n{}", run.stdout);
        assert!(text.chars().count() <= 100);
    }
}

#[test]
fn a_line_cannot_drive_the_terminal() {
    let line = "\u{1b}[2J\u{202e}\u{9b}31m\u{200b}";
    for format in ["full", "json"] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":"{line}","method":"{line}"}}"#);
        for input in [line, message.as_str()] {
            let run = mcpwire_with(&["classify", "--format", format], input.as_bytes());
            let harmless = |c: char| mcpwire_cli::screen::is_harmless(c) || c == '\n';
            assert!(run.stdout.chars().all(harmless), "{:?}", run.stdout);
        }
    }
}

#[test]
fn what_a_server_would_refuse_is_said_beside_a_well_formed_request() {
    let request = |version: &str, method: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{version}","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    };
    for (line, said) in [
        (request("2027-01-01", "tools/list"), Some("-32022")),
        (request("2025-06-18", "tools/list"), Some("-32022")),
        (request("2026-07-28", "ping"), Some("-32601")),
        (request("2026-07-28", "tools/list"), None),
        (r#"{"jsonrpc":"2.0","method":"tools/call"}"#.to_owned(), Some("without an id")),
        (r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#.to_owned(), None),
    ] {
        let run = mcpwire_with(&["classify", "--format", "json"], line.as_bytes());
        let notes = lines(&run.stdout)[0]["notes"].to_string();
        match said {
            Some(said) => assert!(notes.contains(said), "{line}: {notes}"),
            None => assert!(!notes.contains("refuses") && !notes.contains("without"), "{notes}"),
        }
    }
}
