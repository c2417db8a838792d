//! `mcpwire demo`.

use std::path::PathBuf;

use super::command::{Run, mcpwire};
use mcpwire_protocol::recording::{self, Entry, EventKind, Exit};

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
        "sent        6 requests, 1 notification, 3 malformed lines",
        "answers     9: 4 results, 1 tool error, 4 protocol errors",
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
    for entry in recording::read(&bytes) {
        let event = match entry {
            Entry::Header(_) => continue,
            Entry::Event(event) => event,
            other => panic!("The recording has a line that is no event: {other:?}"),
        };
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
    assert_eq!((sent, received), (10, 9));
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
