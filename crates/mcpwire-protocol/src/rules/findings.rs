use std::borrow::Cow;

use super::catalogue::rule;
use super::facts::Facts;
use super::mismatch::{Expected, Found, Mismatch};
use super::path::Path;
use super::rule::Scope;
use super::violation::Violation;
use super::{Rule, RuleId};
use crate::json::{Kind, Pointer, Text};
use crate::jsonrpc::{Fault, Place};

/// What the rules find in one message.
pub(crate) struct Findings<'f, 'a> {
    whole: &'a str,
    facts: &'f Facts<'f>,
    /// Set while a result is judged whose request is not in evidence.
    pub(crate) inferred: bool,
    violations: Vec<Violation>,
}

/// A value that a check looks at.
#[derive(Clone, Copy)]
pub(crate) struct Site<'p, 'a> {
    /// The value.
    pub(crate) text: Text<'a>,
    /// Where it stands.
    pub(crate) path: Path<'p, 'a>,
    /// The method that the message belongs to, as far as it is known.
    pub(crate) method: Option<&'p str>,
}

impl<'a> Site<'_, 'a> {
    /// A member.
    pub(crate) fn get(&self, name: &str) -> Option<Text<'a>> {
        self.text.get(name)
    }

    /// A member that is a string, decoded.
    pub(crate) fn string(&self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name)?.as_string()
    }

    /// The pointer to the value.
    pub(crate) fn pointer(&self) -> Pointer {
        self.path.pointer()
    }
}

impl<'f, 'a> Findings<'f, 'a> {
    /// How many violations of one message are described.
    pub(crate) const MOST: usize = 64;

    pub(crate) fn new(whole: &'a str, facts: &'f Facts<'f>) -> Self {
        Findings { whole, facts, inferred: false, violations: Vec::new() }
    }

    /// The violations in the order of the text.
    pub(crate) fn finish(mut self) -> Vec<Violation> {
        self.violations.sort_by(|one, other| {
            let key = |violation: &Violation| violation.place.bytes.start;
            key(one).cmp(&key(other)).then_with(|| one.place.pointer.cmp(&other.place.pointer))
        });
        self.violations
    }

    /// Whether rules that guess at meaning are judged, so that looking for what they break pays.
    pub(crate) fn guesses(&self) -> bool {
        self.facts.heuristics
    }

    fn counts(&self, id: &str) -> Option<&'static Rule> {
        let rule = rule(id)?;
        let judged = rule.holds_in(self.facts.revision)
            && (self.facts.heuristics || rule.is_on_by_default())
            && !(self.inferred && rule.scope == Scope::Exchange);
        (judged && self.violations.len() < Self::MOST).then_some(rule)
    }

    /// A violation at a value.
    #[cold]
    pub(crate) fn add(
        &mut self,
        id: &'static str,
        (text, pointer): (Text<'_>, Pointer),
        seen: impl Into<String>,
        advice: impl Into<Cow<'static, str>>,
    ) {
        let Some(rule) = self.counts(id) else { return };
        let bytes = text.range_in(self.whole).unwrap_or(0..self.whole.len());
        let place = Place { bytes, pointer };
        self.violations.push(Violation {
            rule: rule.id,
            place,
            seen: seen.into(),
            advice: advice.into(),
        });
    }

    /// A violation at a member of a value, or at the value where the member is absent.
    #[cold]
    pub(crate) fn at(
        &mut self,
        id: &'static str,
        site: &Site<'_, '_>,
        member: &str,
        advice: impl Into<Cow<'static, str>>,
    ) {
        // Much that is found is off by default; no words are spent on it.
        if self.counts(id).is_none() {
            return;
        }
        let pointer = site.pointer().member(member);
        match site.get(member) {
            Some(value) => {
                let seen = format!("`{member}` is {}.", excerpt(value));
                self.add(id, (value, pointer), seen, advice);
            }
            None => {
                self.add(id, (site.text, pointer), format!("`{member}` is missing."), advice);
            }
        }
    }

    /// What the parser found.
    #[cold]
    pub(crate) fn fault(&mut self, fault: &Fault, advice: &'static str) {
        let Some(rule) = self.counts(fault.rule.as_str()) else { return };
        self.violations.push(Violation {
            rule: rule.id,
            place: fault.place.clone(),
            seen: fault.message.clone(),
            advice: advice.into(),
        });
    }

    /// What the shape tables found.
    #[cold]
    pub(crate) fn mismatch(&mut self, mismatch: Mismatch, id: RuleId) {
        let Some(rule) = self.counts(id.as_str()) else { return };
        let name = match mismatch.pointer.tokens().last() {
            None => "The value".to_owned(),
            Some(index) if index.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("Element {index}")
            }
            Some(name) => format!("`{name}`"),
        };
        let expected = Expected(mismatch.expected.0);
        let (seen, advice) = match &mismatch.found {
            Found::Absent => (format!("{name} is missing."), format!("Add {name}: {expected}.")),
            Found::Kind(kind) => (format!("{name} is {kind}."), format!("Send {expected}.")),
            Found::Value(value) => (format!("{name} is {value}."), format!("Send {expected}.")),
            Found::Elements(count) => {
                (format!("{name} has {count} elements."), format!("Send {expected}."))
            }
            Found::Repeated => {
                (format!("{name} stands twice."), "Use each name once in an object.".to_owned())
            }
        };
        let place = Place { bytes: mismatch.bytes, pointer: mismatch.pointer };
        self.violations.push(Violation { rule: rule.id, place, seen, advice: advice.into() });
    }
}

/// A value in a few words.
pub(crate) fn excerpt(value: Text<'_>) -> String {
    match value.kind() {
        Kind::Object | Kind::Array => value.kind().to_string(),
        _ if value.as_str().chars().nth(60).is_some() => format!("{value:.60}…"),
        _ => value.to_string(),
    }
}
