//! MCP Inspector's command line: one method a run.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::LIMIT;
use crate::command::{Ended, command, run_within};
use crate::{install, place};

/// What it does: the words behind the target, where in its answer to look, and what must be there.
const RUNS: [(&str, &[&str], &str, &str); 7] = [
    ("listed", &["tools/list"], "/result/tools/0/name", "hello"),
    ("listed", &["prompts/list"], "/result/prompts/0/name", "greet"),
    ("listed", &["resources/list"], "/result/resources/0/uri", COUNTER),
    (
        "called",
        &["tools/call", "--tool-name", "hello", "--tool-arg", "name=Amira"],
        "/result/structuredContent/result",
        "Hello, Amira!",
    ),
    ("called", &["resources/read", "--uri", COUNTER], "/result/contents/0/text", "0"),
    (
        "called",
        &["prompts/get", "--prompt-name", "greet", "--prompt-args", "name=Amira"],
        "/result/messages/0/content/text",
        "Greet Amira.",
    ),
    (
        "called, while it took its time",
        &["tools/call", "--tool-name", "slow", "--tool-args-json", r#"{"key":"a","steps":3}"#],
        "/result/structuredContent/result",
        "3 steps",
    ),
];
const COUNTER: &str = "everything://counter";
/// What this command line has no way to do, whatever a server offers.
const CANNOT: [&str; 3] = [
    "answer a question: it does not declare elicitation",
    "cancel: a run ends with its answer",
    "listen: none of its methods does",
];

/// Runs all of it on the server at `target`, a command or a URL.
///
/// # Errors
/// A sentence about the first thing that is not as it must be.
pub(super) fn inspect(folder: &Path, mode: &str, target: &[String]) -> Result<(), String> {
    let inspector = Inspector::new(folder, mode, target)?;
    let version = if mode == "modern" { "2026-07-28" } else { "2025-11-25" };
    inspector.expect("protocol version", &["initialize"], "/result/protocolVersion", version)?;
    for (fact, words, place, must) in RUNS {
        inspector.expect(fact, words, place, must)?;
    }
    // Without an error, the schemas of the tools are such that every client can read them.
    inspector.expect("strict", &["tools/list", "--strict"], "/result/tools/0/name", "hello")?;
    inspector.is_refused()?;
    for cannot in CANNOT {
        println!("{}", json!({"fact": "not with this client", "value": cannot}));
    }
    Ok(())
}

struct Inspector<'a> {
    node: PathBuf,
    script: PathBuf,
    /// Instead of the user's, so that nothing is read or left there.
    home: PathBuf,
    mode: &'a str,
    target: &'a [String],
}

impl<'a> Inspector<'a> {
    fn new(folder: &Path, mode: &'a str, target: &'a [String]) -> Result<Self, String> {
        let folder = std::path::absolute(folder)
            .map_err(|error| format!("{} cannot be found: {error}.", folder.display()))?;
        let modules = folder.join("node_modules");
        let home = folder.join("home");
        fs::create_dir_all(&home)
            .map_err(|error| format!("{} cannot be made: {error}.", home.display()))?;
        let script = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
        let node = install::node_among(&modules)?;
        Ok(Inspector { node, script: modules.join(script), home, mode, target })
    }

    fn run(&self, words: &[&str]) -> Result<Ended, String> {
        let mut run = command(&self.node);
        run.env("HOME", &self.home).env("USERPROFILE", &self.home);
        // Options with several values would take a target that stands behind them.
        run.arg(&self.script).arg("--cli").args(self.target);
        run.args(["--protocol-era", self.mode, "--format", "json", "--method"]).args(words);
        run_within(&mut run, LIMIT, &place::target().join("peers").join("inspector-run"))
    }

    fn expect(&self, fact: &str, words: &[&str], place: &str, must: &str) -> Result<(), String> {
        let ended = self.run(words)?;
        let method = words.first().unwrap_or(&"");
        if !ended.status.success() {
            return Err(format!(
                "{method} ended with {}.\n{}{}",
                ended.status, ended.out, ended.err
            ));
        }
        let answer: Value = serde_json::from_str(&ended.out)
            .map_err(|error| format!("{method} gave no JSON ({error}): {}", ended.out))?;
        let is = answer.pointer(place).unwrap_or(&Value::Null);
        if is != must {
            return Err(format!("{method}: {place} must be {must:?}, but is {is}: {}", ended.out));
        }
        println!("{}", json!({"fact": fact, "value": {"method": method, "is": is}}));
        Ok(())
    }

    /// A tool that asks is refused, since this client declares no elicitation.
    fn is_refused(&self) -> Result<(), String> {
        let ended = self.run(&["tools/call", "--tool-name", "ask"])?;
        let must = "needs a client that declares the capability";
        if ended.status.success() || !ended.err.contains(must) {
            let said = format!("{}{}", ended.out, ended.err);
            return Err(format!(
                "`ask` must be refused with \"{must}\", but ended with {}: {said}",
                ended.status
            ));
        }
        println!("{}", json!({"fact": "refused", "value": ended.err.trim()}));
        Ok(())
    }
}
