//! Which runs of the suite there are, and which scenarios each must have.

use super::harness::{Harness, Listed, Side, Standing};
use super::options::{Options, REVISIONS};

/// One run of the suite.
pub(super) struct Leg {
    /// What the suite is told to run.
    pub(super) arguments: Vec<String>,
    /// The revision that it speaks; `None` where it takes its own choice for each scenario.
    pub(super) revision: Option<&'static str>,
    /// What must come of it, in the order of the suite.
    pub(super) scenarios: Vec<Listed>,
}

impl Leg {
    fn new(words: &[&str], revision: Option<&'static str>, scenarios: Vec<Listed>) -> Self {
        Leg {
            arguments: words.iter().map(|word| (*word).to_owned()).collect(),
            revision,
            scenarios,
        }
    }

    /// A name for the folder of its results.
    pub(super) fn name(&self) -> String {
        let words = self.arguments.iter().map(|word| word.trim_start_matches('-'));
        words.collect::<Vec<_>>().join("-")
    }
}

/// The runs that `options` ask for.
///
/// # Errors
/// A sentence when no scenario has the name, or the suite does not tell what there is.
pub(super) fn legs(harness: &Harness, options: &Options) -> Result<Vec<Leg>, String> {
    let all = harness.all()?;
    let of =
        |revision| harness.of_revision(revision, Side::Server).map(|listed| (revision, listed));
    let lists = REVISIONS.into_iter().map(of).collect::<Result<Vec<_>, _>>()?;
    let outside = |name: &str| !lists.iter().any(|(_, list)| list.iter().any(|it| it.name == name));
    if options.suite_all {
        return Ok(vec![Leg::new(&["--suite", "all"], None, all)]);
    }
    let wanted = |name: &str| options.scenario.as_deref().is_none_or(|wanted| wanted == name);
    let mut legs = Vec::new();
    for (revision, list) in &lists {
        if !options.revisions().contains(revision) {
            continue;
        }
        let Some(name) = &options.scenario else {
            legs.push(Leg::new(&["--requirements", revision], Some(revision), list.clone()));
            continue;
        };
        // Without `--force` the suite leaves extensions out, which belong to no revision for it.
        let words = ["--scenario", name, "--spec-version", revision, "--force"];
        let list = list.iter().filter(|it| it.name == *name).cloned();
        legs.extend(list.map(|it| Leg::new(&words, Some(revision), vec![it])));
    }
    if options.revision.is_none() {
        let rest = all.into_iter().filter(|it| outside(&it.name) && wanted(&it.name));
        legs.extend(rest.map(|it| {
            Leg::new(
                &["--scenario", &it.name],
                None,
                vec![Listed { standing: Standing::Unlisted, ..it.clone() }],
            )
        }));
    }
    match (&options.scenario, legs.is_empty()) {
        (Some(name), true) => Err(format!("The suite has no scenario `{name}` for a server.")),
        _ => Ok(legs),
    }
}
