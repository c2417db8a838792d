//! The steps of a run: a heading each, the time each took, and the count.

use std::time::Instant;

/// How a step ended, when it did not fail.
pub(crate) enum Done {
    /// It did what it says.
    Passed,
    /// It could not run, for this reason.
    Skipped(String),
}

/// Counts steps and prints them as they go.
#[derive(Default)]
pub(crate) struct Steps {
    passed: usize,
    failed: Vec<String>,
    skipped: Vec<String>,
}

impl Steps {
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
            Ok(Done::Skipped(reason)) => {
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
