//! Servers of other projects, judged by our check, against what is known of them.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::command::command;
use crate::place;

/// Checks the server that `arguments` start and compares what is found with
/// `peers/expected/NAME.json`. docs/findings.md says of each finding why it is one.
///
/// # Errors
/// Sentences about everything that differs.
pub(crate) fn judge(
    name: &str,
    options: &[&str],
    arguments: impl FnOnce(&mut Command),
) -> Result<(), String> {
    let mcpwire = std::path::absolute(place::mcpwire()).map_err(|error| error.to_string())?;
    let recording = place::target().join("peers").join(format!("{name}.jsonl"));
    place::remove(&recording)?;
    let mut check = command(mcpwire);
    check.args(["check", "--format", "json", "--fail-on", "never", "--record"]);
    check.arg(&recording).args(options).arg("--");
    arguments(&mut check);
    let output = check.output().map_err(|error| format!("The check cannot start: {error}."))?;
    if !output.status.success() {
        let talk = String::from_utf8_lossy(&output.stderr);
        return Err(format!("The check ended with {}.\n{talk}", output.status));
    }
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("The report is no JSON: {error}."))?;
    let differences = differences(&expected(name)?, &report);
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!(
        "What is found is not what is expected; the recording is {}.\n{}",
        recording.display(),
        differences.join("\n")
    ))
}

fn expected(name: &str) -> Result<Value, String> {
    let file = place::root().join("peers/expected").join(format!("{name}.json"));
    let text = fs::read_to_string(&file)
        .map_err(|error| format!("{} cannot be read: {error}.", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is no JSON: {error}.", file.display()))
}

fn differences(expected: &Value, report: &Value) -> Vec<String> {
    let wanted = pairs(expected);
    let found = pairs(&report["causes"]);
    let mut differences = Vec::new();
    for (rule, party) in wanted.difference(&found) {
        differences.push(format!("{rule} by the {party} is expected and was not found."));
    }
    for (rule, party) in found.difference(&wanted) {
        differences.push(format!("{rule} by the {party} was found and is not expected."));
    }
    for entry in list(expected) {
        for words in list(&entry["seen"]).iter().filter_map(Value::as_str) {
            let says = |finding: &&Value| {
                finding["rule"] == entry["rule"]
                    && finding["seen"].as_str().is_some_and(|seen| seen.contains(words))
            };
            if !list(&report["findings"]).iter().any(|finding| says(&finding)) {
                differences.push(format!("No finding of {} says “{words}”.", entry["rule"]));
            }
        }
    }
    differences
}

fn pairs(entries: &Value) -> BTreeSet<(String, String)> {
    let word = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    list(entries).iter().map(|entry| (word(entry, "rule"), word(entry, "party"))).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differences;

    #[test]
    fn what_is_missing_and_what_is_too_much_are_both_told() {
        let expected = json!([
            { "rule": "a", "party": "server", "seen": ["nothing", "something"] },
            { "rule": "b", "party": "server" },
        ]);
        let report = json!({
            "causes": [{ "rule": "a", "party": "server" }, { "rule": "c", "party": "server" }],
            "findings": [{ "rule": "a", "seen": "There is nothing." }],
        });
        let told = differences(&expected, &report);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].starts_with("b ") && told[1].starts_with("c "), "{told:?}");
        assert!(told[2].contains("something"), "{told:?}");
    }
}
