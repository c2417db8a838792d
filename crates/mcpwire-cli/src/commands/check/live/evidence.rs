//! What was seen, judged: the rules of conversations first, then what only the probes know.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mcpwire_check::probe::{Breach, Outcome, judge as judge_probe};
use mcpwire_check::{At, Checker, Excerpt, Finding, Options, Report};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::recording::Event;
use mcpwire_protocol::rules::{Party, RuleId, rule};

use super::run::Probed;
use super::talk::END;
use super::{Server, again};
use crate::session::{Placed, Seen, What, events};

/// All that happened, and what was meant by it.
pub(super) struct Evidence<'a> {
    server: &'a Server,
    file: String,
    probed: &'a Probed,
    events: Vec<Event<'a>>,
    /// The number, from 1, of the event that something seen is, by its track and place there.
    numbers: BTreeMap<(usize, usize), u64>,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(server: &'a Server, recording: &Path, probed: &'a Probed) -> Self {
        let placed = events(server.target.argv(), &probed.tracks);
        // Where one thing seen is several events, the last one counts.
        let numbers: BTreeMap<_, _> =
            (1_u64..).zip(&placed).map(|(number, placed)| (placed.place, number)).collect();
        let breaks = |(track, at): (usize, usize)| {
            let outcome = probed.outcomes[track].iter().find(|outcome| outcome.sent == at);
            outcome.map(|outcome| outcome.probe.breaks).unwrap_or_default()
        };
        let expected = |placed: Placed<'a>| Event {
            expected: breaks(placed.place).iter().map(ToString::to_string).collect(),
            ..placed.event
        };
        let events = placed.into_iter().map(expected).collect();
        Evidence { server, file: recording.display().to_string(), probed, events, numbers }
    }

    /// What happened, as a recording tells it: what the probes break on purpose is marked.
    pub(super) fn events(&self) -> &[Event<'a>] {
        &self.events
    }

    /// The judgement on the server.
    pub(super) fn judge(&self) -> Report {
        let (found, tried) = self.probes();
        // What the conversation itself shows is not said again.
        let said = said(&self.conversation().finish());
        let mut checker = self.conversation();
        for rule in tried {
            checker.tried(rule);
        }
        for (finding, events) in found {
            if !events.iter().any(|event| said.contains(&(finding.rule, *event))) {
                checker.add(finding);
            }
        }
        let mut report = checker.finish();
        let events: BTreeMap<u64, (usize, usize)> =
            self.numbers.iter().map(|(place, number)| (*number, *place)).collect();
        for finding in report.causes.iter_mut().flat_map(|cause| &mut cause.findings) {
            let place = events.get(&finding.at.event).copied();
            again::show(self.server, self.probed, place, finding);
        }
        report.remarks.extend(self.probed.remarks.iter().cloned());
        report
    }

    /// What the conversation shows. Silence is judged by the probes, which know how long they
    /// waited and for what.
    fn conversation(&self) -> Checker {
        let mut checker = Checker::with_options(Options {
            heuristics: self.server.heuristics,
            silence: false,
            server_only: true,
            ..Options::default()
        });
        checker.begin(&self.file);
        for (line, event) in (2..).zip(&self.events) {
            checker.event(Some(line), event);
        }
        checker
    }

    /// What the probes show, each finding with the events that it is about, and the rules that
    /// were kept.
    fn probes(&self) -> (Vec<(Finding, Vec<u64>)>, BTreeSet<RuleId>) {
        let mut found = Vec::new();
        let mut tried = BTreeSet::new();
        for (track, outcomes) in self.probed.outcomes.iter().enumerate() {
            for outcome in outcomes {
                let (breach, kept) = judge_probe(outcome);
                tried.extend(kept.into_iter().filter_map(|id| self.holding(id)).map(|it| it.id));
                if let Some(breach) = breach {
                    found.extend(self.finding(track, outcome, breach));
                }
            }
            match self.probed.went[track] {
                Some(true) => tried.extend(self.holding(EOF_EXIT).map(|rule| rule.id)),
                Some(false) => found.extend(self.stays(track)),
                None => {}
            }
        }
        (found, tried)
    }

    fn holding(&self, id: &str) -> Option<&'static mcpwire_protocol::rules::Rule> {
        rule(id).filter(|rule| rule.holds_in(self.probed.revision))
    }

    fn finding(
        &self,
        track: usize,
        outcome: &Outcome,
        breach: Breach,
    ) -> Option<(Finding, Vec<u64>)> {
        let rule = self.holding(breach.rule)?;
        let asked = self.number(track, outcome.sent);
        let answer = outcome.came.iter().find(|came| Some(came.at) == breach.answer);
        let at = match answer {
            Some(came) => {
                let number = self.number(track, came.at);
                self.at(number, &came.text, Direction::ServerToClient, &breach.pointer)
            }
            None => self.at(
                asked,
                outcome.probe.line.as_bytes(),
                Direction::ClientToServer,
                &Pointer::root(),
            ),
        };
        let events = vec![asked, at.event];
        let finding = Finding::new(rule, Party::Server, at, breach.seen)
            .advice(breach.advice)
            .at_most(breach.at_most)
            .repeat(Some(again::line(self.server, self.probed, track, outcome)));
        Some((finding, events))
    }

    fn stays(&self, track: usize) -> Option<(Finding, Vec<u64>)> {
        let rule = self.holding(EOF_EXIT)?;
        let closed = |one: &Seen| matches!(one.what, What::InputEnded);
        let place = self.probed.tracks[track].seen.iter().position(closed)?;
        let at =
            self.at(self.number(track, place), b"", Direction::ClientToServer, &Pointer::root());
        let seen = format!(
            "The process still ran {} s after its standard input had ended, and was killed.",
            END.as_secs()
        );
        let opening = self.probed.outcomes[track].first()?;
        let finding = Finding::new(rule, Party::Server, at, seen)
            .advice("Finish what was read and exit at the end of standard input.")
            .repeat(Some(again::line(self.server, self.probed, track, opening)));
        Some((finding, Vec::new()))
    }

    fn number(&self, track: usize, place: usize) -> u64 {
        self.numbers.get(&(track, place)).copied().unwrap_or(0)
    }

    fn at(&self, event: u64, text: &[u8], direction: Direction, place: &Pointer) -> At {
        let bytes = range(text, place).unwrap_or(0..text.len());
        At {
            file: Some(self.file.as_str().into()),
            // The first line of a recording is its header.
            line: Some(event + 1),
            column: None,
            event,
            direction: Some(direction),
            excerpt: Excerpt::of(text, &bytes),
            bytes,
            pointer: place.clone(),
        }
    }
}

const EOF_EXIT: &str = "stdio-server-eof-exit";

/// Where a value stands in a message.
fn range(message: &[u8], place: &Pointer) -> Option<std::ops::Range<usize>> {
    let message = std::str::from_utf8(message).ok()?;
    Text::parse(message).ok()?.at(place)?.range_in(message)
}

fn said(report: &Report) -> BTreeSet<(RuleId, u64)> {
    let findings = report.causes.iter().flat_map(|cause| &cause.findings);
    findings.map(|finding| (finding.rule, finding.at.event)).collect()
}
