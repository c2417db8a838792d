//! `mcpwire demo`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::command::{Run, mcpwire};
use mcpwire_protocol::recording::{self, Entry, Event, EventKind, Exit};
use serde_json::Value;

/// A file of this test's own, removed when it is over.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        File(std::env::temp_dir().join(format!("mcpwire-test-{name}-{}.jsonl", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("temporary files have plain names")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The events of a recording that has nothing else in it.
fn events(bytes: &[u8]) -> Vec<Event<'_>> {
    let entries = recording::read(bytes).filter_map(|entry| match entry {
        Entry::Header(_) => None,
        Entry::Event(event) => Some(event),
        other => panic!("The recording has a line that is no event: {other:?}"),
    });
    entries.collect()
}

fn demo(file: &File, more: &[&str]) -> Run {
    let mut words = vec!["demo", "--record", file.path()];
    words.extend(more);
    mcpwire(&words)
}

#[test]
fn every_answer_is_as_announced() {
    let file = File::new("announced");
    let run = demo(&file, &[]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("Every answer was as announced."));
    assert!(run.stdout.contains(file.path()), "it says where the recording is");
    assert_eq!(run.stderr, "");
    let rows = [
        "hello with nme, id 3       result, isError: true, id 3  tool error      model",
        "tools/delete, id 4         error -32601, id 4           protocol error  client",
        "a cancellation, no id      nothing for 150 ms           silence         nobody",
        "a line without its last }  error -32700, no id          protocol error  client",
        "initialized, no id         nothing for 150 ms           silence         nobody",
        "sent        9 requests, 2 notifications, 3 malformed lines",
        "answers     12: 7 results, 1 tool error, 4 protocol errors",
    ];
    for row in rows {
        assert!(run.stdout.contains(row), "{row}\n{}", run.stdout);
    }
    assert!(run.stdout.lines().all(|line| mcpwire_cli::screen::width(line) <= 100));
}

#[test]
fn the_recording_holds_what_was_shown() {
    let file = File::new("recording");
    let run = demo(&file, &["--full"]);
    let bytes = std::fs::read(file.path()).expect("the recording is there");
    // Wrapping is undone, so that whole messages can be looked for.
    let shown: String = run.stdout.chars().filter(|character| !character.is_whitespace()).collect();
    let (mut sent, mut received, mut last) = (0, 0, None);
    for event in events(&bytes) {
        match &event.kind {
            EventKind::Line(line) => {
                match line.direction {
                    recording::Direction::ClientToServer => sent += 1,
                    recording::Direction::ServerToClient => received += 1,
                }
                let text = String::from_utf8_lossy(line.content.bytes()).into_owned();
                let solid = text.split_whitespace().collect::<String>();
                assert!(shown.contains(&solid), "not shown: {text}");
            }
            EventKind::ProcessExit(exit) => last = Some(exit.exit),
            _ => {}
        }
    }
    // Fourteen lines with `hello`, eighteen with `support`.
    assert_eq!((sent, received), (32, 29));
    assert_eq!(last, Some(Exit::Status(0)));
}

#[test]
fn another_server_is_judged_by_the_same_announcements() {
    let file = File::new("other");
    let run = demo(&file, &["--", env!("CARGO_BIN_EXE_mcpwire"), "serve", "cases"]);
    assert_eq!(run.code, Some(1), "a server without the tool `hello` differs");
    assert!(run.stdout.contains("2. A call: error -32602, id 2"), "{}", run.stdout);
}

