//! A real authorization server, for the tests of `mcpwire-auth` that need one.

use crate::command::{cargo, show};
use crate::conformance;
use crate::install::{self, Failure};
use crate::steps::{Done, Steps};

/// `cargo xtask auth`: these tests, and the suite's scenarios of authorization. Returns whether all
/// is well.
pub(crate) fn only() -> bool {
    let mut steps = Steps::new();
    let built = steps.step("build of the client", || {
        let example = ["build", "-p", "mcpwire-auth", "--example", "conformance_auth"];
        show(cargo().args(example)).map(|()| Done::Passed)
    });
    step(&mut steps, built);
    conformance::authorization(&mut steps, built);
    steps.close()
}

/// One step: the tests, each of which starts the server by itself.
pub(crate) fn step(steps: &mut Steps, built: bool) {
    steps.step("authorization against oidc-provider", || {
        crate::test::needs(built)?;
        match install::authority() {
            Ok(folder) => tests(&folder).map(|()| Done::Passed),
            Err(Failure::Unavailable(reason)) => Ok(Done::Skipped(reason)),
            Err(Failure::Wrong(reason)) => Err(reason),
        }
    });
}

fn tests(folder: &std::path::Path) -> Result<(), String> {
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    let mut tests = cargo();
    tests
        .args(["test", "-p", "mcpwire-auth", "--test", "all"])
        .env("MCPWIRE_PEER_NODE", install::node_among(&folder.join("node_modules"))?)
        .env("MCPWIRE_PEER_AUTHORITY", &folder);
    if crate::place::in_ci() {
        tests.arg("--locked");
    }
    show(tests.args(["real::", "--", "--ignored"]))
}
