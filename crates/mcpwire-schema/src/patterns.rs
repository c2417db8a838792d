//! How large a regular expression becomes when its counted repetitions are written out.

use serde_json::{Map, Value};

/// Sizes up to which a pattern costs the same as any look at a text.
const SMALL: u64 = 64;

/// States that the `pattern` of this schema holds for each byte of a text, if it is not small.
pub(crate) fn on_text(schema: &Map<String, Value>) -> u64 {
    match schema.get("pattern") {
        Some(Value::String(pattern)) => large(pattern),
        _ => 0,
    }
}

/// The same for its `patternProperties`, for each byte of a member's name.
pub(crate) fn on_names(schema: &Map<String, Value>) -> u64 {
    match schema.get("patternProperties") {
        Some(Value::Object(patterns)) => {
            patterns.keys().fold(0, |sum: u64, pattern| sum.saturating_add(large(pattern)))
        }
        _ => 0,
    }
}

fn large(pattern: &str) -> u64 {
    match states(pattern) {
        size if size > SMALL => size,
        _ => 0,
    }
}

/// About how many states an automaton for the pattern has.
fn states(pattern: &str) -> u64 {
    let mut groups = vec![0_u64];
    let mut last: u64 = 0;
    let mut rest = pattern.chars();
    while let Some(letter) = rest.next() {
        let atom = match letter {
            '(' => {
                groups.push(0);
                last = 0;
                continue;
            }
            ')' if groups.len() > 1 => groups.pop().unwrap_or(1),
            '{' => match repetition(rest.as_str()) {
                Some((count, after)) => {
                    // One occurrence has been counted already.
                    let more = last.saturating_mul(count.saturating_sub(1));
                    rest = after.chars();
                    last = last.saturating_add(more);
                    if let Some(group) = groups.last_mut() {
                        *group = group.saturating_add(more);
                    }
                    continue;
                }
                None => 1,
            },
            '\\' => {
                rest.next();
                1
            }
            _ => 1,
        };
        if let Some(group) = groups.last_mut() {
            *group = group.saturating_add(atom);
        }
        last = atom;
    }
    groups.into_iter().fold(0, u64::saturating_add)
}

/// The larger number of `n}` or `n,m}`, and what follows.
fn repetition(text: &str) -> Option<(u64, &str)> {
    let (inside, after) = text.split_once('}')?;
    let mut largest = 1;
    for number in inside.split(',').filter(|number| !number.is_empty()) {
        largest = largest.max(number.trim().parse::<u64>().ok()?);
    }
    Some((largest, after))
}

#[cfg(test)]
mod tests {
    #[test]
    fn repetitions_are_written_out() {
        for (pattern, size) in [
            ("abc", 3),
            ("a{5}", 5),
            ("(ab){3}", 6),
            ("(a{10}b){10}", 110),
            ("a{2,}", 2),
            ("a{x}", 4),
            (r"\d{4}-\d{2}", 7),
            ("a{9}{9}", 81),
            (")", 1),
            ("{", 1),
        ] {
            assert_eq!(super::states(pattern), size, "{pattern}");
        }
    }
}
