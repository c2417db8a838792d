//! Findings that have one cause are told once, with their number.

use std::collections::HashMap;
use std::fmt::Write as _;

use mcpwire_protocol::json::Pointer;
use mcpwire_protocol::rules::{Level, Party, Rule, RuleId, rule};

use crate::finding::Finding;

/// How many findings of one cause are kept; more are counted.
pub const MOST_FINDINGS: usize = 3;

/// How many causes are told apart; what comes beyond is counted with the first of its rule.
pub const MOST_CAUSES: usize = 512;

/// Findings of one rule and party that look alike: the same place, but for positions in lists, and
/// the same words, but for numbers and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The name of the cause, the same for the same cause in another recording:
    /// `server/tool-name-missing/result/tools/*/name`.
    pub name: String,
    /// The broken rule.
    pub rule: RuleId,
    /// The highest level of its findings.
    pub level: Level,
    /// Who is at fault.
    pub party: Party,
    /// How many findings there are.
    pub count: u64,
    /// The first of them, at most [`MOST_FINDINGS`]. Those that differ in what stands at their
    /// place come before those that say the same again.
    pub findings: Vec<Finding>,
    /// The name without its number.
    place: String,
}

impl Cause {
    /// The rule, which is always in the catalogue.
    pub fn rule(&self) -> Option<&'static Rule> {
        rule(self.rule.as_str())
    }

    /// The page of the specification that says it.
    pub fn page(&self) -> &'static str {
        self.rule().map_or("", |rule| rule.page)
    }

    /// The findings that differ in what stands at their place. An object or a list holds what is
    /// wrong with it: there they do not differ.
    pub fn distinct(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter().enumerate();
        let new = |at: usize, finding: &Finding| {
            !self.findings[..at].iter().any(|earlier| is_like(earlier, finding))
        };
        findings.filter(move |(at, finding)| new(*at, finding)).map(|(_, finding)| finding)
    }

    fn keep(&mut self, finding: Finding) {
        if self.findings.len() < MOST_FINDINGS {
            return self.findings.push(finding);
        }
        let findings = &self.findings;
        if findings.iter().any(|kept| is_like(kept, &finding)) {
            return;
        }
        let again = |at: &usize| findings[..*at].iter().any(|one| is_like(one, &findings[*at]));
        if let Some(at) = (1..findings.len()).rev().find(again) {
            self.findings.remove(at);
            self.findings.push(finding);
        }
    }
}

/// The causes so far. Memory is bounded by their number.
#[derive(Debug, Default)]
pub(crate) struct Causes {
    all: Vec<Cause>,
    by_shape: HashMap<Shape, usize>,
    by_rule: HashMap<(RuleId, Party), usize>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Shape {
    rule: RuleId,
    party: Party,
    place: String,
    words: String,
}

impl Causes {
    pub(crate) fn add(&mut self, finding: Finding) {
        let key = (finding.rule, finding.party);
        let shape = Shape {
            rule: finding.rule,
            party: finding.party,
            place: place_shape(&finding.at.pointer),
            words: words_shape(&finding.seen),
        };
        let full = self.all.len() >= MOST_CAUSES;
        let known = self.by_shape.get(&shape).or_else(|| self.by_rule.get(&key).filter(|_| full));
        if let Some(cause) = known.and_then(|at| self.all.get_mut(*at)) {
            cause.count += 1;
            cause.level = cause.level.max(finding.level);
            cause.keep(finding);
            return;
        }
        let number = self.all.len();
        let mut name = format!("{}/{}{}", finding.party, finding.rule, shape.place);
        let same = self.all.iter().filter(|cause| cause.place == name).count();
        let place = name.clone();
        if same > 0 {
            let _ = write!(name, "#{}", same + 1);
        }
        self.by_rule.entry(key).or_insert(number);
        self.by_shape.insert(shape, number);
        self.all.push(Cause {
            name,
            place,
            rule: finding.rule,
            level: finding.level,
            party: finding.party,
            count: 1,
            findings: vec![finding],
        });
    }

    pub(crate) fn has(&self, rule: RuleId) -> bool {
        self.all.iter().any(|cause| cause.rule == rule)
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The heaviest first, then in the order in which they were seen.
    pub(crate) fn finish(mut self) -> Vec<Cause> {
        self.all.sort_by_key(|cause| std::cmp::Reverse(cause.level));
        self.all
    }
}

fn is_like(one: &Finding, other: &Finding) -> bool {
    let (one, other) = (one.at.marked(), other.at.marked());
    let is_container = |text: &[u8]| matches!(text.first(), Some(b'{' | b'['));
    one == other || is_container(one) && is_container(other)
}

/// The way to a place, with `*` for positions in lists. Long ways are cut.
fn place_shape(pointer: &Pointer) -> String {
    let mut shape = String::new();
    for token in pointer.as_str().split('/').skip(1) {
        let index = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
        let token: String = token.chars().take(80).collect();
        let _ = write!(shape, "/{}", if index { "*" } else { token.as_str() });
        if shape.len() > 400 {
            break;
        }
    }
    shape
}

/// A sentence without its numbers and quoted values.
fn words_shape(seen: &str) -> String {
    let mut shape = String::with_capacity(seen.len().min(200));
    let mut quoted = false;
    for character in seen.chars().take(200) {
        match character {
            '"' => {
                quoted = !quoted;
                if quoted {
                    shape.push('"');
                }
            }
            _ if quoted => {}
            '0'..='9' => {
                if !shape.ends_with('#') {
                    shape.push('#');
                }
            }
            other => shape.push(other),
        }
    }
    shape
}
