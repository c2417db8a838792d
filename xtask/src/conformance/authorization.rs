//! The suite's scenarios of authorization, against our client.

use super::harness::{Harness, Listed, Side, Standing};
use super::options::REVISIONS;
use super::results::Outcome;
use super::{folder, table};
use crate::install::{self, Failure};
use crate::place;
use crate::steps::{Done, Steps};

/// What revision 2025-03-26 knew, in no list of a later one.
const OLDER: [&str; 2] =
    ["auth/2025-03-26-oauth-metadata-backcompat", "auth/2025-03-26-oauth-endpoint-fallback"];

/// One step: all of these scenarios, in each revision, scored or not.
pub(crate) fn step(steps: &mut Steps, built: bool) {
    steps.step("official conformance suite, authorization of clients", || {
        crate::test::needs(built)?;
        match install::conformance() {
            Ok(folder) => judge(&Harness::new(&folder)?).map(|()| Done::Passed),
            Err(Failure::Unavailable(reason)) => Ok(Done::Skipped(reason)),
            Err(Failure::Wrong(reason)) => Err(reason),
        }
    });
}

fn judge(harness: &Harness) -> Result<(), String> {
    let program = std::path::absolute(place::example("conformance_auth"));
    let program = program.map_err(|error| error.to_string())?;
    let results = folder()?.join("results");
    let mut outcomes = Vec::new();
    for revision in REVISIONS {
        // The suite has no way to run these alone; what comes of the others is not looked at here.
        let folder = results.join(format!("client-{revision}"));
        let arguments = ["--requirements".to_owned(), revision.to_owned()];
        harness.run_client(&arguments, &program, &folder)?;
        let listed = harness.of_revision(revision, Side::Client)?;
        for scenario in listed.iter().filter(|scenario| scenario.name.starts_with("auth/")) {
            outcomes.push(Outcome::read(&folder, scenario, Some(revision))?);
        }
    }
    for name in OLDER {
        let folder = results.join(name.replace('/', "-"));
        harness.run_client(&["--scenario".to_owned(), name.to_owned()], &program, &folder)?;
        let (name, standing) = (name.to_owned(), Standing::Unlisted);
        let scenario = Listed { name, standing, side: Side::Client };
        outcomes.push(Outcome::read(&folder, &scenario, None)?);
    }
    table::print(&mut std::io::stdout().lock(), &outcomes)
        .map_err(|error| format!("The table cannot be printed: {error}."))?;
    match outcomes.iter().filter(|outcome| outcome.fault().is_some()).count() {
        0 => Ok(()),
        failed => Err(format!(
            "{failed} of {} scenarios are not as they must be; what the suite saw is in {}.",
            outcomes.len(),
            results.display()
        )),
    }
}
