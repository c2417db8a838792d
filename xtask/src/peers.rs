//! Real peers: clients of other projects talk to our server, and our check judges their servers.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, command, show};
use crate::install::{self, Failure};
use crate::judged::judge;
use crate::place;
use crate::steps::{Done, Steps};

/// The two lifecycles, as the peers' scripts call them.
const MODES: [&str; 2] = ["modern", "legacy"];

/// `cargo xtask peers`: installs everything and returns whether that worked.
pub(crate) fn install() -> bool {
    let mut steps = Steps::new();
    steps.step("Python packages", || outcome(install::python()));
    steps.step("Node packages", || outcome(install::node()));
    steps.step("Rust program", || outcome(install::rust()));
    steps.close()
}

/// `cargo xtask judge`: builds the command, checks the servers of other projects and returns
/// whether what is found is what is expected.
pub(crate) fn judge_only() -> bool {
    let mut steps = Steps::new();
    let built = steps.step("build of the command", || {
        show(cargo().args(["build", "-p", "mcpwire-cli"])).map(|()| Done::Passed)
    });
    judge_servers(&mut steps, built, &install::python(), &install::node());
    steps.close()
}

/// One step for each peer in each mode.
pub(crate) fn test(steps: &mut Steps, built: bool) {
    let python = install::python();
    for mode in MODES {
        steps.step(&format!("peer: Python client, {mode}"), || {
            with(&python, built, |interpreter| {
                let mut script = command(interpreter);
                script.arg(place::root().join("peers/python/list_and_call.py"));
                talk(&mut script, mode)
            })
        });
    }
    let node = install::node();
    for mode in MODES {
        steps.step(&format!("peer: TypeScript client, {mode}"), || {
            with(&node, built, |folder| {
                let mut script = command("node");
                script
                    .arg(place::root().join("peers/node/list-and-call.mjs"))
                    .env("MCPWIRE_PEER_NODE_MODULES", folder);
                talk(&mut script, mode)
            })
        });
    }
    judge_servers(steps, built, &python, &node);
}

/// One step for each server of another project.
fn judge_servers(
    steps: &mut Steps,
    built: bool,
    python: &Result<PathBuf, Failure>,
    node: &Result<PathBuf, Failure>,
) {
    // The SDK's decorator sets no hint, so that the tool has to be named.
    let call = r#"hello={"name":"Amira"}"#;
    steps.step("peer: Python server, checked", || {
        with(python, built, |interpreter| {
            let server = |check: &mut Command| {
                let script = place::root().join("peers/python/hello_server.py");
                check.arg(interpreter).arg(script);
            };
            judge("python", &["--call", call], server).map(|()| Done::Passed)
        })
    });
    steps.step("peer: TypeScript server, checked", || {
        with(node, built, |folder| {
            let server = |check: &mut Command| {
                check.env("MCPWIRE_PEER_NODE_MODULES", folder).arg("node");
                check.arg(place::root().join("peers/node/hello-server.mjs"));
            };
            judge("typescript", &[], server).map(|()| Done::Passed)
        })
    });
    steps.step("peer: rmcp server, checked", || {
        with(&install::rust(), built, |program| {
            let server = |check: &mut Command| {
                check.arg(program);
            };
            judge("rmcp", &[], server).map(|()| Done::Passed)
        })
    });
}

fn talk(script: &mut Command, mode: &str) -> Result<Done, String> {
    let mcpwire = std::path::absolute(place::mcpwire()).map_err(|error| error.to_string())?;
    show(script.arg(mode).arg(mcpwire).args(["serve", "hello"])).map(|()| Done::Passed)
}

fn with<T: AsRef<Path>>(
    installed: &Result<T, Failure>,
    built: bool,
    work: impl FnOnce(&Path) -> Result<Done, String>,
) -> Result<Done, String> {
    match installed {
        Ok(place) => {
            crate::test::needs(built)?;
            work(place.as_ref())
        }
        Err(failure) => refusal(failure),
    }
}

fn outcome<T>(installed: Result<T, Failure>) -> Result<Done, String> {
    match installed {
        Ok(_) => Ok(Done::Passed),
        Err(failure) => refusal(&failure),
    }
}

fn refusal(failure: &Failure) -> Result<Done, String> {
    match failure {
        Failure::Unavailable(reason) => Ok(Done::Skipped(reason.clone())),
        Failure::Wrong(reason) => Err(reason.clone()),
    }
}
