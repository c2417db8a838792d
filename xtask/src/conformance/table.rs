//! The table of all outcomes, and what did not succeed in words.

use std::io::{self, Write};

use super::results::{Check, Outcome, Status};

/// How much of a message is shown, in characters: some quote whole schemas.
const LONGEST_MESSAGE: usize = 600;

/// How many checks with the same message are named; whoever skips one for want of a feature skips
/// dozens.
const MOST_IDS: usize = 4;

/// Prints a row for each outcome, and under the table each check that failed, warned or was
/// skipped, with what the suite says of it.
pub(super) fn print(out: &mut dyn Write, outcomes: &[Outcome]) -> io::Result<()> {
    let width = outcomes.iter().map(|outcome| outcome.scenario.len()).max().unwrap_or(0).max(8);
    writeln!(out)?;
    write!(out, "{:width$}  {:10}", "scenario", "revision")?;
    for status in Status::ALL {
        write!(out, "  {}", status.as_str())?;
    }
    writeln!(out, "  {:19}  verdict", "standing")?;
    for outcome in outcomes {
        write!(out, "{:width$}  {:10}", outcome.scenario, outcome.revision.unwrap_or("its own"))?;
        for status in Status::ALL {
            let count = match outcome.count(status) {
                0 => "-".to_owned(),
                count => count.to_string(),
            };
            write!(out, "  {count:>0$}", status.as_str().len())?;
        }
        let verdict = match outcome.fault() {
            Some(fault) => format!("FAILED: {fault}"),
            None if outcome.count(Status::Success) == 0 => "skipped by the suite".to_owned(),
            None => "well".to_owned(),
        };
        writeln!(out, "  {:19}  {verdict}", outcome.standing.as_str())?;
    }
    for status in [Status::Skipped, Status::Warning, Status::Failure] {
        details(out, outcomes, status)?;
    }
    totals(out, outcomes)
}

fn details(out: &mut dyn Write, outcomes: &[Outcome], status: Status) -> io::Result<()> {
    for outcome in outcomes.iter().filter(|outcome| outcome.count(status) > 0) {
        let revision = outcome.revision.unwrap_or("at the suite's own choice of revision");
        writeln!(out, "\n{} in {}, {revision}:", status.as_str(), outcome.scenario)?;
        let mut told: Vec<(String, Vec<&str>)> = Vec::new();
        for check in outcome.checks.iter().flatten().filter(|check| check.status == status) {
            let message = message(check);
            match told.iter_mut().find(|(known, _)| *known == message) {
                Some((_, ids)) => ids.push(&check.id),
                None => told.push((message, vec![&check.id])),
            }
        }
        for (message, ids) in told {
            let ids = match ids.len() {
                ..=MOST_IDS => ids.join(", "),
                count => format!("{} and {} more", ids[0], count - 1),
            };
            writeln!(out, "  {ids}: {message}")?;
        }
    }
    Ok(())
}

/// What the suite says, on one line and without what would move a terminal's cursor: parts of it
/// come from the server.
fn message(check: &Check) -> String {
    let words: Vec<&str> = check.message.split_whitespace().collect();
    let line = words.join(" ");
    let mut shown: String =
        line.chars().filter(|char| !char.is_control()).take(LONGEST_MESSAGE).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}

fn totals(out: &mut dyn Write, outcomes: &[Outcome]) -> io::Result<()> {
    let well = outcomes.iter().filter(|outcome| outcome.fault().is_none()).count();
    write!(out, "\n{well} of {} scenarios are well; checks:", outcomes.len())?;
    for (place, status) in Status::ALL.into_iter().enumerate() {
        let count: usize = outcomes.iter().map(|outcome| outcome.count(status)).sum();
        write!(out, "{} {count} {}", if place == 0 { "" } else { "," }, status.as_str())?;
    }
    writeln!(out, ".")
}

#[cfg(test)]
mod tests {
    use super::super::results::Status;
    use super::super::results::tests::outcome;
    use super::print;

    #[test]
    fn rows_line_up_and_what_failed_is_told_with_its_message() {
        let outcomes = [
            outcome("ping", Some(&[("ping", Status::Success)])),
            outcome("a-longer-name", Some(&[("one", Status::Failure), ("two", Status::Skipped)])),
            outcome("gone", None),
            outcome("unused", Some(&[("x", Status::Skipped); 9])),
        ];
        let mut out = Vec::new();
        print(&mut out, &outcomes).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for row in &lines[2..6] {
            assert_eq!(row.find("2026-07-28"), lines[1].find("revision"), "{text}");
            assert_eq!(row.find("required"), lines[1].find("standing"), "{text}");
        }
        for says in [
            "FAILED: failure",
            "FAILED: no result",
            "  one: A message of two lines.",
            "SKIPPED in a-longer-name, 2026-07-28:",
            "  x and 8 more: A message of two lines.",
            "1 of 4 scenarios are well; checks: 1 SUCCESS, 1 FAILURE, 0 WARNING, 10 SKIPPED, 0 INFO.",
        ] {
            assert!(text.contains(says), "{says}: {text}");
        }
    }
}
