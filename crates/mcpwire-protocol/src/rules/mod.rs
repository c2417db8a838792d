//! The rulebook: one name for each requirement that can be seen on the wire.
//!
//! The folders below are the specification's contents: each page has a file with the table of its
//! rules, and the checks that no shape can express. [`catalogue()`] lists all rules, [`rule()`]
//! finds one, [`refusals()`] are the reasons to refuse what breaks no rule.

mod basic;
mod catalogue;
mod changelog;
mod check;
mod client;
mod envelope;
mod facts;
mod findings;
pub mod fixture;
mod formats;
mod guesses;
mod id;
mod infer;
mod judge;
mod message;
mod mismatch;
mod page;
mod path;
mod reason;
mod refusals;
pub(crate) mod rule;
mod server;
pub mod shape;
mod tasks;
mod violation;

pub use catalogue::{catalogue, rule};
pub use facts::Facts;
pub use id::RuleId;
pub use judge::judge;
pub use message::{message, request};
pub use mismatch::{Expected, Found, Judgement, Mismatch};
pub use page::page_url;
pub use reason::Reason;
pub use refusals::{Refusal, refusals};
pub use rule::{Grade, Level, Party, Rule, Scope};
pub use violation::Violation;
