//! Child processes that never wait for a terminal.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// How much of a failed command's output is shown.
const SHOWN_LINES: usize = 12;

/// A command in the root of the workspace, without standard input.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(crate::place::root()).stdin(Stdio::null());
    command
}

/// The cargo that runs this task.
pub(crate) fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs `command` with its output on the terminal.
///
/// # Errors
/// A sentence when it cannot be started or ends with anything but success.
pub(crate) fn show(command: &mut Command) -> Result<(), String> {
    let name = name(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{name}` ended with {status}.")),
        Err(error) => Err(format!("`{name}` cannot be started: {error}.")),
    }
}

/// Runs `command` and returns what it wrote to standard output.
///
/// # Errors
/// A sentence, with the last lines of the output, when it cannot be started or
/// ends with anything but success.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let name = name(command);
    let output =
        command.output().map_err(|error| format!("`{name}` cannot be started: {error}."))?;
    let standard = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return Ok(standard.into_owned());
    }
    let all = format!("{standard}{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<&str> = all.lines().collect();
    let last = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
    Err(format!("`{name}` ended with {}.\n{}", output.status, last.join("\n")))
}

/// The program and the first argument that says what it does, without folders.
fn name(command: &Command) -> String {
    let short = |word: &OsStr| {
        let path = Path::new(word);
        path.file_name().unwrap_or(word).to_string_lossy().into_owned()
    };
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let said = words.filter(|word| *word != "-m").take(2).map(short);
    said.collect::<Vec<_>>().join(" ")
}
