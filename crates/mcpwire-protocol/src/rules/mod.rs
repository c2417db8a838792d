//! The rulebook: one name for each requirement that can be seen on the wire.
//!
//! The folders below are the specification's contents: each page has a file with the table of its
//! rules, and the checks that no shape can express. [`catalogue()`] lists all rules, [`rule()`]
//! finds one, [`refusals()`] are the reasons to refuse what breaks no rule.

mod basic;
mod catalogue;
mod changelog;
mod client;
mod id;
mod judge;
mod mismatch;
mod refusals;
pub(crate) mod rule;
mod server;
pub mod shape;
mod tasks;

pub use catalogue::{catalogue, rule};
pub use id::RuleId;
pub use judge::judge;
pub use mismatch::{Expected, Found, Judgement, Mismatch};
pub use refusals::{Refusal, refusals};
pub use rule::{Grade, Level, Party, Rule, Scope};
