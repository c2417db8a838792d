//! The wire cases: what a server must do with exactly these bytes.
//!
//! `tests/cases/README.md` describes the format. The cases of our side run
//! against the server under test, each in a process of its own. For trying:
//! `MCPWIRE_CASES_SERVER` is another server's command line, `MCPWIRE_CASES_FILE`
//! another file of cases, `MCPWIRE_CASES_ONLY` a list of ids with commas.

mod case;
mod expect;
mod generate;
mod input;
mod message;
mod outcome;
mod process;
mod run;
mod schema;
mod text;
mod text_lifecycle;
mod text_stream;

use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use case::Case;

const OWN_CASES: &str = include_str!("../cases/cases.jsonl");

/// Enough to hide the waiting of one case behind the work of others.
const WORKERS: usize = 6;

#[test]
fn the_server_keeps_every_wire_case() {
    let (cases, mut failures) = read_cases();
    // Cases with a time limit of their own don't share the machine.
    let (timed, free): (Vec<&Case>, Vec<&Case>) =
        cases.iter().partition(|case| case.has_time_limit());
    failures.extend(run_all(&free, WORKERS));
    failures.extend(run_all(&timed, 1));
    tell(&format!("{} wire cases run, {} failed", cases.len(), failures.len()));
    assert!(!cases.is_empty(), "No case was chosen, so nothing was tested.");
    assert!(
        failures.is_empty(),
        "{} wire cases failed:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

/// Says something even though the test passes: the test harness keeps back what `println` prints.
fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The cases for servers over stdio, and a sentence for each line that is none.
fn read_cases() -> (Vec<Case>, Vec<String>) {
    let text = match std::env::var("MCPWIRE_CASES_FILE") {
        Ok(file) => std::fs::read_to_string(&file).unwrap_or_else(|error| {
            panic!("MCPWIRE_CASES_FILE names {file}, which cannot be read: {error}.")
        }),
        Err(_) => OWN_CASES.to_owned(),
    };
    let only = std::env::var("MCPWIRE_CASES_ONLY").ok();
    let mut cases = Vec::new();
    let mut failures = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match Case::read(line) {
            Ok(case) if !case.is_for_a_stdio_server() => {}
            Ok(case)
                if only.as_ref().is_some_and(|ids| !ids.split(',').any(|id| id == case.id)) => {}
            Ok(case) => cases.push(case),
            Err(reason) => failures.push(format!("Line {} of the cases: {reason}", index + 1)),
        }
    }
    (cases, failures)
}

fn run_all(cases: &[&Case], workers: usize) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers.min(cases.len()) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(report) = run::run(case) {
                        failures.lock().expect("no worker panics").push((case.id.clone(), report));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panics");
    failures.sort();
    failures.into_iter().map(|(_, report)| report).collect()
}
