//! The command, run as a user runs it.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `mcpwire` with these arguments and nothing on standard input.
pub(crate) fn mcpwire(arguments: &[&str]) -> Run {
    mcpwire_with(arguments, b"")
}

/// Runs `mcpwire` with these arguments and this input.
pub(crate) fn mcpwire_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcpwire"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command is built");
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The command may end before it reads everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("writing does not panic");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("data is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("talk is UTF-8"),
    }
}
