//! The suite as a program: what it lists, and a run of it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::plan::Leg;
use crate::command::{command, output};
use crate::install;

/// The installed suite.
pub(super) struct Harness {
    node: PathBuf,
    script: PathBuf,
}

/// What a scenario is for its revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Required,
    Extension,
    AddedAfterRelease,
    Pending,
    /// In no revision's list.
    Unlisted,
}

impl Standing {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Standing::Required => "required",
            Standing::Extension => "extension",
            Standing::AddedAfterRelease => "added after release",
            Standing::Pending => "pending",
            Standing::Unlisted => "in no list",
        }
    }
}

/// Whom a scenario is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Server,
    Client,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) standing: Standing,
    pub(super) side: Side,
}

impl Harness {
    /// The suite in `folder`, as npm installed it.
    pub(super) fn new(folder: &Path) -> Result<Self, String> {
        let folder = std::path::absolute(folder.join("node_modules"))
            .map_err(|error| format!("{} cannot be found: {error}.", folder.display()))?;
        let node = install::node_among(&folder)?;
        let script = folder.join("@modelcontextprotocol/conformance/dist/index.js");
        Ok(Harness { node, script })
    }

    fn command(&self) -> Command {
        let mut command = command(&self.node);
        command.arg(&self.script).env("NO_COLOR", "1");
        command
    }

    /// All scenarios for servers.
    pub(super) fn all(&self) -> Result<Vec<Listed>, String> {
        listed(
            &output(self.command().args(["list", "--server"]))?,
            Standing::Unlisted,
            Side::Server,
        )
    }

    /// The scenarios for a side that are run for `revision`.
    pub(super) fn of_revision(&self, revision: &str, side: Side) -> Result<Vec<Listed>, String> {
        let text = output(self.command().args(["list", "--requirements", revision]))?;
        listed(&text, Standing::Required, side)
    }

    /// Runs a leg; its results go to `folder`, what it says to a file beside it.
    ///
    /// # Errors
    /// A sentence when it cannot be started. How it ended says nothing that its results do not.
    pub(super) fn run(&self, leg: &Leg, url: &str, folder: &Path) -> Result<(), String> {
        self.start(&["server", "--url", url], &leg.arguments, folder)
    }

    /// The same for a client, a program that is started once for each scenario.
    pub(super) fn run_client(
        &self,
        arguments: &[String],
        program: &Path,
        folder: &Path,
    ) -> Result<(), String> {
        // Without `exec` the suite would end a shell and leave the client.
        let command = format!("exec {}", program.display());
        self.start(&["client", "--command", &command], arguments, folder)
    }

    fn start(&self, what: &[&str], arguments: &[String], folder: &Path) -> Result<(), String> {
        let unwritable = |error| format!("{} cannot be written: {error}.", folder.display());
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(unwritable(error)),
            _ => fs::create_dir_all(folder).map_err(unwritable)?,
        }
        println!("Running the suite with {}.", arguments.join(" "));
        let log = fs::File::create(folder.with_extension("log")).map_err(unwritable)?;
        let same = log.try_clone().map_err(unwritable)?;
        let mut suite = self.command();
        suite.args(what).args(arguments).arg("-o").arg(folder);
        let ended = suite.stdout(log).stderr(same).status();
        ended.map(|_| ()).map_err(|error| format!("The suite cannot be started: {error}."))
    }
}

/// Reads the text of `list`: headings, and lines that begin with a dash. Behind the scenarios that
/// are required stand the others, under a heading each, with the side in brackets.
fn listed(text: &str, mut standing: Standing, side: Side) -> Result<Vec<Listed>, String> {
    let mut scenarios = Vec::new();
    let (heading, mark) = match side {
        Side::Server => ("Server", "[server]"),
        Side::Client => ("Client", "[client]"),
    };
    let mut is_wanted = false;
    for line in text.lines().map(str::trim) {
        let Some(item) = line.strip_prefix("- ") else {
            match line.split([' ', '(']).next().unwrap_or_default() {
                word @ ("Server" | "Client" | "Authorization" | "Run") => {
                    is_wanted = word == heading;
                }
                "extension" => standing = Standing::Extension,
                "added-after-release" => standing = Standing::AddedAfterRelease,
                "pending" => standing = Standing::Pending,
                _ => {}
            }
            continue;
        };
        let (name, note) = item.split_once(' ').unwrap_or((item, ""));
        if is_wanted || note == mark {
            scenarios.push(Listed { name: name.to_owned(), standing, side });
        }
    }
    match scenarios.is_empty() {
        true => Err(format!("The suite lists no scenario for a {}.", heading.to_lowercase())),
        false => Ok(scenarios),
    }
}

#[cfg(test)]
mod tests {
    use super::{Listed, Side, Standing, listed};

    #[test]
    fn only_what_is_for_one_side_is_listed_with_what_it_counts_for() {
        let text = "\
Required for 2026-07-28 (3 scenarios, frozen):

Server scenarios (test against a server):
  - ping
  - tools-list

Client scenarios (test against a client):
  - tools_call

Run and reported, but never scored:
  extension (2):
    - auth/dpop [client]
    - tasks-lifecycle [server]
  pending (1):
    - json-schema-2020-12 [server]
";
        let expected = [
            ("ping", Standing::Required),
            ("tools-list", Standing::Required),
            ("tasks-lifecycle", Standing::Extension),
            ("json-schema-2020-12", Standing::Pending),
        ];
        let of =
            |side, (name, standing): (&str, _)| Listed { name: name.to_owned(), standing, side };
        let expected = expected.map(|it| of(Side::Server, it));
        assert_eq!(listed(text, Standing::Required, Side::Server).unwrap(), expected);
        let expected = [("tools_call", Standing::Required), ("auth/dpop", Standing::Extension)];
        let expected = expected.map(|it| of(Side::Client, it));
        assert_eq!(listed(text, Standing::Required, Side::Client).unwrap(), expected);
        assert!(listed("No such list.", Standing::Required, Side::Server).is_err());
    }
}
