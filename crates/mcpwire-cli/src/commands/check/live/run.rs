//! The order in which a server is probed.

use std::time::{Duration, Instant};

use mcpwire_check::probe::{Group, Lines, Offer, Opening, Outcome, heads, legacy, modern};
use mcpwire_protocol::jsonrpc::{Incoming, Outcome as Answer};
use mcpwire_protocol::lifecycle::{Eras, Probe as First, Verdict, judge_probe};
use mcpwire_protocol::revision::Revision;
use serde_json::Value;

use super::Target;
use super::lists::{self, Read};
use super::talk::Talk;
use super::words::{died, not_called, stopped, without_arguments};
use crate::failure::Failure;
use crate::screen::say;
use crate::session::{Clock, Track};

/// How long a server may take to start.
const START: Duration = Duration::from_secs(20);
/// After how much silence another way to open is tried beside.
const SECOND_TRY: Duration = Duration::from_secs(3);

/// How a server is probed.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) target: Target,
    /// How long an answer is waited for where the server's own code runs.
    pub(super) timeout: Duration,
    /// Tools to call whatever they say of themselves, with their arguments.
    pub(super) calls: Vec<(String, Value)>,
}

/// Everything that came of it.
#[derive(Debug)]
pub(super) struct Probed {
    /// What was seen of each process, in the order of their streams.
    pub(super) tracks: Vec<Track>,
    /// The outcomes, beside their tracks.
    pub(super) outcomes: Vec<Vec<Outcome>>,
    /// Whether each process went when its input had ended; `None` if it went before.
    pub(super) went: Vec<Option<bool>>,
    pub(super) revision: Revision,
    /// What the reader should know, in sentences.
    pub(super) remarks: Vec<String>,
    /// Why the server could not be judged to the end.
    pub(super) died: Option<String>,
}

pub(super) fn run(plan: &Plan, clock: Clock) -> Result<Probed, Failure> {
    let mut probed = Probed {
        tracks: Vec::new(),
        outcomes: Vec::new(),
        went: Vec::new(),
        revision: Revision::LATEST,
        remarks: Vec::new(),
        died: None,
    };
    let mut lines = Lines::new(Opening::PerRequest, 1);
    let mut talk = plan.start(clock, 1)?;
    let mut older = None;
    let discovery = modern::discovery(&mut lines);
    let id = discovery.id.clone().unwrap_or_default();
    let began = Instant::now();
    let answered = talk.open(discovery, |waited| {
        if waited >= SECOND_TRY && older.is_none() {
            older = plan.greet(clock).ok();
        }
        let greeted = older.as_ref().is_some_and(|(_, answered)| *answered);
        !greeted && keep_waiting(waited, START)
    });
    if talk.first_status() == Some(401) {
        return Err(Failure::Unauthorized(
            "The server wants authorization (HTTP status 401), which this command cannot give."
                .to_owned(),
        ));
    }
    // Another process of the same program takes about as long.
    let start = SECOND_TRY + began.elapsed() * 2;
    let looks_legacy = matches!(verdict(talk.answer(&id).as_deref()), Verdict::Legacy(_));
    if looks_legacy && answered && older.is_none() {
        older = Some(plan.greet(clock)?);
    }
    match older {
        Some((older, _)) if looks_legacy && is_greeted(&older) => {
            probed.remarks.push(format!(
                "The server speaks only revisions that open with a handshake ({} and earlier). \
                 It is judged by what they share with JSON-RPC; the rules of {} do not hold for it.",
                legacy::VERSION,
                Revision::LATEST
            ));
            probed.revision = Revision::V2025_11_25;
            legacy_server(plan, older, &mut probed);
        }
        _ if answered => {
            modern_server(plan, &mut lines, talk, &mut probed);
            if probed.died.is_none() {
                older_client(plan, clock, start, &mut probed)?;
                both(plan, clock, start, &mut probed)?;
            }
        }
        _ => {
            let what = match talk.is_over_http() {
                true => "There is no MCP server at this URL: ",
                false => "The server does not start: ",
            };
            probed.died = Some(died(&talk, what));
            probed.take(talk);
        }
    }
    Ok(probed)
}

/// Whether a handshake was accepted.
fn is_greeted(talk: &Talk) -> bool {
    talk.received().iter().any(|line| match Incoming::parse(line) {
        Incoming::Response(response) => matches!(response.outcome, Answer::Result(_)),
        _ => false,
    })
}

fn verdict(answer: Option<&[u8]>) -> Verdict {
    let ours = Eras::Dual;
    match answer {
        None => judge_probe(First::Silence, Revision::LATEST, ours),
        Some(answer) => {
            let message = Incoming::parse(answer);
            judge_probe(First::Message(&message), Revision::LATEST, ours)
        }
    }
}

/// Whether a first answer is waited for any longer; says now and then that it is.
fn keep_waiting(waited: Duration, limit: Duration) -> bool {
    let seconds = waited.as_secs();
    if seconds > 0 && seconds.is_multiple_of(3) && waited.subsec_millis() < 250 {
        let limit = limit.as_secs();
        say(&format!("The server starts; no answer for {seconds} s, of {limit} s that it has."));
    }
    waited < limit
}

