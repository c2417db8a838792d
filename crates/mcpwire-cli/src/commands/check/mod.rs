//! `mcpwire check`: who breaks which rule.

pub mod live;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use crate::failure::{Ending, Failure, Verdict};
use crate::screen::Screen;

/// Check a server.
#[derive(Args, Debug)]
pub struct Check {
    /// Call this tool, whatever it says of itself, with these arguments.
    #[arg(long = "call", value_name = "NAME=JSON", value_parser = call)]
    calls: Vec<(String, Value)>,
    /// How many seconds an answer may take where the server's own code runs.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// Where the recording goes; a new file among the temporary ones if this is absent.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The server's command line.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn call(text: &str) -> Result<(String, Value), String> {
    let (name, arguments) = text.split_once('=').unwrap_or((text, "{}"));
    let arguments: Value = serde_json::from_str(arguments)
        .map_err(|error| format!("the arguments of `{name}` are no JSON: {error}"))?;
    if !arguments.is_object() {
        return Err(format!("the arguments of `{name}` are no JSON object"));
    }
    Ok((name.to_owned(), arguments))
}

impl Check {
    /// Checks.
    pub fn run(self) -> Ending {
        let server = if self.command.is_empty() {
            let program = std::env::current_exe().map_err(|error| {
                Failure::Usage(format!("This program cannot find its own file: {error}."))
            })?;
            live::Server {
                argv: vec![program.into_os_string(), "serve".into(), "support".into()],
                shown: "mcpwire serve support".to_owned(),
                timeout: Duration::from_secs(self.timeout),
                calls: self.calls,
            }
        } else {
            let words: Vec<_> =
                self.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            live::Server {
                shown: mcpwire_check::probe::command_line(words.iter().map(String::as_str)),
                argv: self.command,
                timeout: Duration::from_secs(self.timeout),
                calls: self.calls,
            }
        };
        let checked = live::check(&server, self.record.as_deref())?;
        let mut screen = Screen::new();
        for cause in &checked.report.causes {
            screen.print(&format!("{} {} {} x{}\n", cause.level, cause.party, cause.name, cause.count))?;
            for finding in &cause.findings {
                screen.print(&format!("   {}\n   {}\n   {}\n", finding.seen, finding.advice, finding.repeat.as_deref().unwrap_or("-")))?;
            }
        }
        for remark in &checked.report.remarks {
            screen.print(&format!("remark: {remark}\n"))?;
        }
        screen.print(&format!("{:?}\n{}\n", checked.report.totals, checked.recording.display()))?;
        if let Some(died) = checked.died {
            return Err(Failure::Target(died));
        }
        Ok(Verdict::found(!checked.report.causes.is_empty()))
    }
}
