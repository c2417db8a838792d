//! A server process on every kind of standard input and output.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use super::harness::{call, modern};

/// The example server, which `cargo test` builds unless it is told to build one test only.
fn hello() -> Command {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let path = path.join("examples").join("hello");
    assert!(path.exists(), "{} is missing; build it: cargo build --examples", path.display());
    Command::new(path)
}

fn input() -> String {
    (0..500).map(|id| call(&id.to_string(), "hello", json!({"name": "Amira"})) + "\n").collect()
}

fn check(output: &[u8]) {
    let lines: Vec<_> = output.split_inclusive(|byte| *byte == b'\n').collect();
    assert_eq!(lines.len(), 500, "{}", output.escape_ascii());
    for (id, line) in lines.iter().enumerate() {
        let answer: Value = serde_json::from_slice(line).unwrap();
        assert_eq!(answer["id"], id);
        assert_eq!(answer["result"]["structuredContent"]["result"], "Hello, Amira!");
    }
}

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("mcpwire-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn pipes() {
    let mut child = hello().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input().as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    check(&output.stdout);
}

#[test]
fn files() {
    let (read, written) = (Scratch::new(), Scratch::new());
    std::fs::write(&read.0, input()).unwrap();
    let mut child = hello();
    child.stdin(File::open(&read.0).unwrap()).stdout(File::create(&written.0).unwrap());
    assert!(child.status().unwrap().success());
    check(&std::fs::read(&written.0).unwrap());
}

#[test]
fn one_socket_for_both() {
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    let stdin = OwnedFd::from(theirs.try_clone().unwrap());
    let mut child = hello().stdin(stdin).stdout(OwnedFd::from(theirs)).spawn().unwrap();
    let mut write = ours.try_clone().unwrap();
    let writer = std::thread::spawn(move || {
        write.write_all(input().as_bytes()).unwrap();
        write.shutdown(std::net::Shutdown::Write).unwrap();
    });
    let mut output = Vec::new();
    ours.read_to_end(&mut output).unwrap();
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    check(&output);
}

#[test]
fn standard_output_and_standard_error_are_one() {
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    let stderr = OwnedFd::from(theirs.try_clone().unwrap());
    let mut child = hello();
    child.stdin(Stdio::piped()).stdout(OwnedFd::from(theirs)).stderr(stderr);
    let mut child = child.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input().as_bytes()).unwrap());
    // The command may still hold the other end open, so there is no end to read to.
    let mut output = Vec::new();
    let mut lines = BufReader::new(&mut ours);
    for _ in 0..500 {
        lines.read_until(b'\n', &mut output).unwrap();
    }
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    check(&output);
}

#[test]
fn nothing_to_read_ends_at_once() {
    let output = hello().stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success());
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn nobody_reads_standard_error() {
    let mut child = hello();
    child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Each leaves a notice: far more than a pipe holds.
    let wrong = call("1", "hello", json!({"nme": 1})) + "\n";
    let writer = std::thread::spawn(move || {
        for _ in 0..20_000 {
            stdin.write_all(wrong.as_bytes()).unwrap();
        }
        stdin.write_all((modern("\"last\"", "tools/list", json!({})) + "\n").as_bytes()).unwrap();
    });
    let stdout = child.stdout.take().unwrap();
    let last = BufReader::new(stdout).lines().map(Result::unwrap).last().unwrap();
    assert!(last.contains(r#""id":"last""#), "{last}");
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
}

fn started() -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child = hello().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let line = modern("1", "tools/list", json!({})) + "\n";
    child.stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    let mut answer = String::new();
    stdout.read_line(&mut answer).unwrap();
    assert!(answer.contains("hello"), "{answer}");
    (child, stdout)
}

#[test]
fn a_reader_that_goes_away_ends_the_process() {
    let (mut child, stdout) = started();
    drop(stdout);
    let mut stdin = child.stdin.take().unwrap();
    // The process is gone when it cannot write its answer; until then there is room.
    while stdin.write_all(input().as_bytes()).is_ok() {}
    assert!(!child.wait().unwrap().success());
}

#[test]
fn sigterm_ends_the_process_well() {
    let (mut child, _stdout) = started();
    let sent = Command::new("kill").arg("-TERM").arg(child.id().to_string()).status().unwrap();
    assert!(sent.success());
    assert!(child.wait().unwrap().success());
}
