//! A conversation with one process of the server: probes are sent, and what comes is waited for.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpwire_check::probe::{Came, Due, Group, Outcome, Patience, Probe};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Id, Incoming, Outcome as Response};
use mcpwire_protocol::recording::StreamId;

use crate::failure::Failure;
use crate::session::{Clock, Seen, Server, Tape, Track, What};

/// How long after the answer to a later request an answer still comes.
const SILENCE: Duration = Duration::from_millis(700);
/// How long it is listened to where nothing is due.
const QUIET: Duration = Duration::from_millis(150);
/// How long a server may take to go after its input has ended.
pub(super) const END: Duration = Duration::from_secs(5);

/// One process, spoken to.
#[derive(Debug)]
pub(super) struct Talk {
    server: Server,
    tape: Arc<Tape>,
    stream: StreamId,
    timeout: Duration,
    sent: Vec<Sent>,
}

/// A probe that was sent.
#[derive(Debug)]
struct Sent {
    probe: Probe,
    at: usize,
    /// The events among which an answer without an id is this one's.
    window: std::ops::Range<usize>,
    waited: Duration,
    is_final: bool,
}

impl Talk {
    pub(super) fn start(
        argv: &[OsString],
        clock: Clock,
        stream: u64,
        timeout: Duration,
    ) -> Result<Self, Failure> {
        let tape = Arc::new(Tape::new(clock));
        let server = Server::start(argv, &tape)?;
        let stream = StreamId(stream);
        Ok(Talk { server, tape, stream, timeout, sent: Vec::new() })
    }

    /// Sends the first probe. It is waited for until it is answered, the server has gone or
    /// `go_on`, which is told the time, says no.
    pub(super) fn open(&mut self, probe: Probe, mut go_on: impl FnMut(Duration) -> bool) -> bool {
        let from = self.tape.len();
        let began = Instant::now();
        let id = probe.id.clone().unwrap_or_default();
        self.send(probe);
        let step = Duration::from_millis(250);
        let mut answered = false;
        while !answered && !self.has_ended() && go_on(began.elapsed()) {
            let over = |seen: &[Seen]| seen.iter().any(|one| answers(one, &id) || is_end(one));
            answered = self.tape.wait(from, step, over) && !self.has_ended();
        }
        self.close_window(1, from, began.elapsed(), false);
        answered || self.answer(&id).is_some()
    }

    /// Sends probes at once and a plain request behind them, and waits for what is due. `false`
    /// if the server has gone, or does not answer any more.
    pub(super) fn group(&mut self, group: Group, plain: Probe) -> bool {
        let from = self.tape.len();
        let began = Instant::now();
        let count = group.probes.len() + 1;
        let id = plain.id.clone().unwrap_or_default();
        for probe in group.probes.into_iter().chain([plain]) {
            self.send(probe);
        }
        let works = self.tape.wait(from, self.timeout, |seen| {
            seen.iter().any(|one| answers(one, &id) || is_end(one))
        }) && self.answer(&id).is_some();
        let answered = Instant::now();
        if works {
            self.wait_for(from, count, Patience::Protocol, SILENCE);
            let left = self.timeout.saturating_sub(began.elapsed());
            self.wait_for(from, count, Patience::Handler, left);
        }
        self.close_window(count, from, answered.elapsed(), works);
        works && !self.has_ended()
    }

    fn send(&mut self, probe: Probe) {
        let at = self.tape.len();
        self.server.send(&probe.line);
        let seen = self.tape.since(at);
        let place = seen.iter().position(|one| matches!(one.what, What::Sent(_))).unwrap_or(0);
        self.sent.push(Sent {
            probe,
            at: at + place,
            window: 0..0,
            waited: Duration::ZERO,
            is_final: false,
        });
    }

    /// Waits until all of the last `count` probes that are answered so have their answer.
    fn wait_for(&self, from: usize, count: usize, patience: Patience, limit: Duration) {
        let new = &self.sent[self.sent.len() - count..];
        let of_kind = || new.iter().map(|sent| &sent.probe).filter(|one| one.patience == patience);
        let mut due: Vec<_> = of_kind().filter(|probe| probe.due != Due::Nothing).collect();
        self.tape.wait(from, limit, |seen| {
            due.retain(|probe| {
                let by_id = |one: &Seen| probe.id.as_ref().is_some_and(|id| answers(one, id));
                let may_be_loose = probe.id.is_none() || probe.is_doubtful;
                !seen.iter().any(|one| by_id(one) || may_be_loose && is_loose(one))
            });
            due.is_empty() || seen.iter().any(is_end)
        });
        if of_kind().any(|probe| probe.due == Due::Nothing) {
            self.tape.wait(from, QUIET, |seen| seen.iter().any(|one| is_loose(one) || is_end(one)));
        }
    }

