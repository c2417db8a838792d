//! What servers offer.

pub(in crate::rules) mod content;
pub(in crate::rules) mod discover;
pub(in crate::rules) mod prompts;
pub(in crate::rules) mod resources;
pub(in crate::rules) mod tools;
pub(in crate::rules) mod utilities;

use crate::rules::rule::Rule;

pub(super) static TABLES: &[&[Rule]] = &[
    discover::RULES,
    resources::RULES,
    tools::RULES,
    content::RULES,
    prompts::RULES,
    utilities::caching::RULES,
    utilities::completion::RULES,
    utilities::logging::RULES,
    utilities::pagination::RULES,
];
