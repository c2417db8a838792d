//! Which known name a wrong one was probably meant to be.

/// Names that are compared, and their length.
const NAMES: usize = 200;
const LENGTH: usize = 64;

/// The known name nearest to a wrong one, if one is near.
pub(crate) fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a String>) -> Option<&'a str> {
    if wrong.len() > LENGTH {
        return None;
    }
    let plain = plain(wrong);
    let allowed = (plain.len() / 3).clamp(1, 3);
    known
        .take(NAMES)
        .filter(|name| name.len() <= LENGTH)
        .map(|name| (distance(&plain, &self::plain(name)), name.as_str()))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// A name without the differences between spellings of the same words.
fn plain(name: &str) -> Vec<char> {
    name.chars()
        .filter(|letter| !matches!(letter, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Letters to insert, delete, replace or swap with their neighbour.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[right.len()]
}
