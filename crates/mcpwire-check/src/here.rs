//! The message that is looked at, and places in it.

use std::borrow::Cow;
use std::ops::Range;

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Facts, Level, RuleId, Violation, message, rule};

use crate::alone::{SHOWN_BY, shows_alone};
use crate::asked::{Kept, Spot};
use crate::checker::Desk;
use crate::excerpt::Excerpt;
use crate::finding::{At, Finding, sender};
use crate::rules::Exchange;
use crate::stream::Trust;

/// The message that is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Here<'m> {
    pub(crate) spot: &'m Spot,
    pub(crate) direction: Direction,
    pub(crate) bytes: &'m [u8],
    pub(crate) revision: Revision,
    pub(crate) trust: Trust,
    /// The request that it answers, and the command line of the server, to show it again.
    pub(crate) answers: Option<(&'m Kept, &'m str)>,
}

impl Here<'_> {
    /// A value of the message as the place of a finding.
    pub(crate) fn at(&self, value: Text<'_>, pointer: Pointer) -> At {
        let whole = std::str::from_utf8(self.bytes).unwrap_or_default();
        let bytes = value.range_in(whole).unwrap_or(0..self.bytes.len());
        at(self.spot, Some(self.direction), self.bytes, bytes, pointer)
    }

    /// A member of the message as the place of a finding, by its pointer.
    pub(crate) fn member(&self, value: Text<'_>, pointer: &str) -> At {
        self.at(value, Pointer::spelled(pointer))
    }

    /// The whole message as the place of a finding.
    pub(crate) fn whole(&self) -> At {
        let bytes = 0..self.bytes.len();
        at(self.spot, Some(self.direction), self.bytes, bytes, Pointer::root())
    }

    pub(crate) fn finding(&self, violation: Violation, on_stdout: bool) -> Finding {
        let log = on_stdout && is_no_json(violation.rule) && !looks_like_json(self.bytes);
        let at = match log {
            true => self.whole(),
            false => {
                let place = violation.place;
                at(self.spot, Some(self.direction), self.bytes, place.bytes, place.pointer)
            }
        };
        match rule(Exchange::StdoutNotMcp.id().as_str()).filter(|_| log) {
            Some(rule) => {
                let seen = "The line is no message: standard output carries nothing else.";
                let advice = "Write logs and other text to standard error.";
                Finding::new(rule, sender(Some(self.direction)), at, seen).advice(advice)
            }
            None => from_violation(violation.rule, at, violation.seen, violation.advice),
        }
    }
}

impl Desk {
    /// Enters that the sender of the message breaks a rule.
    pub(crate) fn blame(
        &mut self,
        here: &Here<'_>,
        rule: Exchange,
        at: At,
        seen: String,
        advice: impl Into<Cow<'static, str>>,
    ) {
        let place = (sender(Some(here.direction)), at);
        let finding = self.broken(rule, here.revision, place, (seen, advice));
        let repeat = || here.answers.and_then(|(asked, command)| asked.repeat(Some(command)));
        self.add(finding.map(|finding| {
            let repeat = repeat().map(|line| match shows_alone(finding.rule, here.bytes) {
                true => line + SHOWN_BY,
                false => line,
            });
            finding.repeat(repeat)
        }));
    }

    /// Judges a line of which nobody knows who sent it.
    pub(crate) fn sender_unknown(&mut self, spot: &Spot, bytes: &[u8], incoming: &Incoming<'_>) {
        self.count(incoming, Trust::Whole);
        let facts = Facts { heuristics: self.options.heuristics, ..Facts::default() };
        for violation in message(incoming, &facts) {
            let place = violation.place;
            let at = at(spot, None, bytes, place.bytes, place.pointer);
            self.add(from_violation(violation.rule, at, violation.seen, violation.advice));
        }
    }

    pub(crate) fn count(&mut self, incoming: &Incoming<'_>, trust: Trust) {
        let totals = &mut self.totals;
        if trust != Trust::Whole {
            totals.skipped += 1;
            return;
        }
        totals.messages += 1;
        *match incoming {
            Incoming::Request(_) => &mut totals.requests,
            Incoming::Notification(_) => &mut totals.notifications,
            Incoming::Response(_) => &mut totals.responses,
            Incoming::Malformed(_) => &mut totals.malformed,
        } += 1;
    }
}

fn from_violation(id: RuleId, at: At, seen: String, advice: Cow<'static, str>) -> Finding {
    let level = rule(id.as_str()).map_or(Level::Note, |rule| rule.level);
    Finding { rule: id, level, party: sender(at.direction), at, seen, advice, repeat: None }
}

fn at(
    spot: &Spot,
    direction: Option<Direction>,
    message: &[u8],
    bytes: Range<usize>,
    pointer: Pointer,
) -> At {
    let excerpt = Excerpt::of(message, &bytes);
    let (file, line) = (spot.file.clone(), spot.line);
    let column = spot.start.map(|start| start + bytes.start + 1);
    At { file, line, column, event: spot.event, direction, bytes, pointer, excerpt }
}

fn is_no_json(rule: RuleId) -> bool {
    matches!(rule.as_str(), "json-invalid" | "utf8-invalid" | "message-not-object")
}

fn looks_like_json(bytes: &[u8]) -> bool {
    matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'['))
}
