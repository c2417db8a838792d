//! `mcpwire check`: who broke which rule.

mod active;
mod live;
mod progress;
mod read;
mod report;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use mcpwire_check::{Checker, Options, Report};
use mcpwire_protocol::rules::Level;

use crate::failure::{Ending, Failure, Verdict};
use crate::screen::{Screen, say};

/// Say who broke which rule of the specification, where, and what to do about it.
///
/// With a COMMAND it starts that server and talks to it, with a URL it talks to the one there: what it offers, a call of each tool that
/// says that it only reads, what it refuses, and what becomes of broken lines. No other tool is
/// called. With FILEs it reads recordings (`--record FILE` writes one) or bare messages, one a
/// line, and sends nothing anywhere. Everything is found in one run; findings of one cause are
/// told once, with their number and up to three places. What cannot be seen is not judged.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire check                                 the bundled server `support`
  mcpwire check -- python -m hello_server       a server of yours
  mcpwire check http://127.0.0.1:8080/mcp       the same over HTTP
  mcpwire check --call 'book={\"room\":1}' -- node server.mjs
  mcpwire check conversation.jsonl
  mcpwire check --format concise *.jsonl
  my-client | mcpwire check -
  mcpwire check --fail-on should --format json conversation.jsonl

Exit codes: 0 nothing as heavy as --fail-on says, 1 something is, 2 usage or configuration,
3 the input cannot be read, 4 the server cannot be started or reached, or died, 5 it wants
authorization.")]
pub struct Check {
    /// Recordings, or files with one message a line; `-` is standard input. Or the URL of a server
    /// to check.
    #[arg(value_name = "FILE|URL", conflicts_with = "command")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    probing: active::Probing,
    /// A server to check, with its arguments, behind `--`. Without it and without files the
    /// bundled server `support` is checked.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    #[command(flatten)]
    shown: Shown,
    /// Judge by rules that guess at meaning too.
    #[arg(long)]
    heuristics: bool,
}

/// How a report is shown, and what of it counts.
#[derive(Args, Clone, Copy, Debug)]
struct Shown {
    /// How to show the report.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// From which level on a finding makes the exit code 1.
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    fail_on: FailOn,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// Each cause with its place, the rule, and what to do.
    #[default]
    Full,
    /// A line for each finding, at most three of one cause; the third says how many more there are.
    Concise,
    /// One JSON object, described by docs/report.schema.json, with at most three findings of one
    /// cause and their number.
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// What the specification demands.
    #[default]
    Must,
    /// What it asks for, too.
    Should,
    /// Anything.
    Note,
    /// Nothing.
    Never,
}

impl Check {
    /// Judges all files, or a server.
    pub fn run(self) -> Ending {
        if self.files.is_empty() {
            return active::run(self.command, self.probing, self.shown, self.heuristics);
        }
        if let Some(url) = self.files.iter().find_map(|file| url(file)) {
            if self.files.len() > 1 {
                let text = "One server is checked at a time: name one URL, and no files beside it.";
                return Err(Failure::Usage(text.to_owned()));
            }
            return active::run_at(url, self.probing, self.shown, self.heuristics);
        }
        if self.probing.is_said() {
            let text = "Options --call, --timeout and --record are for servers, not for files.";
            return Err(Failure::Usage(text.to_owned()));
        }
        let options = Options { heuristics: self.heuristics, ..Options::default() };
        let mut checker = Checker::with_options(options);
        for file in &self.files {
            read::file(&mut checker, file)?;
        }
        self.shown.end(&checker.finish())
    }
}

/// A name that is a URL of HTTP, and not a file.
fn url(name: &Path) -> Option<String> {
    let text = name.to_str()?;
    let scheme = text.split_once("://")?.0;
    let is_http = ["http", "https"].iter().any(|known| known.eq_ignore_ascii_case(scheme));
    is_http.then(|| text.to_owned())
}

impl Shown {
    /// Prints a report, and ends as its findings say.
    fn end(self, report: &Report) -> Ending {
        self.print(report)?;
        let level = match self.fail_on {
            FailOn::Must => Level::Must,
            FailOn::Should => Level::Should,
            FailOn::Note => Level::Note,
            FailOn::Never => return Ok(Verdict::Clean),
        };
        Ok(Verdict::found(report.count_from(level) > 0))
    }

    fn print(self, report: &Report) -> Result<(), Failure> {
        let mut screen = Screen::new();
        let text = match self.format {
            Format::Full => report::full(report, screen.columns()),
            Format::Concise => report::concise(report),
            Format::Json => report::json(report),
        };
        screen.print(&text)?;
        if !matches!(self.format, Format::Json) {
            for remark in &report.remarks {
                say(remark);
            }
        }
        Ok(())
    }
}
