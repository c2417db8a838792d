//! `mcpwire demo`: a conversation with a real server, held by hand.

mod announced;
mod closing;
mod judged;
mod play;
mod report;
mod script;
mod show;
mod situations;
mod stage;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::failure::{Ending, Failure, Verdict};
use crate::format::Format;
use crate::screen::{Screen, escape, json_line, style};
use crate::session::{Clock, Target};
use judged::Judged;
use play::Stand;
use report::Report;
use script::STEPS;
use show::Look;

/// Hold a conversation with a real server, message by message, mistakes included.
///
/// The server is a process of its own, spoken to over its standard input and output by lines that
/// were written by hand. Every message is shown for what it is, and so is silence. Then come ten
/// situations at a support desk, with what another server once answered beside what ours answers,
/// and at the end the verdict on all of it. A server of yours has the first part, and the verdict.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire demo
  mcpwire demo --full
  mcpwire demo --record conversation.jsonl
  mcpwire demo --format json
  mcpwire demo -- python -m hello_server    a server of yours, with a tool `hello` that takes `name`

Exit codes: 0 every answer was as announced and the server broke no rule, 1 otherwise, 2 the recording cannot be written
or its file is there already and none of this program, 4 the server cannot be started.")]
pub struct Demo {
    /// Show every byte: nothing folded up, nothing cut.
    #[arg(long)]
    full: bool,
    /// Where the recording goes; one among the temporary files if this is absent. A file that is
    /// there already is replaced only if this program recorded it. Each event is written as it
    /// happens.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many seconds the conversation may take before it is ended, from 1 to 3600.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    limit: u64,
    /// How to show the conversation; JSON is one object, at the end.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Another server's command line.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Demo {
    /// Plays all steps, and the situations after them if the server is ours.
    pub fn run(self) -> Ending {
        let screen = Screen::new();
        let look = Look { columns: screen.columns(), full: self.full };
        let mut page = Page { screen, silent: self.format == Format::Json };
        let is_ours = self.command.is_empty();
        let argv = if is_ours { own_server("hello")? } else { self.command };
        let deadline = Instant::now() + Duration::from_secs(self.limit);
        let clock = Clock::start();
        let target = Target::open(self.record.as_deref(), "demo", &argv, clock)?;
        let mut stand = Stand { clock, look, number: 0, target: Some(target), tracks: Vec::new() };
        let first = stand.play(&argv, &mut page, |play, page| {
            page.print(&opening(look, &argv))?;
            let played = play.steps(STEPS, deadline, page)?;
            play.end(STEPS.len() + 1, page)?;
            Ok(played)
        })?;
        let (played, first) = first;
        page.print(&closing::answers(&played, look))?;
        let mut differences = first.differences;
        let mut situations = Vec::new();
        if is_ours {
            page.print(&look.chapter("Ten situations at a support desk", situations::SAYS))?;
            situations = situations::all(&mut stand, deadline, &mut page, &mut differences)?;
            page.print(&situations::table(&situations, look))?;
        }
        let judged = Judged::of(&argv, &stand.tracks);
        differences.extend(judged.by_server());
        let recording = stand.target.map(Target::close).transpose()?.unwrap_or_default();
        page.print(&judged.print(look))?;
        page.print(&closing::totals(&first.stage, &recording, look))?;
        page.print(&closing::verdict(&differences))?;
        if self.format == Format::Json {
            let parts = (&played[..], &situations[..]);
            let report = Report::new(&argv, parts, &first.stage, &judged, &differences, &recording);
            page.screen.print(&json_line(&report))?;
        }
        Ok(Verdict::found(!differences.is_empty()))
    }
}

/// Where the conversation is shown as it goes on, unless only the JSON at the end is wanted.
struct Page {
    screen: Screen,
    silent: bool,
}

impl Page {
    fn print(&mut self, text: &str) -> Result<(), Failure> {
        if self.silent { Ok(()) } else { self.screen.print(text) }
    }
}

/// The command line of a bundled server.
fn own_server(name: &str) -> Result<Vec<OsString>, Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::Usage(format!("This program cannot find its own file to start a server: {error}."))
    })?;
    Ok(vec![program.into_os_string(), "serve".into(), name.into()])
}

fn opening(look: Look, argv: &[OsString]) -> String {
    let name = |word: &OsString| word.to_string_lossy().into_owned();
    let mut words: Vec<String> = argv.iter().map(name).collect();
    if let Some(program) = words.first_mut() {
        let short = std::path::Path::new(program)
            .file_name()
            .map(|file| file.to_string_lossy().into_owned());
        *program = short.unwrap_or_else(|| program.clone());
    }
    let says = format!(
        "A conversation with a server process, `{}`, held by hand. `→` goes to its standard input, \
         `←` comes from its standard output; what it writes to standard error is its log.",
        escape(&words.join(" "))
    );
    format!("\n{}\n{}", look.prose(&says, style::PLAIN), look.titles())
}
