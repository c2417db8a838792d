//! Every example message is read into its type and written back as it was.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::client_types::client_types;
use super::server_types::server_types;
use super::typed::{Part, Typed};

/// All types that tests know.
pub(crate) fn all_types() -> Vec<Typed> {
    server_types().into_iter().chain(client_types()).collect()
}

/// The folder of the official schemas and examples, which are no part of the project; `None` where
/// `MCPWIRE_SPEC` names none. `cargo xtask test` looks for it, and says where it is not at hand.
pub(crate) fn official() -> Option<PathBuf> {
    let named = std::env::var_os("MCPWIRE_SPEC").map(PathBuf::from);
    let place = named.filter(|place| !place.as_os_str().is_empty())?;
    assert!(place.is_dir(), "There is no folder {}", place.display());
    Some(place)
}

/// The example messages of this project.
pub(crate) fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/examples")
}

/// The folders of examples, each named by the type that they are of.
pub(crate) fn folders(place: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// The examples of a folder: file name and text.
pub(crate) fn examples(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|file| (file.display().to_string(), fs::read_to_string(&file).expect("readable")))
        .collect()
}

/// Official examples that break the specification, and the rule that they break. The published
/// schema does not notice, because it accepts any object with a `resultType` there.
const WRONG: &[(&str, &str)] = &[("read-resource-result-response.json", "cache-ttl-missing")];

/// What came out differently, in words.
fn difference(typed: &Typed, file: &str, text: &str) -> Option<String> {
    let Some(part) = typed.part_of(text) else {
        // Only a notification may leave its parameters out.
        let optional = typed.folder.ends_with("ListChangedNotification");
        return (!optional).then(|| format!("{file}: {:?} is missing", typed.part));
    };
    if let Some((_, rule)) = WRONG.iter().find(|(name, _)| file.ends_with(name)) {
        let found = (typed.judge)(part).mismatches;
        let named = found.iter().any(|mismatch| mismatch.rule.as_str() == *rule);
        return (!named).then(|| format!("{file} should break {rule}"));
    }
    let before: Value = serde_json::from_str(part).expect("JSON");
    match (typed.again)(part) {
        Err(error) => Some(format!("{file}: {error}")),
        Ok(after) if after == before => None,
        Ok(after) => Some(format!("{file}:\n  was {before}\n  is  {after}")),
    }
}

fn differences(place: &Path) -> Vec<String> {
    let types = all_types();
    let mut wrong = Vec::new();
    for folder in folders(place) {
        let mut known = false;
        for typed in types.iter().filter(|typed| typed.folder == folder) {
            known = true;
            let files = examples(&place.join(&folder));
            wrong.extend(files.iter().filter_map(|(file, text)| difference(typed, file, text)));
        }
        if !known {
            wrong.push(format!("{folder}: no type reads this folder"));
        }
    }
    wrong
}

#[test]
#[ignore = "compares with the official examples: set MCPWIRE_SPEC"]
fn official_examples_are_written_as_they_were_read() {
    let place = official().expect("MCPWIRE_SPEC names the folder");
    let wrong = differences(&place.join("examples-2026-07-28"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn own_examples_are_written_as_they_were_read() {
    let wrong = differences(&own());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_type_has_an_example_of_our_own() {
    let types = all_types();
    let shown: BTreeSet<_> = types
        .iter()
        .filter(|typed| !examples(&own().join(typed.folder)).is_empty())
        .map(|typed| typed.definition)
        .collect();
    let missing: BTreeSet<_> =
        types.iter().map(|typed| typed.definition).filter(|name| !shown.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn parts_are_named_by_the_envelope() {
    for typed in all_types() {
        if let Part::Member(name) = typed.part {
            assert!(["params", "result", "error"].contains(&name), "{}", typed.folder);
        }
    }
}
