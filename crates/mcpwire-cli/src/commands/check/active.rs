//! The check of a server that runs: a conversation is held with it and judged.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use mcpwire_check::probe::command_line;
use serde_json::Value;

use super::live::Target;
use super::{Shown, live};
use crate::failure::{Ending, Failure};
use crate::screen::{escape, say};

/// How a server is checked.
#[derive(Args, Clone, Debug)]
pub(super) struct Probing {
    /// Call this tool too, whatever it says of itself, with these arguments. May be repeated.
    #[arg(long = "call", value_name = "NAME=JSON", value_parser = call)]
    calls: Vec<(String, Value)>,
    /// How many seconds an answer may take where the server's own code runs.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = TIMEOUT,
        value_parser = clap::value_parser!(u64).range(1..=3600)
    )]
    timeout: u64,
    /// Where the recording of a check goes; one among the temporary files if this is absent. A
    /// file that is there already is replaced only if this program recorded it. Lines that break
    /// rules on purpose are marked in it, and are no findings when it is checked.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn call(text: &str) -> Result<(String, Value), String> {
    let (name, arguments) = text.split_once('=').unwrap_or((text, "{}"));
    let arguments: Value = serde_json::from_str(arguments)
        .map_err(|error| format!("the arguments of `{name}` are no JSON: {error}"))?;
    if arguments.is_object() {
        Ok((name.to_owned(), arguments))
    } else {
        Err(format!("the arguments of `{name}` are no JSON object"))
    }
}

impl Probing {
    /// Whether something was said of how a server is to be checked.
    pub(super) fn is_said(&self) -> bool {
        !self.calls.is_empty() || self.record.is_some() || self.timeout != TIMEOUT
    }
}

/// How many seconds an answer may take.
const TIMEOUT: u64 = 10;

/// Checks the server at a URL.
pub(super) fn run_at(url: String, probing: Probing, shown: Shown, heuristics: bool) -> Ending {
    let server = (Target::Url(url.clone()), url);
    probe(server, probing, shown, heuristics)
}

/// Checks the server that `command` starts, or the bundled `support` where it is empty.
pub(super) fn run(
    command: Vec<OsString>,
    probing: Probing,
    shown: Shown,
    heuristics: bool,
) -> Ending {
    let (argv, words) = if command.is_empty() {
        let program = std::env::current_exe().map_err(|error| {
            let why = format!("This program cannot find its own file to start a server: {error}.");
            Failure::Usage(why)
        })?;
        let argv = vec![program.into_os_string(), "serve".into(), "support".into()];
        (argv, "mcpwire serve support".to_owned())
    } else {
        let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
        let words = command_line(words.iter().map(|word| &**word));
        (command, words)
    };
    probe((Target::Command(argv), words), probing, shown, heuristics)
}

/// Checks a server that is shown as these words.
fn probe(
    (target, words): (Target, String),
    probing: Probing,
    shown: Shown,
    heuristics: bool,
) -> Ending {
    let timeout = Duration::from_secs(probing.timeout);
    let server = live::Server { target, shown: words, timeout, calls: probing.calls, heuristics };
    let checked = live::check(&server, probing.record.as_deref())?;
    let ending = shown.end(&checked.report)?;
    let recording = checked.recording.display().to_string();
    say(&format!("All that was said is in {}.", escape(&recording)));
    match checked.died {
        Some(why) => Err(Failure::Target(why)),
        None => Ok(ending),
    }
}
