//! What the suite saw of a scenario, and whether that is well.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::harness::{Listed, Side, Standing};

/// A check of every scenario that a server passes by saying nothing: it is no sign of life.
const PASSED_BY_SILENCE: &str = "wire-schema-valid";
/// The suite skips this one whatever a server does.
const ALWAYS_SKIPPED: &str = "tasks-status-notifications";

/// How a check ended, in the order of the table's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Success,
    Failure,
    Warning,
    Skipped,
    Info,
}

impl Status {
    pub(super) const ALL: [Self; 5] =
        [Self::Success, Self::Failure, Self::Warning, Self::Skipped, Self::Info];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::Failure => "FAILURE",
            Self::Warning => "WARNING",
            Self::Skipped => "SKIPPED",
            Self::Info => "INFO",
        }
    }
}

/// One thing that a scenario looked at.
#[derive(Debug)]
pub(super) struct Check {
    pub(super) id: String,
    pub(super) status: Status,
    /// Why it did not succeed; otherwise what it looks at.
    pub(super) message: String,
}

/// What came of a scenario.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) scenario: String,
    pub(super) standing: Standing,
    pub(super) revision: Option<&'static str>,
    /// `None` where the suite has left no result.
    pub(super) checks: Option<Vec<Check>>,
}

impl Outcome {
    /// Reads what a run left in `folder` of `scenario`.
    ///
    /// # Errors
    /// A sentence when what it left is not what this version of the suite writes.
    pub(super) fn read(
        folder: &Path,
        scenario: &Listed,
        revision: Option<&'static str>,
    ) -> Result<Self, String> {
        let checks = match find(folder, scenario)? {
            Some(text) => Some(checks(&text).map_err(|fault| {
                format!("What the suite wrote of {} is not understood: {fault}", scenario.name)
            })?),
            None => None,
        };
        let (scenario, standing) = (scenario.name.clone(), scenario.standing);
        Ok(Outcome { scenario, standing, revision, checks })
    }

    pub(super) fn count(&self, status: Status) -> usize {
        self.checks.iter().flatten().filter(|check| check.status == status).count()
    }

    /// Why this is not as it must be, in a few words.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let Some(checks) = &self.checks else { return Some("no result") };
        let proves =
            |check: &Check| check.status == Status::Success && check.id != PASSED_BY_SILENCE;
        if self.count(Status::Failure) > 0 {
            Some("failure")
        } else if self.count(Status::Warning) > 0 {
            Some("warning")
        } else if self.scenario != ALWAYS_SKIPPED && !checks.iter().any(proves) {
            Some("proves nothing")
        } else {
            None
        }
    }
}

/// The text of `server-SCENARIO-TIME/checks.json`, or `SCENARIO-TIME/checks.json` of a client,
/// where a scenario's name may have folders in it; a time begins with four digits and a dash.
fn find(folder: &Path, scenario: &Listed) -> Result<Option<String>, String> {
    let (folder, prefix) = match (scenario.side, scenario.name.rsplit_once('/')) {
        (Side::Server, _) => (folder.to_owned(), format!("server-{}-", scenario.name)),
        (Side::Client, Some((within, name))) => (folder.join(within), format!("{name}-")),
        (Side::Client, None) => (folder.to_owned(), format!("{}-", scenario.name)),
    };
    if !folder.exists() {
        return Ok(None);
    }
    let unreadable = |error| format!("{} cannot be read: {error}.", folder.display());
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        let time = name.to_str().and_then(|name| name.strip_prefix(&prefix));
        if time.is_some_and(|time| time.len() == TIME.len() && time.starts_with("20")) {
            return match fs::read_to_string(entry.path().join("checks.json")) {
                Ok(text) => Ok(Some(text)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(unreadable(error)),
            };
        }
    }
    Ok(None)
}

/// How the suite writes the time in the names of folders.
const TIME: &str = "2026-12-01T06-37-21-261Z";

fn checks(text: &str) -> Result<Vec<Check>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("{error}."))?;
    let entries = value.as_array().ok_or("it is no list of checks.")?;
    entries.iter().map(check).collect()
}

fn check(entry: &Value) -> Result<Check, String> {
    let word = |name: &str| entry[name].as_str();
    let id = word("id").ok_or_else(|| format!("a check has no id: {entry}."))?;
    let status = word("status").unwrap_or_default();
    let known = Status::ALL.into_iter().find(|known| known.as_str() == status);
    let status = known.ok_or_else(|| format!("check {id} has the status `{status}`."))?;
    let message = word("errorMessage").or(word("description")).unwrap_or_default().to_owned();
    Ok(Check { id: id.to_owned(), status, message })
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Check, Outcome, Standing, Status, checks};

    /// An outcome with these checks.
    pub(crate) fn outcome(scenario: &str, checks: Option<&[(&str, Status)]>) -> Outcome {
        let check = |&(id, status): &(&str, Status)| Check {
            id: id.to_owned(),
            status,
            message: "A message\nof two lines.".to_owned(),
        };
        Outcome {
            scenario: scenario.to_owned(),
            standing: Standing::Required,
            revision: Some("2026-07-28"),
            checks: checks.map(|checks| checks.iter().map(check).collect()),
        }
    }

    #[test]
    fn a_scenario_is_well_only_if_it_proves_something_and_nothing_is_amiss() {
        use Status::{Failure, Info, Skipped, Success, Warning};
        for (scenario, checks, fault) in [
            ("ping", Some(&[("ping", Success), ("wire-schema-valid", Success)][..]), None),
            ("ping", Some(&[("ping", Success), ("more", Skipped), ("other", Info)]), None),
            ("ping", Some(&[("ping", Success), ("more", Failure)]), Some("failure")),
            ("ping", Some(&[("ping", Success), ("more", Warning)]), Some("warning")),
            ("ping", Some(&[("wire-schema-valid", Success)]), Some("proves nothing")),
            ("ping", Some(&[("ping", Info), ("more", Skipped)]), Some("proves nothing")),
            ("ping", Some(&[]), Some("proves nothing")),
            ("ping", None, Some("no result")),
            ("tasks-status-notifications", Some(&[("t", Skipped)]), None),
            ("tasks-status-notifications", Some(&[("t", Failure)]), Some("failure")),
            ("tasks-status-notifications", None, Some("no result")),
        ] {
            assert_eq!(outcome(scenario, checks).fault(), fault, "{scenario} {checks:?}");
        }
    }

    #[test]
    fn what_is_not_understood_is_told_instead_of_counted() {
        let read = r#"[{"id":"a","status":"FAILURE","description":"What.","errorMessage":"Why."},
            {"id":"b","status":"SUCCESS","description":"What."}]"#;
        let read = checks(read).unwrap();
        assert_eq!((read[0].status, read[0].message.as_str()), (Status::Failure, "Why."));
        assert_eq!((read[1].status, read[1].message.as_str()), (Status::Success, "What."));
        for text in ["", "{}", r#"[{"status":"SUCCESS"}]"#, r#"[{"id":"a","status":"FINE"}]"#] {
            assert!(checks(text).is_err(), "{text}");
        }
    }
}
