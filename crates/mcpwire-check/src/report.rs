use std::collections::BTreeMap;
use std::fmt;

use mcpwire_protocol::rules::{Level, Party, RuleId};

use crate::cause::Cause;

/// What was found in a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What is broken, by cause, the heaviest first.
    pub causes: Vec<Cause>,
    /// One verdict for each rule of the catalogue, in its order.
    pub rules: Vec<Judged>,
    /// How much was seen.
    pub totals: Totals,
    /// What the reader of the report should know of the evidence, in sentences.
    pub remarks: Vec<String>,
    /// How often each rule was broken on purpose, as the recording says. These are no findings.
    pub expected: BTreeMap<RuleId, u64>,
}

/// The verdict on one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The rule.
    pub rule: RuleId,
    /// Whether it was kept, as far as this conversation shows.
    pub verdict: Verdict,
}

/// Whether a rule was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Somebody broke it.
    Broken,
    /// Something in the conversation could have broken it, and nothing did.
    Kept,
    /// Nothing in the conversation could show it.
    NotVerifiable,
}

/// How much was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All events, or lines that are no blank ones.
    pub events: u64,
    /// Messages that were judged, malformed ones included.
    pub messages: u64,
    /// Requests.
    pub requests: u64,
    /// Notifications.
    pub notifications: u64,
    /// Responses.
    pub responses: u64,
    /// What is no valid message.
    pub malformed: u64,
    /// Messages that were not judged: cut, or redacted.
    pub skipped: u64,
    /// Findings at the level `must`.
    pub must: u64,
    /// Findings at the level `should`.
    pub should: u64,
    /// Findings at the level `note`.
    pub note: u64,
    /// What was broken on purpose, as the recording says: no findings.
    pub expected: u64,
    /// Rules that were broken.
    pub broken: u64,
    /// Rules that were kept.
    pub kept: u64,
    /// Rules that could not be verified.
    pub not_verifiable: u64,
}

impl Report {
    /// The verdict on a rule; `None` for what is no rule.
    pub fn verdict(&self, rule: &str) -> Option<Verdict> {
        self.rules.iter().find(|judged| judged.rule.as_str() == rule).map(|judged| judged.verdict)
    }

    /// How many findings are of this level or above it.
    pub fn count_from(&self, level: Level) -> u64 {
        self.causes.iter().filter(|cause| cause.level >= level).map(|cause| cause.count).sum()
    }

    /// Enters the numbers of findings and verdicts in the totals.
    pub(crate) fn count(&mut self) {
        let count = |verdict| self.rules.iter().filter(|one| one.verdict == verdict).count() as u64;
        let level = |level| {
            self.causes.iter().filter(|cause| cause.level == level).map(|cause| cause.count).sum()
        };
        self.totals = Totals {
            must: level(Level::Must),
            should: level(Level::Should),
            note: level(Level::Note),
            expected: self.expected.values().sum(),
            broken: count(Verdict::Broken),
            kept: count(Verdict::Kept),
            not_verifiable: count(Verdict::NotVerifiable),
            ..self.totals
        };
    }

    /// How many findings are one side's.
    pub fn count_of(&self, party: Party) -> u64 {
        self.causes.iter().filter(|cause| cause.party == party).map(|cause| cause.count).sum()
    }
}

impl Verdict {
    /// All verdicts.
    pub const ALL: &'static [Self] = &[Verdict::Broken, Verdict::Kept, Verdict::NotVerifiable];

    /// The name in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Broken => "broken",
            Verdict::Kept => "kept",
            Verdict::NotVerifiable => "not-verifiable",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
