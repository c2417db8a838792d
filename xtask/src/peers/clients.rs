//! The clients of other projects against the example `everything`: each lists, calls, answers a
//! question, cancels and listens, in both lifecycles and over both transports.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{LIMIT, MODES, Peers, inspector, with};
use crate::command::{command, show_within};
use crate::install::Failure;
use crate::place;
use crate::server::Server;
use crate::steps::{Done, Steps};

/// How the server is reached.
const TRANSPORTS: [&str; 2] = ["stdio", "http"];

/// A client: its name, how it was installed, and how its script is started.
struct Client<'a> {
    name: &'static str,
    installed: &'a Result<PathBuf, Failure>,
    script: fn(&Path) -> Command,
}

fn clients(peers: &Peers) -> [Client<'_>; 3] {
    let python = |interpreter: &Path| {
        let mut script = command(interpreter);
        script.arg(place::root().join("peers/python/everything.py"));
        script
    };
    let typescript = |folder: &Path| {
        let mut script = command("node");
        script
            .arg(place::root().join("peers/node/everything.mjs"))
            .env("MCPWIRE_PEER_NODE_MODULES", folder);
        script
    };
    let rmcp = |folder: &Path| {
        command(folder.join(format!("everything-rmcp{}", std::env::consts::EXE_SUFFIX)))
    };
    [
        Client { name: "Python client", installed: &peers.python, script: python },
        Client { name: "TypeScript client", installed: &peers.node, script: typescript },
        Client { name: "rmcp client", installed: &peers.rust, script: rmcp },
    ]
}

/// One step for each client in each mode over each transport.
pub(super) fn test(steps: &mut Steps, built: bool, peers: &Peers) {
    for client in clients(peers) {
        for (mode, transport) in ways() {
            let name = format!("peer: {}, everything, {mode}, {transport}", client.name);
            steps.step(&name, || {
                with(client.installed, built, |place| {
                    talk(transport, |target| {
                        let mut script = (client.script)(place);
                        show_within(script.arg(mode).args(target), LIMIT)
                    })
                })
            });
        }
    }
    by_http_sse(steps, built, peers);
    for (mode, transport) in ways() {
        steps.step(&format!("peer: MCP Inspector, everything, {mode}, {transport}"), || {
            with(&peers.inspector, built, |folder| {
                talk(transport, |target| inspector::inspect(folder, mode, target))
            })
        });
    }
}

/// The transport of revision 2024-11-05, which the Python SDK still has a client of.
fn by_http_sse(steps: &mut Steps, built: bool, peers: &Peers) {
    let [python, ..] = clients(peers);
    let name = format!("peer: {}, everything, legacy, HTTP with SSE", python.name);
    steps.step(&name, || {
        with(python.installed, built, |interpreter| {
            talk("http", |target| {
                let mut script = (python.script)(interpreter);
                script.arg("legacy").args(target.iter().map(|url| url.replace("/mcp", "/sse")));
                show_within(&mut script, LIMIT)
            })
        })
    });
}

fn ways() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODES.into_iter().flat_map(|mode| TRANSPORTS.map(|transport| (mode, transport)))
}

/// Has a conversation with a server of its own: a command that the client starts, or a URL.
fn talk(
    transport: &str,
    converse: impl FnOnce(&[String]) -> Result<(), String>,
) -> Result<Done, String> {
    let everything = std::path::absolute(place::example("everything"))
        .map_err(|error| format!("The example cannot be found: {error}."))?;
    let everything = everything.to_string_lossy().into_owned();
    if transport == "stdio" {
        return converse(&[everything, "stdio".to_owned()]).map(|()| Done::Passed);
    }
    let words = [everything, "http".to_owned(), "127.0.0.1:{port}".to_owned()];
    let mut server = Server::start(&words, &place::target().join("peers").join("server.log"))?;
    let said = converse(&[server.url().to_owned()]);
    // A server that fell over explains the client's trouble better than the client does.
    server.check_alive()?;
    said.map(|()| Done::Passed)
}