    fn close_window(&mut self, count: usize, from: usize, waited: Duration, works: bool) {
        let window = from..self.tape.len();
        let first = self.sent.len() - count;
        for sent in &mut self.sent[first..] {
            sent.window = window.clone();
            sent.waited = waited;
            sent.is_final = works && sent.probe.patience == Patience::Protocol;
        }
    }

    /// The answer with an id.
    pub(super) fn answer(&self, id: &str) -> Option<Vec<u8>> {
        let seen = self.tape.since(0);
        seen.iter().find(|one| answers(one, id)).and_then(received).map(<[u8]>::to_vec)
    }

    /// Everything that came.
    pub(super) fn received(&self) -> Vec<Vec<u8>> {
        self.tape.since(0).iter().filter_map(received).map(<[u8]>::to_vec).collect()
    }

    /// Whether the server has ended its output.
    pub(super) fn has_ended(&self) -> bool {
        self.tape.since(0).iter().any(is_end)
    }

    /// Whether the server wrote more than is kept, so that an answer may be missing here.
    pub(super) fn has_gaps(&self) -> bool {
        self.tape.has_gaps()
    }

    /// What was sent last, in words.
    pub(super) fn last_sent(&self) -> Option<&str> {
        self.sent.last().map(|sent| &*sent.probe.sends)
    }

    /// The last lines of the server's log.
    pub(super) fn log_tail(&self) -> Vec<Vec<u8>> {
        // What a server says when it dies may come after its output has ended.
        self.tape.settle(QUIET, END);
        self.tape.log_tail()
    }

    /// Ends the input and waits for the server to go; returns whether it went, what was seen, and
    /// the outcomes.
    pub(super) fn end(mut self) -> (bool, Track, Vec<Outcome>) {
        let from = self.tape.len();
        self.server.close_input();
        let went = self.server.wait(END).is_some();
        self.tape.wait(from, QUIET, |seen| seen.iter().any(is_end));
        self.tape.stop_recording();
        let seen = self.tape.since(0);
        let outcomes = self.sent.into_iter().map(|sent| outcome(sent, &seen)).collect();
        (went, Track { stream: self.stream, seen }, outcomes)
    }
}

fn outcome(sent: Sent, seen: &[Seen]) -> Outcome {
    let may_be_loose = sent.probe.id.is_none() || sent.probe.is_doubtful;
    let is_its = |at: usize, one: &Seen| {
        sent.probe.id.as_ref().is_some_and(|id| at > sent.at && answers(one, id))
            || may_be_loose && sent.window.contains(&at) && is_loose(one)
    };
    let came = seen
        .iter()
        .enumerate()
        .filter(|(at, one)| is_its(*at, one))
        .filter_map(|(at, one)| Some(Came { at, text: received(one)?.to_vec() }))
        .collect();
    Outcome { probe: sent.probe, sent: sent.at, came, waited: sent.waited, is_final: sent.is_final }
}

fn received(seen: &Seen) -> Option<&[u8]> {
    match &seen.what {
        What::Received(raw) => Some(raw.text()),
        _ => None,
    }
}

/// Whether this is an answer with an id, however spelled.
fn answers(seen: &Seen, id: &str) -> bool {
    let Some(text) = received(seen) else { return false };
    let theirs = match Incoming::parse(text) {
        Incoming::Response(response) => response.id.map(Id::key),
        Incoming::Malformed(malformed) => malformed.id.map(Id::key),
        _ => None,
    };
    let ours = Text::parse(id).ok().and_then(Id::new).map(Id::key);
    theirs.is_some() && theirs == ours
}

/// Whether this is an answer that names no request.
fn is_loose(seen: &Seen) -> bool {
    let Some(text) = received(seen) else { return false };
    match Incoming::parse(text) {
        Incoming::Response(response) => {
            response.id.is_none() && matches!(response.outcome, Response::Error(_))
        }
        Incoming::Malformed(malformed) => malformed.is_json && malformed.id.is_none(),
        Incoming::Request(_) | Incoming::Notification(_) => false,
    }
}

fn is_end(seen: &Seen) -> bool {
    matches!(seen.what, What::OutputEnded | What::Exited(_))
}
