//! `mcpwire check` on files.

use std::fs;
use std::path::PathBuf;

use super::command::{mcpwire, mcpwire_with};
use serde_json::Value;

/// A request without `_meta`, a line that is no JSON, and a notification that is right.
const BARE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}

{"jsonrpc":"2.0","id":2,"method":"tools/list"
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
"#;

/// A file of a test's own.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let file = File::absent(name);
        fs::write(&file.0, text).expect("temporary files can be written");
        file
    }

    /// One that is still to be written.
    fn absent(name: &str) -> Self {
        let name = format!("mcpwire-check-{}-{name}", std::process::id());
        File(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn json(stdout: &str) -> Value {
    serde_json::from_str(stdout).expect("a report is JSON")
}

#[test]
fn the_demo_shows_the_clients_mistakes_and_none_of_the_server() {
    let file = File::absent("demo.jsonl");
    let demo = mcpwire(&["demo", "--record", file.path()]);
    assert_eq!(demo.code, Some(0), "{}", demo.stderr);
    let run = mcpwire(&["check", "--format", "json", "--fail-on", "never", file.path()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = json(&run.stdout);
    let findings = report["findings"].as_array().expect("a list");
    let rules: Vec<_> = findings.iter().map(|finding| finding["rule"].as_str()).collect();
    assert_eq!(
        rules,
        [Some("json-invalid"), Some("jsonrpc-version"), Some("id-null"), Some("meta-missing")]
    );
    assert!(findings.iter().all(|finding| finding["party"] == "client"));
}

#[test]
fn bare_lines_are_judged_by_their_members_and_that_is_said() {
    let run = mcpwire_with(&["check", "-", "--format", "concise"], BARE.as_bytes());
    assert_eq!(run.code, Some(1));
    let lines: Vec<_> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("standard input:1:56: must client meta-missing: "), "{lines:?}");
    assert!(lines[1].starts_with("standard input:3:46: must client json-invalid: "), "{lines:?}");
    assert_eq!(lines.len(), 2);
    assert!(run.stderr.contains("which way they went"), "{}", run.stderr);
}

#[test]
fn a_file_and_a_pipe_give_the_same_verdict_and_files_are_told_apart() {
    let one = File::new("one.jsonl", BARE);
    let other = File::new("other.jsonl", "{}\n");
    let piped = json(&mcpwire_with(&["check", "-", "--format", "json"], BARE.as_bytes()).stdout);
    let read = json(&mcpwire(&["check", one.path(), "--format", "json"]).stdout);
    assert_eq!(piped["rules"], read["rules"]);
    assert_eq!(piped["totals"], read["totals"]);
    let both = mcpwire(&["check", one.path(), other.path(), "--format", "concise"]).stdout;
    assert!(both.contains("one.jsonl:3:") && both.contains("other.jsonl:1:"), "{both}");
}

#[test]
fn the_level_decides_the_exit_code() {
    let should = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let code = |input: &str, level: &str| {
        mcpwire_with(&["check", "-", "--fail-on", level], input.as_bytes()).code
    };
    let table = [("must", 0), ("should", 1), ("note", 1), ("never", 0)];
    for (level, due) in table {
        assert_eq!(code(should, level), Some(due), "{level}");
    }
    assert_eq!(code("{", "must"), Some(1));
    assert_eq!(code("{", "never"), Some(0));
    assert_eq!(code("", "note"), Some(0));
}

#[test]
fn the_full_report_says_who_where_what_and_which_page() {
    let run = mcpwire_with(&["check", "-"], BARE.as_bytes());
    for part in [
        "must · meta-missing · the client is at fault",
        "standard input:1, client → server, at /params/_meta",
        "/specification/2026-07-28/basic#meta",
        "must · json-invalid",
        "Seen: 2 messages and 1 that is none.",
        "Findings: 2 must, all by the client.",
    ] {
        assert!(run.stdout.contains(part), "{part}\n{}", run.stdout);
    }
    let lines: Vec<_> = run.stdout.lines().collect();
    let text = lines.iter().position(|line| line.contains(r#""params":{}"#)).expect("an excerpt");
    let column = |line: &str, what: &str| line.find(what).map(|at| line[..at].chars().count());
    assert_eq!(column(lines[text + 1], "^^"), column(lines[text], "{}"));
}

#[test]
fn a_file_that_is_no_recording_any_more_is_unreadable() {
    let file = File::new("new.jsonl", "{\"mcpwire\":\"recording\",\"version\":99}\n{}\n");
    let run = mcpwire(&["check", file.path()]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
    assert!(run.stderr.contains("version 99"), "{}", run.stderr);
}

#[test]
fn what_a_peer_sent_cannot_drive_the_terminal() {
    let input = "\u{1b}[2J\u{202e}\u{9b}31m\n{\"jsonrpc\":\"2.0\",\"id\":true,\"\u{1b}\":\"\u{200b}\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"\u{202e}\",\"data\":1}}";
    for format in ["full", "concise", "json"] {
        let run = mcpwire_with(&["check", "-", "--format", format], input.as_bytes());
        assert_eq!(run.code, Some(1));
        let harmless = |c: char| mcpwire_cli::screen::is_harmless(c) || c == '\n';
        assert!(run.stdout.chars().all(harmless), "{format}: {:?}", run.stdout);
    }
}
