//! What clients offer.

pub(in crate::rules) mod elicitation;
pub(in crate::rules) mod roots;
pub(in crate::rules) mod sampling;

use crate::rules::rule::Rule;

pub(super) static TABLES: &[&[Rule]] =
    &[roots::RULES, elicitation::RULES, elicitation::schema::RULES, sampling::RULES];
