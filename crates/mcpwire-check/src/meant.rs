//! What is wrong on purpose, as the recording says.

use std::collections::BTreeMap;

use mcpwire_protocol::rules::{RuleId, rule};

use crate::finding::Finding;

/// The rules that events break on purpose, and how often that was found.
#[derive(Debug, Default)]
pub(crate) struct Meant {
    /// By the number of the event: what is wrong with it may be found later.
    rules: BTreeMap<u64, Vec<RuleId>>,
    found: BTreeMap<RuleId, u64>,
}

/// Of how many events this is remembered, and how many rules of each.
const MOST_EVENTS: usize = 1_000;
const MOST_RULES: usize = 32;

impl Meant {
    /// Enters that an event breaks these rules on purpose. What is no rule is passed over.
    pub(crate) fn enter(&mut self, event: u64, ids: &[String]) {
        if ids.is_empty() {
            return;
        }
        let rules = ids.iter().take(MOST_RULES).filter_map(|id| rule(id)).map(|rule| rule.id);
        self.rules.insert(event, rules.collect());
        if self.rules.len() > MOST_EVENTS {
            self.rules.pop_first();
        }
    }

    /// Whether a finding is meant to be there; it is counted then.
    pub(crate) fn takes(&mut self, finding: &Finding) -> bool {
        let Some(rules) = self.rules.get(&finding.at.event) else { return false };
        let is_meant = rules.contains(&finding.rule);
        if is_meant {
            *self.found.entry(finding.rule).or_default() += 1;
        }
        is_meant
    }

    /// How often each rule was broken on purpose.
    pub(crate) fn finish(self) -> BTreeMap<RuleId, u64> {
        self.found
    }
}
