//! Help, and what is true of every command.

use super::command::{mcpwire, mcpwire_with};

const COMMANDS: [&[&str]; 9] = [
    &[],
    &["demo"],
    &["check"],
    &["rules"],
    &["explain"],
    &["classify"],
    &["meta-key"],
    &["shapes"],
    &["serve"],
];

#[test]
fn every_help_has_examples_and_exit_codes() {
    for command in COMMANDS {
        let mut words = command.to_vec();
        words.push("--help");
        let run = mcpwire(&words);
        assert_eq!(run.code, Some(0), "{words:?}");
        assert!(run.stdout.contains("Examples:\n  "), "{words:?} has no examples");
        assert!(run.stdout.contains("Exit codes: 0"), "{words:?} does not tell its exit codes");
        assert_eq!(run.stderr, "", "{words:?}");
    }
}

#[test]
fn a_wrong_command_line_is_2_and_says_so_on_stderr() {
    for words in [&["nosuch"][..], &["meta-key"], &["classify", "--format", "xml"], &["serve", "x"]]
    {
        let run = mcpwire(words);
        assert_eq!(run.code, Some(2), "{words:?}");
        assert_eq!(run.stdout, "", "{words:?}");
        assert!(!run.stderr.is_empty(), "{words:?}");
    }
}

#[test]
fn an_input_that_cannot_be_read_is_3_and_a_server_that_cannot_start_is_4() {
    for command in ["classify", "check"] {
        let run = mcpwire(&[command, "no/such/file.jsonl"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
        assert!(run.stderr.contains("no/such/file.jsonl"), "{}", run.stderr);
    }
    let run = mcpwire(&["demo", "--", "no/such/server"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(4), ""));
    assert!(run.stderr.contains("no/such/server"), "{}", run.stderr);
}

#[test]
fn colour_comes_only_where_it_is_asked_for() {
    let words = ["classify", "--color"];
    let colored = |when| {
        let run = mcpwire_with(&[words[0], words[1], when], b"{}\n");
        run.stdout.contains('\u{1b}')
    };
    assert!(colored("always"));
    assert!(!colored("never"));
    assert!(!colored("auto"), "a pipe is no terminal");
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_enough_ends_the_command_quietly() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcpwire"))
        .args(["classify", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command is built");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    let _ = stdin.write_all(b"{}\n");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}
