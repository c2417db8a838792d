//! `mcpwire demo`: a conversation with a real server, held by hand.

mod announced;
mod closing;
mod report;
mod script;
mod show;
mod stage;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::recording::Exit;

use crate::failure::{Ending, Failure, Verdict};
use crate::format::Format;
use crate::message::Shape;
use crate::screen::{Screen, escape, json_line, style};
use crate::session::{Clock, Seen, Server, Tape, Target, What};
use announced::{Announced, Came, audience, kind, what_came};
use closing::Played;
use report::Report;
use script::{STEPS, Step};
use show::Look;
use stage::Stage;

/// Hold a conversation with a real server, message by message, mistakes included.
///
/// The server is a process of its own, spoken to over its standard input and output by lines that
/// were written by hand. Every message is shown for what it is, and so is silence.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire demo
  mcpwire demo --full
  mcpwire demo --record conversation.jsonl
  mcpwire demo --format json
  mcpwire demo -- python -m hello_server    a server of yours, with a tool `hello` that takes `name`

Exit codes: 0 every answer was as announced, 1 one was not, 2 the recording cannot be written
or its file is there already, 4 the server cannot be started.")]
pub struct Demo {
    /// Show every byte: nothing folded up, nothing cut.
    #[arg(long)]
    full: bool,
    /// Where the recording goes, a file that is not there yet; one among the temporary files if
    /// this is absent. Each event is written as it happens.
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

/// How long the first answer may take, while the server starts.
const START: Duration = Duration::from_secs(10);
/// How long every other answer may take.
const LIMIT: Duration = Duration::from_secs(2);
/// How long silence is listened to where it is the right answer.
const SILENCE: Duration = Duration::from_millis(150);
/// How long log lines beside an answer are waited for.
const SETTLE: Duration = Duration::from_millis(12);
/// How long that goes on while there are ever more of them.
const SETTLE_LIMIT: Duration = Duration::from_millis(100);
/// How long the server may take to end.
const END: Duration = Duration::from_secs(3);

impl Demo {
    /// Plays all steps.
    pub fn run(self) -> Ending {
        let screen = Screen::new();
        let look = Look { columns: screen.columns(), full: self.full };
        let mut page = Page { screen, silent: self.format == Format::Json };
        let argv = if self.command.is_empty() { own_server()? } else { self.command };
        let clock = Clock::start();
        let tape = Arc::new(Tape::new(clock));
        tape.record(Target::open(self.record.as_deref(), "demo", &argv, clock)?);
        let server = Server::start(&argv, &tape).inspect_err(|_| {
            if let Some(target) = tape.stop_recording() {
                target.discard();
            }
        })?;
        let mut play = Play {
            server,
            stage: Stage::new(look),
            tape: Arc::clone(&tape),
            shown: 0,
            has_ended: false,
            is_restless: false,
            differences: Vec::new(),
        };
        page.print(&opening(look, &argv))?;
        let played = play.steps(Duration::from_secs(self.limit), &mut page)?;
        play.end(&mut page)?;
        let noise = play.stage.received.of(Shape::Malformed);
        if noise > 0 {
            play.differences
                .push(format!("Lines on standard output that are no messages: {noise}."));
        }
        let recording = tape.stop_recording().map(Target::close).transpose()?.unwrap_or_default();
        page.print(&closing::answers(&played, look))?;
        page.print(&closing::totals(&play.stage, &recording, look.columns))?;
        page.print(&closing::verdict(&play.differences))?;
        if self.format == Format::Json {
            let report = Report::new(&argv, &played, &play.stage, &play.differences, &recording);
            page.screen.print(&json_line(&report))?;
        }
        Ok(Verdict::found(!play.differences.is_empty()))
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

fn own_server() -> Result<Vec<OsString>, Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::Usage(format!("This program cannot find its own file to start a server: {error}."))
    })?;
    Ok(vec![program.into_os_string(), "serve".into(), "hello".into()])
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

/// The conversation while it goes on.
struct Play {
    server: Server,
    stage: Stage,
    tape: Arc<Tape>,
    /// How many events are on the screen already.
    shown: usize,
    /// Whether the end of the server's output is among them.
    has_ended: bool,
    /// Whether the server wrote without a pause, and it was said.
    is_restless: bool,
    differences: Vec<String>,
}

impl Play {
    /// Plays the steps that this server is for, as long as it is there and time is left.
    fn steps(&mut self, whole: Duration, page: &mut Page) -> Result<Vec<Played>, Failure> {
        let deadline = Instant::now() + whole;
        let mut played: Vec<Played> = Vec::new();
        for (index, step) in STEPS.iter().enumerate() {
            if step.needs_handshake && !played.iter().any(Played::took_handshake) {
                continue;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.differences.push(format!(
                    "The conversation took longer than {} s, and was ended before step {}; \
                     `--limit SECONDS` gives it more.",
                    whole.as_secs(),
                    index + 1
                ));
                break;
            }
            page.print(&self.stage.look.head(index + 1, step.title, step.says))?;
            played.push(self.step(index, step, left, page)?);
            if self.has_ended() {
                let ended = "The server ended its output before the conversation was over.";
                self.differences.push(ended.to_owned());
                break;
            }
        }
        Ok(played)
    }

