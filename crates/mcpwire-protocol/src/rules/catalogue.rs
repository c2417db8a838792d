//! All rules, and finding one by its id.

use std::sync::LazyLock;

use super::rule::Rule;
use super::{basic, changelog, client, server, tasks};

pub(super) static TABLES: &[&[&[Rule]]] =
    &[basic::TABLES, server::TABLES, client::TABLES, tasks::TABLES, &[changelog::RULES]];

/// All rules, in the order of the specification's contents.
pub fn catalogue() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().flat_map(|part| part.iter()).flat_map(|table| table.iter())
}

/// The rule with this id; `None` for an unknown one and for the ids of
/// [refusals](super::refusals()).
pub fn rule(id: &str) -> Option<&'static Rule> {
    static SORTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
        let mut rules: Vec<_> = catalogue().collect();
        rules.sort_unstable_by_key(|rule| rule.id);
        rules
    });
    let at = SORTED.binary_search_by(|rule| rule.id.as_str().cmp(id)).ok()?;
    Some(SORTED[at])
}
