//! One table of all methods in all revisions.
//!
//! A revision is data: which methods exist, who sends them, what they need and what they may be
//! answered with is read here and nowhere else.

mod lookup;
mod method_use;
mod table;

pub use method_use::{Form, MethodUse, Needs, Sender, TASKS_EXTENSION};
pub use table::Method;

use crate::revision::Revision;

impl Method {
    /// The method with this name, in whatever revision; `None` if no revision has it. Case counts.
    #[inline]
    pub fn named(name: &str) -> Option<Self> {
        lookup::find(name)
    }

    /// What the method is in one revision; `None` where that revision does not have it.
    #[inline]
    pub fn at(self, revision: Revision) -> Option<&'static MethodUse> {
        self.uses().iter().find(|usage| usage.since <= revision && revision <= usage.until)
    }

    /// The first revision that has the method.
    pub fn since(self) -> Revision {
        self.uses().first().map_or(Revision::LATEST, |usage| usage.since)
    }

    /// The last revision that has the method.
    pub fn until(self) -> Revision {
        self.uses().last().map_or(Revision::LATEST, |usage| usage.until)
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
