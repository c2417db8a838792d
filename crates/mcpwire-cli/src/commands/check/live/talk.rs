//! A conversation with one process of the server: probes are sent, and what comes is waited for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::HeaderValue;
use mcpwire_check::probe::{Came, Due, Group, Head, Outcome, Patience, Probe};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Id, Incoming, Outcome as Response};
use mcpwire_protocol::recording::StreamId;

use super::Target;
use crate::failure::Failure;
use crate::session::{Clock, Crossed, Endpoint, Request, Seen, Server, Tape, Track, What};

/// How long after the answer to a later request an answer still comes.
const SILENCE: Duration = Duration::from_millis(700);
/// How long it is listened to where nothing is due.
const QUIET: Duration = Duration::from_millis(150);
/// How long a server may take to go after its input has ended.
pub(super) const END: Duration = Duration::from_secs(5);

/// One process, or one endpoint, spoken to.
#[derive(Debug)]
pub(super) struct Talk {
    party: Party,
    tape: Arc<Tape>,
    stream: StreamId,
    timeout: Duration,
    sent: Vec<Sent>,
}

/// Who is spoken to.
#[derive(Debug)]
enum Party {
    Process(Server),
    Endpoint(Endpoint),
}

/// A probe that was sent.
#[derive(Debug)]
struct Sent {
    probe: Probe,
    at: usize,
    /// Over HTTP, the exchange that it is.
    exchange: Option<u64>,
    /// The events among which an answer without an id is this one's.
    window: std::ops::Range<usize>,
    waited: Duration,
    is_final: bool,
}

impl Talk {
    pub(super) fn start(
        target: &Target,
        clock: Clock,
        stream: u64,
        timeout: Duration,
    ) -> Result<Self, Failure> {
        let tape = Arc::new(Tape::new(clock));
        let party = match target {
            Target::Command(argv) => Party::Process(Server::start(argv, &tape)?),
            Target::Url(url) => Party::Endpoint(Endpoint::open(url, &tape, timeout + END)?),
        };
        let stream = StreamId(stream);
        Ok(Talk { party, tape, stream, timeout, sent: Vec::new() })
    }

    /// Sends the first probe. It is waited for until it is answered, the server has gone or
    /// `go_on`, which is told the time, says no.
    pub(super) fn open(&mut self, probe: Probe, mut go_on: impl FnMut(Duration) -> bool) -> bool {
        let from = self.tape.len();
        let began = Instant::now();
        let id = probe.id.clone().unwrap_or_default();
        self.send(probe);
        let step = Duration::from_millis(250);
        let exchange = self.sent.last().and_then(|sent| sent.exchange);
        let mut is_over = false;
        while !is_over && go_on(began.elapsed()) {
            is_over = self.tape.wait(from, step, |seen| {
                let ends = |one: &Seen| exchange.is_some_and(|exchange| one.ends(exchange));
                seen.iter().any(|one| answers(one, &id) || is_end(one) || ends(one))
            });
        }
        self.close_window(1, from, began.elapsed(), false);
        self.answer(&id).is_some()
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
        let exchange = match &mut self.party {
            Party::Process(server) => {
                server.send(&probe.line);
                None
            }
            Party::Endpoint(endpoint) => {
                Some(endpoint.send(&probe.line, |request| shape(request, probe.head)))
            }
        };
        let seen = self.tape.since(at);
        let is_it = |one: &Seen| match exchange {
            Some(exchange) => one.is_of(exchange),
            None => matches!(one.what, What::Sent(_)),
        };
        let place = seen.iter().position(is_it).unwrap_or(0);
        self.sent.push(Sent {
            probe,
            at: at + place,
            exchange,
            window: 0..0,
            waited: Duration::ZERO,
            is_final: false,
        });
    }

    /// Waits until all of the last `count` probes that are answered so have their answer.
    fn wait_for(&self, from: usize, count: usize, patience: Patience, limit: Duration) {
        let new = &self.sent[self.sent.len() - count..];
        let of_kind = || new.iter().filter(|sent| sent.probe.patience == patience);
        let mut due: Vec<_> = of_kind().filter(|sent| sent.is_waited_for()).collect();
        self.tape.wait(from, limit, |seen| {
            due.retain(|sent| !seen.iter().any(|one| sent.is_settled_by(one)));
            due.is_empty() || seen.iter().any(is_end)
        });
        if of_kind().any(|sent| sent.probe.due == Due::Nothing && sent.exchange.is_none()) {
            self.tape.wait(from, QUIET, |seen| seen.iter().any(|one| is_loose(one) || is_end(one)));
        }
    }

    fn close_window(&mut self, count: usize, from: usize, waited: Duration, works: bool) {
        let window = from..self.tape.len();
        let first = self.sent.len() - count;
        for sent in &mut self.sent[first..] {
            sent.window = window.clone();
            sent.waited = waited;
            // Over HTTP, an answer that is no message is judged by its status.
            sent.is_final = works
                && sent.probe.patience == Patience::Protocol
                && (sent.exchange.is_none() || sent.probe.due == Due::Nothing);
        }
    }

