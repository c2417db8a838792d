//! `cargo xtask test`: everything that must hold, in one order.

use std::process::Command;
use std::time::Duration;

use crate::command::{cargo, output, show};
use crate::steps::{Done, Steps};
use crate::{authority, conformance, peers, place, soak};

/// Runs all steps, also behind one that failed, and returns whether all is well.
pub(crate) fn run() -> bool {
    let mut steps = Steps::new();
    steps.step("format", || {
        with_component("fmt", "rustfmt", cargo().args(["fmt", "--all", "--check"]))
    });
    steps.step("lints", || {
        let mut clippy = cargo();
        clippy.args(["clippy", "--workspace", "--all-targets"]);
        locked_in_ci(&mut clippy).args(["--", "-D", "warnings"]);
        with_component("clippy", "clippy", &mut clippy)
    });
    // Apart from the tests, so that nothing below judges an outdated program.
    let built = steps.step("build of the tests", || {
        passed(locked_in_ci(cargo().args(["test", "--workspace", "--no-run"])))
    });
    steps.step("tests of the workspace", || {
        needs(built)?;
        // The official data have a step of their own, which says whether they were at hand.
        let mut tests = cargo();
        tests.args(["test", "--workspace", "--no-fail-fast"]).env_remove("MCPWIRE_SPEC");
        passed(locked_in_ci(&mut tests))
    });
    steps.step("comparison with the official schemas and examples", || {
        needs(built)?;
        official()
    });
    steps.step("seeds of the fuzzer", || {
        // Without libFuzzer, which needs a C++ compiler and is of no use for the seeds.
        let mut seeds = cargo();
        seeds
            .args(["test", "--no-default-features", "--manifest-path", "fuzz/Cargo.toml"])
            .arg("--target-dir")
            .arg(place::target().join("fuzz"));
        passed(locked_in_ci(&mut seeds))
    });
    steps.step("a server under load and faults, for a short time", || {
        needs(built)?;
        let time = Duration::from_secs(15);
        let plan = soak::Plan { time, workers: 12, seed: 1, is_built: true };
        soak::run(&plan).map(|()| Done::Passed)
    });
    conformance::check(&mut steps, built);
    conformance::step(&mut steps, built, &conformance::Options::default());
    conformance::authorization(&mut steps, built);
    peers::test(&mut steps, built);
    authority::step(&mut steps, built);
    steps.close()
}

/// Fails with the reason when the build did.
pub(crate) fn needs(built: bool) -> Result<(), String> {
    if built { Ok(()) } else { Err("the build failed.".to_owned()) }
}

/// Runs the tests of the message types once more, with the data that they are compared with.
fn official() -> Result<Done, String> {
    let Some(folder) = place::official()? else {
        return Ok(Done::Absent(
            "they are no part of the project; MCPWIRE_SPEC names the folder that holds them."
                .to_owned(),
        ));
    };
    println!("They are those in {}.", folder.display());
    let mut tests = cargo();
    tests.args(["test", "-p", "mcpwire-protocol", "--test", "all"]).env("MCPWIRE_SPEC", folder);
    passed(locked_in_ci(&mut tests).args(["--", "--include-ignored"]))
}

fn passed(command: &mut Command) -> Result<Done, String> {
    show(command).map(|()| Done::Passed)
}

fn with_component(
    subcommand: &str,
    component: &str,
    command: &mut Command,
) -> Result<Done, String> {
    if output(cargo().args([subcommand, "--version"])).is_err() {
        return Ok(Done::Skipped(format!(
            "the toolchain has no {component}; `rustup component add {component}` adds it."
        )));
    }
    passed(command)
}

fn locked_in_ci(command: &mut Command) -> &mut Command {
    if crate::place::in_ci() {
        command.arg("--locked");
    }
    command
}
