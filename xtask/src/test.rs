//! `cargo xtask test`: everything that must hold, in one order.

use std::process::Command;

use crate::command::{cargo, output, show};
use crate::peers;
use crate::steps::{Done, Steps};

/// Runs all steps, also behind one that failed, and returns whether all is well.
pub(crate) fn run() -> bool {
    let mut steps = Steps::default();
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
        passed(locked_in_ci(cargo().args(["test", "--workspace", "--no-fail-fast"])))
    });
    peers::test(&mut steps, built);
    steps.close()
}

/// Fails with the reason when the build did.
pub(crate) fn needs(built: bool) -> Result<(), String> {
    if built { Ok(()) } else { Err("the build failed.".to_owned()) }
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