impl Plan {
    fn start(&self, clock: Clock, stream: u64) -> Result<Talk, Failure> {
        Talk::start(&self.target, clock, stream, self.timeout)
    }

    /// A process of its own, opened with a handshake.
    fn greet(&self, clock: Clock) -> Result<(Talk, bool), Failure> {
        let mut lines = Lines::new(Opening::Handshake, 1);
        let mut talk = self.start(clock, 2)?;
        let answered =
            talk.open(legacy::handshake(&mut lines), |waited| keep_waiting(waited, START));
        Ok((talk, answered))
    }
}

impl Probed {
    /// Ends a conversation and keeps what was seen.
    fn take(&mut self, talk: Talk) {
        let ended = talk.has_ended();
        let (went, track, outcomes) = talk.end();
        self.tracks.push(track);
        self.outcomes.push(outcomes);
        self.went.push(went.filter(|_| !ended));
    }
}

fn modern_server(plan: &Plan, lines: &mut Lines, mut talk: Talk, probed: &mut Probed) {
    let mut offer = learned(&talk);
    let first = modern::lists(lines, &offer);
    let plain = |lines: &mut Lines| modern::plain(lines, &Offer::default());
    let Read { mut works, answered, remarks } = lists::read(&mut talk, lines, first, plain);
    probed.remarks.extend(remarks);
    offer = learned(&talk);
    if works {
        let (mut group, left_out) = modern::features(lines, &offer, &plan.calls);
        probed.remarks.extend(left_out.iter().map(|name| without_arguments(&offer, name)));
        probed.remarks.extend(not_called(&offer, plan));
        group.probes.extend(modern::protocol(lines, &offer, &answered).probes);
        if let Target::Url(url) = &plan.target {
            group.probes.extend(heads(lines, &offer, is_local(url)));
        }
        works = talk.group(group, modern::plain(lines, &offer));
    }
    for probe in modern::noise(lines, &offer) {
        works = works && talk.group(Group { probes: vec![probe] }, modern::plain(lines, &offer));
    }
    if !works {
        probed.died = Some(stopped(plan, &talk));
    }
    probed.take(talk);
}

/// An older client, in a process of its own.
fn older_client(
    plan: &Plan,
    clock: Clock,
    start: Duration,
    probed: &mut Probed,
) -> Result<(), Failure> {
    let mut lines = Lines::new(Opening::Handshake, 1);
    let mut talk = plan.start(clock, 2)?;
    let hello = modern::older_client(&mut lines);
    let answered = talk.open(hello, |waited| keep_waiting(waited, start));
    let offer = learned(&talk);
    if answered && offer != Offer::default() {
        let group = Group { probes: vec![legacy::initialized(&lines)] };
        let method = legacy::lists(&mut lines, &offer).probes.into_iter().next();
        talk.group(group, method.unwrap_or_else(|| legacy::plain(&mut lines)));
    }
    probed.take(talk);
    Ok(())
}

/// Both lifecycles on one connection.
fn both(plan: &Plan, clock: Clock, start: Duration, probed: &mut Probed) -> Result<(), Failure> {
    let mut lines = Lines::new(Opening::PerRequest, 1);
    let mut talk = plan.start(clock, 3)?;
    let discovery = modern::discovery(&mut lines);
    if talk.open(discovery, |waited| keep_waiting(waited, start)) {
        // Nothing more is sent: what becomes of `_meta` after a handshake is left open.
        talk.open(modern::handshake_after(&mut lines), |waited| keep_waiting(waited, start));
    }
    probed.take(talk);
    Ok(())
}

fn legacy_server(plan: &Plan, mut talk: Talk, probed: &mut Probed) {
    let mut lines = Lines::new(Opening::Handshake, 10);
    let offer = learned(&talk);
    let mut group = Group { probes: vec![legacy::initialized(&lines)] };
    group.probes.extend(legacy::lists(&mut lines, &offer).probes);
    let read = lists::read(&mut talk, &mut lines, group, legacy::plain);
    let mut works = read.works;
    probed.remarks.extend(read.remarks);
    let offer = learned(&talk);
    if works {
        let group = legacy::protocol(&mut lines, &offer, &plan.calls);
        works = talk.group(group, legacy::plain(&mut lines));
    }
    for probe in legacy::noise(&mut lines) {
        works = works && talk.group(Group { probes: vec![probe] }, legacy::plain(&mut lines));
    }
    if !works {
        probed.died = Some(stopped(plan, &talk));
    }
    probed.take(talk);
}

fn learned(talk: &Talk) -> Offer {
    let mut offer = Offer::default();
    for message in talk.received() {
        offer.learn(&message);
    }
    offer
}

/// Whether a server is reached on this machine.
fn is_local(url: &str) -> bool {
    let host = url.parse::<http::Uri>().ok().and_then(|url| url.host().map(str::to_owned));
    let host = host.unwrap_or_default();
    let bare = host.trim_matches(['[', ']']);
    let is_loopback = |address: std::net::IpAddr| address.is_loopback();
    bare.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(is_loopback)
}