    fn step(
        &mut self,
        index: usize,
        step: &'static Step,
        left: Duration,
        page: &mut Page,
    ) -> Result<Played, Failure> {
        let from = self.tape.len();
        let began = Instant::now();
        let is_read = self.server.send(step.line);
        let limit = match (step.announced, index) {
            (Announced::Silence, _) => SILENCE,
            (_, 0) => START,
            _ => LIMIT,
        };
        // A server that went away before its turn says nothing more.
        let limit = if self.has_ended() { Duration::ZERO } else { limit.min(left) };
        let answered = self.tape.wait(from, limit, |seen| seen.iter().any(is_answer_or_end));
        let waited = began.elapsed().min(limit);
        let is_quiet = !answered || !is_read || self.tape.settle(SETTLE, SETTLE_LIMIT);
        let mut out = String::new();
        let came = self.show(&mut out);
        if !is_quiet && !self.is_restless {
            self.is_restless = true;
            let says = "The server keeps writing; the conversation goes on without a pause.";
            out.push_str(&self.stage.look.prose(says, style::QUIET));
        }
        out.push_str(&self.judge(index, step, &came, waited));
        page.print(&out)?;
        Ok(Played { number: index + 1, step, came, waited })
    }

    /// Shows what is new.
    fn show(&mut self, out: &mut String) -> Vec<Came> {
        let new = self.tape.since(self.shown);
        self.shown += new.len();
        self.has_ended |= new.iter().any(is_end_of_output);
        new.iter().filter_map(|seen| self.stage.event(seen, out)).collect()
    }

    fn judge(&mut self, index: usize, step: &Step, came: &[Came], waited: Duration) -> String {
        let look = self.stage.look;
        let kind = kind(came);
        let mut out = if step.announced.is(came) {
            let said = match audience(&step.announced, came) {
                Some(who) => format!("✓ {kind} · the {who} reacts: {}", step.tells),
                None => format!(
                    "✓ {kind} for {} ms · nobody reacts: {}",
                    waited.as_millis(),
                    step.tells
                ),
            };
            look.prose(&said, style::GOOD)
        } else {
            let came = what_came(came, waited);
            self.differences.push(format!("{}. {}: {came}", index + 1, step.title));
            let said = format!("✗ announced was {}; what came is {came}.", step.announced);
            look.prose(&said, style::BAD)
        };
        if let Some(elsewhere) = step.elsewhere {
            out.push_str(&look.prose(elsewhere, style::QUIET));
        }
        out
    }

    fn has_ended(&self) -> bool {
        self.has_ended
            || self.tape.wait(self.shown, Duration::ZERO, |new| new.iter().any(is_end_of_output))
    }

    /// Ends the input, and waits for the server to go.
    fn end(&mut self, page: &mut Page) -> Result<(), Failure> {
        let look = self.stage.look;
        let says = "No more input: the server finishes what it has read, and goes.";
        let mut out = look.head(STEPS.len() + 1, "The end", says);
        let from = self.tape.len();
        self.server.close_input();
        let began = Instant::now();
        let exit = self.server.wait(END);
        let took = began.elapsed();
        self.tape.wait(from, SILENCE, |seen| seen.iter().any(is_end_of_output));
        self.show(&mut out);
        self.stage.conversation.end(self.stage.last);
        match exit {
            Some(Exit::Status(0)) => {
                let said = format!(
                    "✓ ended by itself, {:.1} ms after its input.",
                    took.as_secs_f64() * 1e3
                );
                out.push_str(&look.prose(&said, style::GOOD));
            }
            Some(_) => self.differences.push("The server did not end with status 0.".to_owned()),
            None => self.differences.push(format!(
                "The server did not end within {} s after its input, and was killed.",
                END.as_secs()
            )),
        }
        page.print(&out)
    }
}

fn is_end_of_output(seen: &Seen) -> bool {
    matches!(seen.what, What::OutputEnded)
}

/// Whether the waiting is over. Noise on standard output is no answer, but JSON is meant as one.
fn is_answer_or_end(seen: &Seen) -> bool {
    match &seen.what {
        What::Received(raw) => match Incoming::parse(raw.text()) {
            Incoming::Response(_) => true,
            Incoming::Malformed(malformed) => malformed.is_json,
            Incoming::Request(_) | Incoming::Notification(_) => false,
        },
        What::OutputEnded | What::Exited(_) => true,
        _ => false,
    }
}
