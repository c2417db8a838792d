//! Why none of the forms under `anyOf` or `oneOf` fits, told by the one that comes nearest.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use crate::demand::{self, Demand};
use crate::violations;

/// The sentence for a value that fits none of several forms.
pub(crate) fn none_fits(
    mut demand: Demand,
    context: &[Vec<ValidationError<'static>>],
    value: &Value,
    schema: &Value,
) -> Demand {
    let mut types = Vec::new();
    for branch in context {
        match branch.as_slice() {
            [error] if error.instance_path().as_str() == demand.instance => match error.kind() {
                Kind::Type { kind } => types.extend(demand::types(kind)),
                _ => break,
            },
            _ => break,
        }
    }
    if types.len() >= context.len() && !context.is_empty() {
        types.dedup();
        demand::wrong_type(&mut demand, &types, value);
        return demand;
    }
    demand.expected = format!("must fit one of {} forms", context.len());
    let nearest = context
        .iter()
        .enumerate()
        .filter_map(|(index, branch)| Some((index, branch, branch.first()?)))
        .min_by_key(|(_, branch, _)| (turned_away(branch, &demand.instance), branch.len()));
    if let Some((index, branch, first)) = nearest {
        let reason = violations::one(first, schema);
        let more = match branch.len() {
            1 => String::new(),
            more => format!(" (and {} more)", more - 1),
        };
        demand.expected = format!(
            "must fit one of {} forms; the nearest is form {}, where {}{more}",
            context.len(),
            index + 1,
            reason.without_values()
        );
        demand.found = match (reason.found.is_empty(), reason.instance == demand.instance) {
            (true, _) => String::new(),
            (false, true) => reason.found,
            (false, false) => format!("{} there", reason.found),
        };
        demand.advice = reason.advice;
    }
    demand
}

/// Whether a form is meant for other values: its type or its mark, a constant, does not fit.
fn turned_away(branch: &[ValidationError<'static>], instance: &str) -> bool {
    branch.iter().any(|error| match error.kind() {
        Kind::Type { .. } => error.instance_path().as_str() == instance,
        Kind::Constant { .. } | Kind::FalseSchema => true,
        _ => false,
    })
}
