//! Conversations with server processes, step by step.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::recording::{Exit, StreamId};

use super::Page;
use super::announced::{Announced, Came, audience, kind, what_came};
use super::closing::Played;
use super::script::Step;
use super::show::Look;
use super::stage::Stage;
use crate::failure::Failure;
use crate::message::Shape;
use crate::screen::style;
use crate::session::{Clock, Seen, Server, Tape, Target, Track, What};

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

/// What all conversations share: a clock, a recording, and the numbers of the rows.
pub(super) struct Stand {
    pub(super) clock: Clock,
    pub(super) look: Look,
    /// How many rows were shown.
    pub(super) number: usize,
    pub(super) target: Option<Target>,
    /// What was seen of each process.
    pub(super) tracks: Vec<Track>,
}

impl Stand {
    /// Holds a conversation with a process of its own.
    pub(super) fn play<T>(
        &mut self,
        argv: &[OsString],
        page: &mut Page,
        conversation: impl FnOnce(&mut Play, &mut Page) -> Result<T, Failure>,
    ) -> Result<(T, Play), Failure> {
        let stream = StreamId(self.tracks.len() as u64 + 1);
        let tape = Arc::new(Tape::new(self.clock));
        if let Some(mut target) = self.target.take() {
            target.next(stream, argv);
            tape.record(target);
        }
        let server = Server::start(argv, &tape).inspect_err(|_| {
            if let Some(target) = tape.stop_recording() {
                target.discard();
            }
        })?;
        let mut play = Play {
            server,
            stage: Stage::after(self.look, self.number),
            tape: Arc::clone(&tape),
            shown: 0,
            has_ended: false,
            is_restless: false,
            differences: Vec::new(),
        };
        let done = conversation(&mut play, page)?;
        let noise = play.stage.received.of(Shape::Malformed);
        if noise > 0 {
            play.differences
                .push(format!("Lines on standard output that are no messages: {noise}."));
        }
        self.target = tape.stop_recording();
        self.number = play.stage.number;
        self.tracks.push(Track { stream, seen: tape.since(0) });
        Ok((done, play))
    }
}

/// The conversation while it goes on.
pub(super) struct Play {
    server: Server,
    pub(super) stage: Stage,
    tape: Arc<Tape>,
    /// How many events are on the screen already.
    shown: usize,
    /// Whether the end of the server's output is among them.
    has_ended: bool,
    /// Whether the server wrote without a pause, and it was said.
    is_restless: bool,
    pub(super) differences: Vec<String>,
}

impl Play {
    /// Plays the steps that this server is for, as long as it is there and time is left.
    pub(super) fn steps(
        &mut self,
        steps: &'static [Step],
        deadline: Instant,
        page: &mut Page,
    ) -> Result<Vec<Played>, Failure> {
        let mut played: Vec<Played> = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            if step.needs_handshake && !played.iter().any(Played::took_handshake) {
                continue;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.differences.push(format!(
                    "The conversation took longer than it may, and was ended before \"{}\"; \
                     `--limit SECONDS` gives it more.",
                    step.title
                ));
                break;
            }
            if !step.says.is_empty() {
                page.print(&self.stage.look.head(index + 1, step.title, step.says))?;
            }
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
    pub(super) fn end(&mut self, number: usize, page: &mut Page) -> Result<(), Failure> {
        let look = self.stage.look;
        let says = "No more input: the server finishes what it has read, and goes.";
        let mut out = look.head(number, "The end", says);
        let from = self.tape.len();
        self.server.close_input();
        let began = Instant::now();
        let exit = self.server.wait(END);
        let took = began.elapsed();
        self.tape.wait(from, SILENCE, |seen| seen.iter().any(is_end_of_output));
        self.show(&mut out);
        self.stage.conversation.end(self.stage.last);
        self.judge_exit(exit, took, &mut out);
        page.print(&out)
    }

    fn judge_exit(&mut self, exit: Option<Exit>, took: Duration, out: &mut String) {
        let look = self.stage.look;
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
    }

    /// Ends a conversation of which the end is nothing new.
    pub(super) fn leave(&mut self) {
        self.server.close_input();
        let exit = self.server.wait(END);
        self.tape.wait(self.shown, SILENCE, |seen| seen.iter().any(is_end_of_output));
        if exit != Some(Exit::Status(0)) {
            self.differences.push("A server did not end with status 0.".to_owned());
        }
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