#[test]
fn a_server_that_is_none_is_told() {
    let file = File::new("none");
    let run = demo(&file, &["--", env!("CARGO_BIN_EXE_mcpwire"), "shapes"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("from what was announced"), "{}", run.stdout);
}

#[test]
fn the_handshake_comes_after_modern_requests_and_before_another_one() {
    let run = demo(&File::new("handshake"), &[]);
    let place = |text: &str| run.stdout.find(text).unwrap_or_else(|| panic!("{text} is not shown"));
    assert!(place("10. After all that") < place("11. A handshake, in the middle"));
    assert!(place("13. A request without _meta") < place("Hello, Noor!"));
    assert!(run.stdout.contains("both lifecycles may be used at once"));
}

#[test]
fn a_server_without_older_revisions_is_not_blamed_for_that() {
    let file = File::new("modern");
    let words = ["--", env!("CARGO_BIN_EXE_mcpwire"), "serve", "hello", "--modern-only"];
    let run = demo(&file, &words);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(!run.stdout.contains("A request without _meta"), "that needs a handshake");
    assert!(run.stdout.contains("Hello, Noor!"));
}

#[test]
fn programs_get_one_object_with_all_that_people_are_told() {
    let file = File::new("json");
    let run = demo(&file, &["--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 1);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let steps = report["steps"].as_array().expect("an array");
    assert_eq!(steps.len(), 14);
    assert!(steps.iter().all(|step| step["asAnnounced"] == true), "{report}");
    let kinds: Vec<_> =
        [1, 3, 4, 5].iter().map(|at| [&steps[*at]["kind"], &steps[*at]["reacts"]]).collect();
    assert_eq!(
        serde_json::json!(kinds),
        serde_json::json!([
            ["result", "model"],
            ["tool error", "model"],
            ["protocol error", "client"],
            ["silence", null],
        ])
    );
    assert_eq!(steps[2]["came"][0]["id"], "a-7");
    assert_eq!(steps[3]["came"][0]["id"], 3);
    assert_eq!(report["totals"]["sent"]["requests"], 9);
    assert_eq!(report["totals"]["received"]["results"], 8);
    assert_eq!(report["totals"]["toolErrors"], 1);
    assert_eq!(report["verdict"], "as-announced");
    assert_eq!(report["recording"], file.path());
}

#[test]
fn a_difference_is_told_to_programs_too() {
    let file = File::new("json-other");
    let server = ["--format", "json", "--", env!("CARGO_BIN_EXE_mcpwire"), "serve", "cases"];
    let run = demo(&file, &server);
    assert_eq!(run.code, Some(1));
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["verdict"], "different");
    assert_eq!(report["steps"][1]["asAnnounced"], false);
    assert!(report["differences"][0].as_str().is_some_and(|text| text.starts_with("2. A call")));
}

#[test]
fn a_file_that_is_there_is_left_as_it_is() {
    let file = File::new("there");
    std::fs::write(&file.0, "precious").expect("temporary files can be written");
    let run = demo(&file, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("already"), "{}", run.stderr);
    assert_eq!(std::fs::read(&file.0).expect("still there"), b"precious");
}

#[test]
fn a_server_that_does_not_start_leaves_no_recording() {
    let file = File::new("not-started");
    assert_eq!(demo(&file, &["--", "no/such/server"]).code, Some(4));
    assert!(!file.0.exists());
}

#[test]
fn what_happened_is_recorded_even_if_nobody_reads_on() {
    let file = File::new("unread");
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcpwire"))
        .args(["demo", "--record", file.path()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command is built");
    drop(child.stdout.take());
    let status = child.wait().expect("the command ends");
    assert_eq!(status.code(), Some(0));
    let bytes = std::fs::read(file.path()).expect("the recording is there");
    let started = |event: &Event<'_>| matches!(event.kind, EventKind::ProcessStart(_));
    assert!(events(&bytes).iter().any(started));
}

#[test]
fn ten_situations_are_played_and_stand_beside_what_was_recorded_once() {
    let run = demo(&File::new("situations"), &["--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("one object");
    let situations = report["situations"].as_array().expect("a list");
    let word = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
    let told: Vec<_> =
        situations.iter().map(|one| (word(one, "title"), word(one, "here"))).collect();
    let due = [
        ("Discovery", "5 results of "),
        ("A valid call", "result of "),
        ("A validation failure", "tool error"),
        ("An unknown tool", "error -32602"),
        ("Another organisation's ticket", "tool error"),
        ("Two resource reads", "result; error -32602"),
        ("A version mismatch", "error -32022"),
        ("No _meta", "error -32602"),
        ("An older client", "result; nothing; result"),
        ("Two eras on one connection", "result; result"),
    ];
    assert_eq!(told.len(), due.len());
    for ((title, here), (due_title, due_here)) in told.iter().zip(due) {
        assert!(title == due_title && here.starts_with(due_here), "{title}: {here}");
    }
    let steps = || situations.iter().flat_map(|one| one["steps"].as_array().expect("a list"));
    assert_eq!(steps().count(), 18);
    assert!(steps().all(|step| step["asAnnounced"] == true));
    // What differs is told with its reason, and nothing else is.
    for one in situations {
        let differs = one["here"] != one["recorded"];
        assert_eq!(differs, one["why"].is_string(), "{one}");
    }
    let broken = report["broken"].as_array().expect("a list");
    let rules: Vec<_> = broken.iter().map(|one| one["rule"].as_str()).collect();
    let due = ["json-invalid", "jsonrpc-version", "id-null", "meta-missing"].map(Some);
    assert_eq!(rules, due);
    assert!(broken.iter().all(|one| one["party"] == "client"), "{broken:?}");
}

#[test]
fn a_server_of_the_users_has_the_first_part_and_the_verdict() {
    let own = ["--", env!("CARGO_BIN_EXE_mcpwire"), "serve", "hello"];
    let run = demo(&File::new("own"), &own);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(!run.stdout.contains("Ten situations"));
    assert!(run.stdout.contains("✓ The server broke no rule."), "{}", run.stdout);
    assert!(!run.stdout.contains("meta-missing"), "{}", run.stdout);
}

/// Servers that are written as shell scripts.
#[cfg(unix)]
mod scripts {
    use super::*;

    #[test]
    fn a_server_that_never_stops_writing_its_log_is_talked_to_all_the_same() {
        let file = File::new("chatty");
        // The log goes on as long as the server is there.
        let script = "(while kill -0 $$ 2>/dev/null; do echo tick >&2; sleep 0.005; done) &
            exec \"$0\" serve hello";
        let run = demo(&file, &["--", "sh", "-c", script, env!("CARGO_BIN_EXE_mcpwire")]);
        assert_eq!(run.code, Some(0), "{}", run.stdout);
        assert_eq!(run.stdout.matches("The server keeps writing").count(), 1);
    }

    #[test]
    fn a_server_that_never_answers_is_left_when_the_time_is_over() {
        let file = File::new("silent");
        let run =
            demo(&file, &["--limit", "1", "--", "sh", "-c", "while read -r line; do :; done"]);
        assert_eq!(run.code, Some(1));
        let says = "The conversation took longer than it may, and was ended before \"A call\";";
        assert!(run.stdout.contains(says), "{}", run.stdout);
    }

    #[test]
    fn a_flood_is_counted_where_it_is_not_kept() {
        const LINES: u64 = 15_000;
        let file = File::new("flood");
        let script = format!("yes noise | head -n {LINES}; exec cat >/dev/null");
        let run = demo(&file, &["--", "sh", "-c", &script]);
        assert_eq!(run.code, Some(1));
        let bytes = std::fs::read(file.path()).expect("the recording is there");
        let (mut kept, mut dropped, mut dropped_bytes, mut ended, mut exited) = (0, 0, 0, 0, 0);
        for event in events(&bytes) {
            match event.kind {
                EventKind::Line(line) if line.direction == recording::Direction::ServerToClient => {
                    kept += 1;
                }
                EventKind::Gap(gap) => {
                    dropped += gap.events.expect("counted");
                    dropped_bytes += gap.bytes.expect("counted");
                }
                EventKind::Close(_) => ended += 1,
                EventKind::ProcessExit(_) => exited += 1,
                _ => {}
            }
        }
        assert!(dropped > 0 && kept <= 10_000);
        assert_eq!(kept + dropped, LINES);
        assert_eq!(dropped_bytes, dropped * "noise\n".len() as u64);
        assert_eq!((ended, exited), (2, 1), "both directions and the process ended");
        assert!(run.stdout.contains(&format!("not kept: {dropped} lines")));
    }
}
