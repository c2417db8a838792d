//! The steps of a run: a heading each, the time each took, and the count.

use std::time::Instant;

/// How a step ended, when it did not fail.
pub(crate) enum Done {
    /// It did what it says.
    Passed,
    /// It could not run, for this reason: no failure on somebody's own machine, but one where the
    /// result is relied on.
    Skipped(String),
    /// What it compares with is no part of the project and not at hand. That is never a failure.
    Absent(String),
}

/// Counts steps and prints them as they go.
pub(crate) struct Steps {
    /// Whether what could not run counts as failed.
    strict: bool,
    passed: usize,
    failed: Vec<String>,
    skipped: Vec<String>,
}

impl Steps {
    /// No steps yet; with CI=true what cannot run counts as failed.
    pub(crate) fn new() -> Self {
        Self::counting(crate::place::in_ci())
    }

    fn counting(strict: bool) -> Self {
        Steps { strict, passed: 0, failed: Vec::new(), skipped: Vec::new() }
    }

    /// Runs one step under its heading and returns whether it passed.
    pub(crate) fn step(&mut self, name: &str, work: impl FnOnce() -> Result<Done, String>) -> bool {
        println!("\n=== {name}");
        let start = Instant::now();
        let outcome = work();
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(Done::Passed) => {
                println!("--- {name}: passed in {seconds:.1} s");
                self.passed += 1;
                true
            }
            Ok(Done::Skipped(reason)) if self.strict => {
                println!("--- {name}: FAILED, since with CI=true all must run: {reason}");
                self.failed.push(line(name, &reason));
                false
            }
            Ok(Done::Skipped(reason) | Done::Absent(reason)) => {
                println!("--- {name}: not run: {reason}");
                self.skipped.push(line(name, &reason));
                false
            }
            Err(reason) => {
                println!("--- {name}: FAILED after {seconds:.1} s: {reason}");
                self.failed.push(line(name, &reason));
                false
            }
        }
    }

    /// Prints the closing lines and returns whether nothing failed.
    pub(crate) fn close(self) -> bool {
        println!();
        for line in &self.failed {
            println!("failed: {line}");
        }
        for line in &self.skipped {
            println!("not run: {line}");
        }
        println!(
            "{} passed, {} failed, {} skipped",
            self.passed,
            self.failed.len(),
            self.skipped.len()
        );
        self.failed.is_empty()
    }
}

/// A step's name with the first line of why it did not pass.
fn line(name: &str, reason: &str) -> String {
    format!("{name}: {}", reason.lines().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{Done, Steps};

    /// Whether a run is well whose only step ends so.
    fn is_well(strict: bool, outcome: Result<Done, String>) -> bool {
        let mut steps = Steps::counting(strict);
        steps.step("a step", || outcome);
        steps.close()
    }

    #[test]
    fn what_could_not_run_is_a_failure_only_where_all_must_run() {
        let reason = || "the reason".to_owned();
        for strict in [false, true] {
            assert!(is_well(strict, Ok(Done::Passed)));
            assert!(is_well(strict, Ok(Done::Absent(reason()))));
            assert!(!is_well(strict, Err(reason())));
            assert_eq!(is_well(strict, Ok(Done::Skipped(reason()))), !strict);
        }
    }
}
