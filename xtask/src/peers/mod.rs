//! Real peers: clients of other projects talk to our servers, and our check judges their servers.

mod clients;
mod inspector;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::command::{cargo, command, show, show_within};
use crate::install::{self, Failure};
use crate::judged::judge;
use crate::place;
use crate::steps::{Done, Steps};

/// The two lifecycles, as the peers' scripts call them.
const MODES: [&str; 2] = ["modern", "legacy"];
/// How long a conversation may take. The scripts have shorter limits of their own, which say more.
const LIMIT: Duration = Duration::from_secs(90);

/// `cargo xtask peers`: installs everything and returns whether that worked.
pub(crate) fn install() -> bool {
    let mut steps = Steps::new();
    steps.step("Python packages", || outcome(install::python()));
    steps.step("Node packages", || outcome(install::node()));
    steps.step("MCP Inspector", || outcome(install::inspector()));
    steps.step("Rust programs", || outcome(install::rust()));
    steps.close()
}

/// `cargo xtask clients`: builds the servers, has the clients of other projects talk to them and
/// returns whether all went well.
pub(crate) fn clients_only() -> bool {
    let mut steps = Steps::new();
    let built = steps.step("build of the servers", || {
        show(cargo().args(["build", "-p", "mcpwire-cli"]))?;
        let example = ["build", "-p", "mcpwire-http", "--example", "everything"];
        show(cargo().args(example)).map(|()| Done::Passed)
    });
    let peers = Peers::install();
    say_hello(&mut steps, built, &peers);
    clients::test(&mut steps, built, &peers);
    steps.close()
}

/// `cargo xtask judge`: builds the command, checks the servers of other projects and returns
/// whether what is found is what is expected.
pub(crate) fn judge_only() -> bool {
    let mut steps = Steps::new();
    let built = steps.step("build of the command", || {
        show(cargo().args(["build", "-p", "mcpwire-cli"])).map(|()| Done::Passed)
    });
    judge_servers(&mut steps, built, &Peers::install());
    steps.close()
}

/// What was installed of each peer, or why it was not.
struct Peers {
    /// The interpreter.
    python: Result<PathBuf, Failure>,
    /// The folder with `node_modules`.
    node: Result<PathBuf, Failure>,
    /// The folder with the programs.
    rust: Result<PathBuf, Failure>,
    /// The folder with `node_modules`.
    inspector: Result<PathBuf, Failure>,
}

impl Peers {
    fn install() -> Self {
        Peers {
            python: install::python(),
            node: install::node(),
            rust: install::rust(),
            inspector: install::inspector(),
        }
    }
}

/// All peers.
pub(crate) fn test(steps: &mut Steps, built: bool) {
    let peers = Peers::install();
    say_hello(steps, built, &peers);
    clients::test(steps, built, &peers);
    judge_servers(steps, built, &peers);
}

/// One step for each client that speaks to the bundled server `hello`, in each mode.
fn say_hello(steps: &mut Steps, built: bool, peers: &Peers) {
    for mode in MODES {
        steps.step(&format!("peer: Python client, hello, {mode}"), || {
            with(&peers.python, built, |interpreter| {
                let mut script = command(interpreter);
                script.arg(place::root().join("peers/python/list_and_call.py"));
                talk(&mut script, mode)
            })
        });
        steps.step(&format!("peer: TypeScript client, hello, {mode}"), || {
            with(&peers.node, built, |folder| {
                let mut script = command("node");
                script
                    .arg(place::root().join("peers/node/list-and-call.mjs"))
                    .env("MCPWIRE_PEER_NODE_MODULES", folder);
                talk(&mut script, mode)
            })
        });
    }
}

/// One step for each server of another project.
fn judge_servers(steps: &mut Steps, built: bool, peers: &Peers) {
    // The SDK's decorator sets no hint, so that the tool has to be named.
    let call = r#"hello={"name":"Amira"}"#;
    steps.step("peer: Python server, checked", || {
        with(&peers.python, built, |interpreter| {
            let server = |check: &mut Command| {
                let script = place::root().join("peers/python/hello_server.py");
                check.arg(interpreter).arg(script);
            };
            judge("python", &["--call", call], server).map(|()| Done::Passed)
        })
    });
    steps.step("peer: TypeScript server, checked", || {
        with(&peers.node, built, |folder| {
            let server = |check: &mut Command| {
                check.env("MCPWIRE_PEER_NODE_MODULES", folder).arg("node");
                check.arg(place::root().join("peers/node/hello-server.mjs"));
            };
            judge("typescript", &[], server).map(|()| Done::Passed)
        })
    });
    steps.step("peer: rmcp server, checked", || {
        with(&peers.rust, built, |folder| {
            let server = |check: &mut Command| {
                check.arg(folder.join(format!("hello-rmcp{}", std::env::consts::EXE_SUFFIX)));
            };
            judge("rmcp", &[], server).map(|()| Done::Passed)
        })
    });
}

fn talk(script: &mut Command, mode: &str) -> Result<Done, String> {
    let mcpwire = std::path::absolute(place::mcpwire()).map_err(|error| error.to_string())?;
    script.arg(mode).arg(mcpwire).args(["serve", "hello"]);
    show_within(script, LIMIT).map(|()| Done::Passed)
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
