//! The tasks extension.

pub(in crate::rules) mod control;
pub(in crate::rules) mod negotiation;
pub(in crate::rules) mod notifications;
pub(in crate::rules) mod state;

use crate::rules::rule::Rule;

pub(super) static TABLES: &[&[Rule]] =
    &[negotiation::RULES, state::RULES, control::RULES, notifications::RULES];