    /// The answer with an id.
    pub(super) fn answer(&self, id: &str) -> Option<Vec<u8>> {
        let seen = self.tape.since(0);
        seen.iter().find(|one| answers(one, id)).and_then(Seen::received).map(<[u8]>::to_vec)
    }

    /// Everything that came.
    pub(super) fn received(&self) -> Vec<Vec<u8>> {
        self.tape.since(0).iter().filter_map(Seen::received).map(<[u8]>::to_vec).collect()
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

    /// Whether it is spoken to over HTTP.
    pub(super) fn is_over_http(&self) -> bool {
        matches!(self.party, Party::Endpoint(_))
    }

    /// The status of the response to the first probe, over HTTP.
    pub(super) fn first_status(&self) -> Option<u16> {
        self.status_of(self.sent.first()?)
    }

    /// The status of the response to the last probe, over HTTP.
    pub(super) fn last_status(&self) -> Option<u16> {
        self.status_of(self.sent.last()?)
    }

    fn status_of(&self, sent: &Sent) -> Option<u16> {
        let exchange = sent.exchange?;
        self.tape.since(0).iter().filter(|one| one.is_of(exchange)).find_map(|one| {
            match &one.what {
                What::Http(_, Crossed::Response { status, .. }) => Some(*status),
                _ => None,
            }
        })
    }

    /// Ends the input and waits for the server to go; returns whether it went (`None` for one that
    /// need not go), what was seen, and the outcomes.
    pub(super) fn end(mut self) -> (Option<bool>, Track, Vec<Outcome>) {
        let from = self.tape.len();
        let went = match &mut self.party {
            Party::Process(server) => {
                server.close_input();
                let went = server.wait(END).is_some();
                self.tape.wait(from, QUIET, |seen| seen.iter().any(is_end));
                Some(went)
            }
            Party::Endpoint(endpoint) => {
                endpoint.end();
                None
            }
        };
        self.tape.stop_recording();
        let seen = self.tape.since(0);
        let outcomes = self.sent.into_iter().map(|sent| outcome(sent, &seen)).collect();
        (went, Track { stream: self.stream, seen }, outcomes)
    }
}

impl Sent {
    /// Whether something is due for it; over HTTP, each exchange has an end.
    fn is_waited_for(&self) -> bool {
        self.probe.due != Due::Nothing || self.exchange.is_some()
    }

    /// Whether nothing more comes for it.
    fn is_settled_by(&self, one: &Seen) -> bool {
        match self.exchange {
            Some(exchange) => one.ends(exchange),
            None => {
                let by_id = self.probe.id.as_ref().is_some_and(|id| answers(one, id));
                by_id || self.may_be_loose() && is_loose(one)
            }
        }
    }

    fn may_be_loose(&self) -> bool {
        self.probe.id.is_none() || self.probe.is_doubtful
    }

    /// Whether this, at a place on the tape, is its answer.
    fn is_answered_by(&self, at: usize, one: &Seen) -> bool {
        match self.exchange {
            Some(exchange) => one.is_of(exchange) && (is_answer(one) || is_loose(one)),
            None => {
                let by_id =
                    self.probe.id.as_ref().is_some_and(|id| at > self.at && answers(one, id));
                by_id || self.may_be_loose() && self.window.contains(&at) && is_loose(one)
            }
        }
    }
}

fn outcome(sent: Sent, seen: &[Seen]) -> Outcome {
    // Over HTTP a notification may be refused, with an error in the body; its status is judged
    // elsewhere.
    let is_silent = sent.exchange.is_some() && sent.probe.due == Due::Nothing;
    let came = seen
        .iter()
        .enumerate()
        .filter(|(at, one)| sent.is_answered_by(*at, one) && !(is_silent && is_loose(one)))
        .filter_map(|(at, one)| Some(Came { at, text: one.received()?.to_vec() }))
        .collect();
    Outcome { probe: sent.probe, sent: sent.at, came, waited: sent.waited, is_final: sent.is_final }
}

/// Makes the head of a request what the probe wants it to be.
fn shape(request: &mut Request, head: Head) {
    match head {
        Head::AsDue => {}
        Head::Without(name) => {
            request.headers_mut().remove(name);
        }
        Head::With(name, value) => {
            request.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Head::Method(method) => {
            if let Ok(method) = method.parse() {
                *request.method_mut() = method;
            }
            if method == "GET" {
                let stream = HeaderValue::from_static("text/event-stream");
                request.headers_mut().insert(http::header::ACCEPT, stream);
            }
        }
    }
}

/// Whether this is an answer to some request.
fn is_answer(seen: &Seen) -> bool {
    let incoming = seen.received().map(Incoming::parse);
    matches!(incoming, Some(Incoming::Response(_) | Incoming::Malformed(_)))
}

/// Whether this is an answer with an id, however spelled.
fn answers(seen: &Seen, id: &str) -> bool {
    let Some(text) = seen.received() else { return false };
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
    let Some(text) = seen.received() else { return false };
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
