//! The recording of a check: where it goes, and what becomes of it when it is checked.

use serde_json::Value;

use crate::check_server::{MCPWIRE, broken, check, recording, rules};
use crate::command::mcpwire;

/// Checks the recording of a check of this name.
fn again(name: &str) -> Value {
    let file = recording(name);
    let file = file.to_str().expect("the path is UTF-8");
    let run = mcpwire(&["check", "--format", "json", "--fail-on", "note", file]);
    let report: Value = serde_json::from_str(&run.stdout).expect("a report");
    let is_clean = rules(&report).is_empty();
    assert_eq!(run.code, Some(if is_clean { 0 } else { 1 }), "{}", run.stderr);
    report
}

#[test]
fn a_recording_has_the_verdict_of_the_check_and_blames_nobody_for_what_was_meant() {
    for name in ["first", "second", "third"] {
        let (_, report) = check(&format!("verdict-{name}"), &[], &[&broken(name)]);
        let again = again(&format!("verdict-{name}"));
        let causes = |report: &Value| -> Vec<(String, String)> {
            let causes = report["causes"].as_array().expect("there are causes");
            causes.iter().map(|it| (it["cause"].to_string(), it["count"].to_string())).collect()
        };
        assert_eq!(causes(&report), causes(&again), "{name}");
        assert_eq!(report["totals"]["expected"], 0, "an active check judges the server only");
        assert_eq!(again["totals"]["expected"], 8, "{}", again["expected"]);
    }
}

#[test]
fn recordings_of_right_servers_are_right() {
    for server in ["hello", "atrium", "support"] {
        let name = format!("right-{server}");
        check(&name, &[], &[MCPWIRE, "serve", server]);
        let again = again(&name);
        assert_eq!(rules(&again), Vec::<&str>::new(), "{server}: {}", again["findings"]);
        assert_eq!(again["totals"]["expected"], 8, "{server}: {}", again["expected"]);
    }
}

#[test]
fn a_recording_says_how_many_are_expected_and_has_no_columns() {
    check("columns", &[], &[&broken("first")]);
    let file = recording("columns");
    let file = file.to_str().expect("the path is UTF-8");
    let full = mcpwire(&["check", file]).stdout;
    assert!(full.contains("\nExpected: 8, marked in the recording"), "{full}");
    let concise = mcpwire(&["check", "--format", "concise", file]).stdout;
    let lines: Vec<_> = concise.lines().collect();
    assert!(lines.iter().all(|line| line.contains(": must server stdio-stdout-not-mcp: ")));
    let place = |line: &str| line.strip_prefix(file).map(|it| it.matches(':').count());
    // The line, the level, and what was seen with its own colon.
    assert!(lines.iter().all(|line| place(line) == Some(4)), "{concise}");
    assert!(lines.last().is_some_and(|line| line.ends_with("(and 3 more like this)")), "{concise}");
}

#[test]
fn each_text_that_a_cause_is_about_is_shown() {
    let server = broken("first");
    let file = recording("texts");
    let file = file.to_str().expect("the path is UTF-8");
    let run = mcpwire(&["check", "--record", file, "--", &server]);
    for text in [
        "│ hello server 1.0.0 is ready",
        "│ hello is called with {\"name\":\"example\"}",
        "│ hello is called with {}",
    ] {
        assert_eq!(run.stdout.matches(text).count(), 1, "{text}: {}", run.stdout);
    }
    assert!(run.stdout.contains("Findings: 6 must, all by the server."), "{}", run.stdout);
}

#[test]
fn only_what_this_program_recorded_is_replaced() {
    let file = recording("replaced");
    let name = file.to_str().expect("the path is UTF-8");
    let header = r#"{"mcpwire":"recording","version":1,"minor":1"#;
    let of_others = [
        "somebody's own".to_owned(),
        String::new(),
        format!("{header},\"writer\":\"another 1.0\",\"title\":\"mcpwire check\"}}\n"),
        format!("{header},\"writer\":\"mcpwire 0.1.0\",\"title\":\"a customer's\"}}\n"),
        format!("{header}}}\n"),
    ];
    for text in of_others {
        std::fs::write(&file, &text).expect("the file can be written");
        let run = mcpwire(&["check", "--record", name, "--", MCPWIRE, "serve", "hello"]);
        assert_eq!(run.code, Some(2), "{text}: {}", run.stderr);
        assert!(run.stderr.contains("there is a file") && run.stderr.contains(name));
        assert_eq!(std::fs::read_to_string(&file).expect("it is text"), text);
    }
    std::fs::remove_file(&file).expect("it can be removed");
    for _ in 0..2 {
        let run = mcpwire(&["check", "--record", name, "--", MCPWIRE, "serve", "hello"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let recorded = std::fs::read_to_string(&file).expect("it is text");
        assert_eq!(recorded.matches(r#"{"mcpwire":"recording""#).count(), 1);
    }
}

#[test]
fn a_tool_with_a_broken_schema_is_told_as_that() {
    let (_, report) = check("uncallable", &[], &[&broken("third")]);
    let remarks = report["remarks"].to_string();
    assert!(remarks.contains("`hello` was not called") && remarks.contains("broken"), "{remarks}");
}

#[cfg(unix)]
mod by_shell {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    /// What a line to copy prints, with this program on the path.
    fn copied(line: &str) -> String {
        let folder = Path::new(MCPWIRE).parent().expect("the program is in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", folder.display());
        let output = Command::new("sh").args(["-c", line]).env("PATH", path).output();
        String::from_utf8(output.expect("a shell").stdout).expect("UTF-8")
    }

    #[test]
    fn each_line_to_copy_shows_its_finding_again() {
        for name in ["first", "second", "third"] {
            let (_, report) = check(&format!("repeated-{name}"), &[], &[&broken(name)]);
            for finding in report["findings"].as_array().expect("there are findings") {
                let line = finding["repeat"].as_str().expect("there is a line to copy");
                let shown = copied(line);
                let text = finding["at"]["excerpt"]["text"].as_str().expect("an excerpt");
                match name {
                    "third" => {
                        assert!(line.ends_with(" | mcpwire check -"), "{line}");
                        assert!(shown.starts_with("must · jsonschema-valid"), "{shown}");
                    }
                    _ => assert!(shown.lines().any(|line| line == text), "{text}: {shown}"),
                }
            }
        }
    }

    #[test]
    fn links_are_not_followed() {
        let target = recording("linked-target");
        let (_, _) = check("linked-target", &[], &[MCPWIRE, "serve", "hello"]);
        let before = std::fs::read_to_string(&target).expect("it is text");
        let link = recording("link");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&target, &link).expect("a link can be made");
        let name = link.to_str().expect("the path is UTF-8");
        let run = mcpwire(&["check", "--record", name, "--", MCPWIRE, "serve", "hello"]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(&target).expect("it is text"), before);
    }
}
