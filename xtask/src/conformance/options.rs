use std::path::PathBuf;

use crate::place;

/// How this is called.
pub(crate) const USAGE: &str = "\
Runs the official conformance suite against a server and judges what it saw.

Usage: cargo xtask conformance [OPTIONS] [-- COMMAND [ARGUMENT]...]

  --revision REV   only the scenarios of this revision: 2026-07-28 or 2025-11-25
  --scenario NAME  only this scenario, under each revision that has it
  --suite all      each scenario once, as the suite's own `--suite all` runs them
  --server URL     a server that runs already, such as http://127.0.0.1:8080/mcp
  -- COMMAND       how to start another server; {port} stands for the port it must listen on,
                   at 127.0.0.1 under the path /mcp

Without options: what both revisions require, what they leave unscored, and what stands in
neither list. A scenario is well if it has no FAILURE, no WARNING and at least one SUCCESS
that the server had a part in. There is no list of exceptions.

Examples:
  cargo xtask conformance
  cargo xtask conformance --revision 2026-07-28 --scenario server-stateless
  cargo xtask conformance -- env PORT={port} node server.mjs
";

/// The revisions that the suite has a list for, the newest first.
pub(super) const REVISIONS: [&str; 2] = ["2026-07-28", "2025-11-25"];

/// What to run, against what.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(super) revision: Option<&'static str>,
    pub(super) scenario: Option<String>,
    pub(super) suite_all: bool,
    /// The address of a server that runs already.
    pub(super) server: Option<String>,
    command: Vec<String>,
}

impl Options {
    /// Reads the command line behind `conformance`.
    ///
    /// # Errors
    /// A sentence about the word that is not understood.
    pub(crate) fn read(arguments: &[String]) -> Result<Self, String> {
        let mut options = Options::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value =
                || words.next().cloned().ok_or_else(|| format!("`{word}` needs a value."));
            match word.as_str() {
                "--revision" => options.revision = Some(revision(&value()?)?),
                "--scenario" => options.scenario = Some(value()?),
                "--server" => options.server = Some(value()?),
                "--suite" => match value()?.as_str() {
                    "all" => options.suite_all = true,
                    other => return Err(format!("`{other}` is no suite here; there is `all`.")),
                },
                "--" => options.command = words.by_ref().cloned().collect(),
                _ => return Err(format!("`{word}` is not understood.")),
            }
        }
        options.consistent()
    }

    fn consistent(self) -> Result<Self, String> {
        if self.suite_all && (self.revision.is_some() || self.scenario.is_some()) {
            return Err("`--suite` goes with neither `--revision` nor `--scenario`.".to_owned());
        }
        if self.server.is_some() && !self.command.is_empty() {
            return Err("There is either `--server` or a command that starts one.".to_owned());
        }
        Ok(self)
    }

    /// Whether the server is not the one of this project.
    pub(super) fn brings_a_server(&self) -> bool {
        self.server.is_some() || !self.command.is_empty()
    }

    /// The revisions to run, the newest first.
    pub(super) fn revisions(&self) -> Vec<&'static str> {
        self.revision.map_or_else(|| REVISIONS.to_vec(), |one| vec![one])
    }

    /// What starts the server; `{port}` in it stands for the port.
    pub(super) fn command(&self) -> Vec<String> {
        if !self.command.is_empty() {
            return self.command.clone();
        }
        let words = ["--http".to_owned(), "127.0.0.1:{port}".to_owned()];
        std::iter::once(program().to_string_lossy().into_owned()).chain(words).collect()
    }
}

fn revision(word: &str) -> Result<&'static str, String> {
    let known = REVISIONS.iter().find(|known| **known == word);
    known.copied().ok_or_else(|| {
        format!("The suite has no list for `{word}`; it has {}.", REVISIONS.join(" and "))
    })
}

/// The server under test as cargo builds it.
pub(super) fn program() -> PathBuf {
    let name = format!("conformance-server{}", std::env::consts::EXE_SUFFIX);
    let program = place::target().join("debug").join(name);
    std::path::absolute(&program).unwrap_or(program)
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn read(line: &str) -> Result<Options, String> {
        Options::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn what_stands_behind_two_dashes_starts_the_server() {
        let options = read("--revision 2026-07-28 -- server --scenario {port}").unwrap();
        assert_eq!(options.command(), ["server", "--scenario", "{port}"]);
        assert_eq!((options.revisions(), options.scenario), (vec!["2026-07-28"], None));
        assert_eq!(read("").unwrap().revisions(), ["2026-07-28", "2025-11-25"]);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_the_word() {
        for (line, says) in [
            ("--revision", "--revision"),
            ("--revision 2024-11-05", "2024-11-05"),
            ("--suite core", "core"),
            ("--suite all --scenario ping", "--scenario"),
            ("--server http://localhost/mcp -- server", "--server"),
            ("ping", "ping"),
        ] {
            let sentence = read(line).unwrap_err();
            assert!(sentence.contains(says), "{line}: {sentence}");
        }
    }
}
