//! Ids like one that there is not.

use mcpwire_protocol::rules::{catalogue, refusals};

use crate::screen::escape;

/// A sentence that names ids like the one that was asked for.
pub(super) fn unknown(id: &str) -> String {
    let known = catalogue().map(|rule| rule.id).chain(refusals().iter().map(|refusal| refusal.id));
    let asked: String = id.chars().take(80).collect();
    let mut close: Vec<_> =
        known.map(|known| (distance(&asked, known.as_str()), known.as_str())).collect();
    close.sort_unstable();
    close.truncate(3);
    let close: Vec<_> = close.iter().map(|(_, id)| format!("`{id}`")).collect();
    format!(
        "There is no rule `{}`. Close are {}. `mcpwire rules` lists all.",
        escape(&asked),
        close.join(", ")
    )
}

/// How unlike two ids are: the words that they do not share count most, then the letters that
/// have to be changed.
fn distance(asked: &str, known: &str) -> usize {
    let words: Vec<_> = known.split('-').collect();
    let shared = asked.split('-').filter(|word| words.contains(word)).count();
    let unshared = words.len().max(asked.split('-').count()) - shared;
    let letters = edits(asked, known);
    // A slip of the finger is closer than half a name.
    if letters <= 2 { letters } else { 3 + unshared * 4 + letters }
}

/// The letters to insert, delete or replace (Levenshtein).
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (to, other) in other.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[to + 1];
            row[to + 1] = change.min(row[to] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
