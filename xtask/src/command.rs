//! Child processes that never wait for a terminal.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How much of a failed command's output is shown.
const SHOWN_LINES: usize = 12;
/// How often a command with a time limit is looked at.
const PAUSE: Duration = Duration::from_millis(10);

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

/// As [`show`], but ends the command when it has not ended by itself within `limit`.
///
/// # Errors
/// As [`show`], and a sentence when the time is over.
pub(crate) fn show_within(command: &mut Command, limit: Duration) -> Result<(), String> {
    let name = name(command);
    let child = command.spawn().map_err(|error| format!("`{name}` cannot be started: {error}."))?;
    match ended(child, &name, limit)? {
        status if status.success() => Ok(()),
        status => Err(format!("`{name}` ended with {status}.")),
    }
}

/// Runs `command` with its output in files named by `log` (ending `.out` and `.err`), and returns
/// how it ended.
///
/// # Errors
/// As [`show_within`], but for an end without success, which is for the caller to judge.
pub(crate) fn run_within(
    command: &mut Command,
    limit: Duration,
    log: &Path,
) -> Result<Ended, String> {
    let name = name(command);
    let [out, err] = ["out", "err"].map(|extension| log.with_extension(extension));
    let create = |path: &Path| {
        fs::File::create(path)
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
    };
    let child = command.stdout(create(&out)?).stderr(create(&err)?).spawn();
    let child = child.map_err(|error| format!("`{name}` cannot be started: {error}."))?;
    let status = ended(child, &name, limit)?;
    let read = |path: &Path| {
        let text =
            fs::read(path).map_err(|error| format!("{} cannot be read: {error}.", path.display()));
        text.map(|text| String::from_utf8_lossy(&text).into_owned())
    };
    Ok(Ended { status, out: read(&out)?, err: read(&err)? })
}

/// How a command ended, and what it wrote.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) out: String,
    pub(crate) err: String,
}

fn ended(mut child: Child, name: &str, limit: Duration) -> Result<ExitStatus, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < limit => sleep(PAUSE),
            Ok(None) => {
                // It may have ended in this very moment, which is just as well.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("`{name}` was not done after {} s.", limit.as_secs()));
            }
            Err(error) => return Err(format!("`{name}` cannot be watched: {error}.")),
        }
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
