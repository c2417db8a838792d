//! What was sent, and what became of it.

use std::collections::BTreeMap;
use std::fmt;

/// A task whose name was told.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub id: String,
    pub tool: &'static str,
    pub is_resumable: bool,
    /// How often the server had been killed before it was begun.
    pub kills: u64,
}

/// What became of a request.
#[derive(Clone, Debug)]
pub(crate) enum Fate {
    /// The answer was what it should be.
    Right,
    /// We went away before the answer, on purpose.
    Left,
    /// The server was killed meanwhile.
    Killed,
    /// Anything else, in words.
    Wrong(String),
}

#[derive(Debug, Default)]
struct Counts {
    right: u64,
    left: u64,
    killed: u64,
    wrong: u64,
}

/// The books.
#[derive(Debug, Default)]
pub(crate) struct Account {
    acts: BTreeMap<&'static str, Counts>,
    pub tasks: Vec<Task>,
    pub kills: u64,
    /// The first things that were wrong.
    faults: Vec<String>,
}

impl Account {
    pub(crate) fn enter(&mut self, act: &'static str, fate: Fate) {
        let counts = self.acts.entry(act).or_default();
        match fate {
            Fate::Right => counts.right += 1,
            Fate::Left => counts.left += 1,
            Fate::Killed => counts.killed += 1,
            Fate::Wrong(why) => {
                counts.wrong += 1;
                if self.faults.len() < 20 {
                    self.faults.push(format!("{act}: {why:.500}"));
                }
            }
        }
    }

    pub(crate) fn requests(&self) -> u64 {
        self.acts.values().map(|it| it.right + it.left + it.killed + it.wrong).sum()
    }

    /// What was wrong, in sentences.
    pub(crate) fn wrong(&self) -> Vec<String> {
        let mut wrong = self.faults.clone();
        // A load that never gets an answer tests nothing.
        let idle = self.acts.iter().filter(|(_, counts)| counts.right + counts.left == 0);
        wrong.extend(idle.map(|(act, _)| format!("{act}: not one came to its end.")));
        wrong
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<22}{:>10}{:>10}{:>10}{:>8}", "", "right", "left", "killed", "wrong")?;
        for (act, it) in &self.acts {
            let Counts { right, left, killed, wrong } = it;
            writeln!(f, "{act:<22}{right:>10}{left:>10}{killed:>10}{wrong:>8}")?;
        }
        writeln!(f, "{} requests, each accounted for.", self.requests())?;
        write!(
            f,
            "{} tasks were begun; the server was killed {} times.",
            self.tasks.len(),
            self.kills
        )
    }
}
