//! `cargo xtask conformance`: the official conformance suite against a server.
//!
//! The suite says what it saw in one file for each scenario. What is judged here are these files
//! and not its exit code, which lets warnings and unscored scenarios pass.

mod authorization;
mod harness;
mod options;
mod plan;
mod results;
mod table;

use std::path::{Path, PathBuf};

use crate::command::{cargo, command, show};
use crate::install::{self, Failure};
use crate::place;
use crate::server::Server;
use crate::steps::{Done, Steps};

pub(crate) use authorization::step as authorization;
use harness::Harness;
pub(crate) use options::{Options, USAGE};
use plan::Leg;
use results::Outcome;

/// Builds the server under test, unless another one was named, and runs the suite against it.
/// Returns whether all is well.
pub(crate) fn run(options: &Options) -> bool {
    let mut steps = Steps::new();
    let built = options.brings_a_server()
        || steps.step("build of the server under test", || {
            show(cargo().args(["build", "-p", "conformance-server"])).map(|()| Done::Passed)
        });
    step(&mut steps, built, options);
    steps.close()
}

/// One step: the suite against the server under test, whose build must have succeeded.
pub(crate) fn step(steps: &mut Steps, built: bool, options: &Options) -> bool {
    steps.step("official conformance suite, server", || {
        crate::test::needs(built)?;
        match install::conformance() {
            Ok(folder) => judge(&Harness::new(&folder)?, options, &mut std::io::stdout().lock())
                .map(|()| Done::Passed),
            Err(Failure::Unavailable(reason)) => Ok(Done::Skipped(reason)),
            Err(Failure::Wrong(reason)) => Err(reason),
        }
    })
}

/// One step: our own check finds nothing in the server under test, over standard input and output.
pub(crate) fn check(steps: &mut Steps, built: bool) -> bool {
    steps.step("server under test, checked", || {
        crate::test::needs(built)?;
        let mcpwire = std::path::absolute(place::mcpwire()).map_err(|error| error.to_string())?;
        let recording = folder()?.join("stdio.jsonl");
        place::remove(&recording)?;
        let mut check = command(mcpwire);
        check.args(["check", "--fail-on", "note", "--record"]).arg(&recording);
        show(check.arg("--").arg(options::program())).map(|()| Done::Passed)
    })
}

/// Where everything that a run leaves is put; whole, since the suite runs in another folder.
fn folder() -> Result<PathBuf, String> {
    let folder = std::path::absolute(place::target().join("conformance"))
        .map_err(|error| error.to_string())?;
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))?;
    Ok(folder)
}

/// Runs every leg, prints the table, and fails with what is not as it must be.
fn judge(harness: &Harness, options: &Options, out: &mut dyn std::io::Write) -> Result<(), String> {
    let legs = plan::legs(harness, options)?;
    let mut server = match &options.server {
        Some(url) => Server::running(url),
        None => Server::start(&options.command(), &folder()?.join("server.log"))?,
    };
    let results = folder()?.join("results");
    let mut outcomes = Vec::new();
    for leg in &legs {
        outcomes.extend(outcomes_of(harness, leg, &server, &results)?);
        server.check_alive()?;
    }
    table::print(out, &outcomes)
        .map_err(|error| format!("The table cannot be printed: {error}."))?;
    let failed = outcomes.iter().filter(|outcome| outcome.fault().is_some()).count();
    match failed {
        0 => Ok(()),
        _ => Err(format!(
            "{failed} of {} scenarios are not as they must be; what the suite saw and said is in {}.",
            outcomes.len(),
            results.display()
        )),
    }
}

fn outcomes_of(
    harness: &Harness,
    leg: &Leg,
    server: &Server,
    results: &Path,
) -> Result<Vec<Outcome>, String> {
    let folder = results.join(leg.name());
    harness.run(leg, server.url(), &folder)?;
    leg.scenarios.iter().map(|scenario| Outcome::read(&folder, scenario, leg.revision)).collect()
}
