//! What validating one instance costs at most, counted before it starts.

use serde_json::Value;

use crate::cost::Cost;
use crate::limits::Limits;
use crate::refusal::Unchecked;

/// Bytes of text that cost as much as one more value.
pub(crate) const TEXT: usize = 64;

/// The steps that validation takes at most.
pub(crate) fn of(instance: &Value, cost: &Cost, limits: &Limits) -> Result<u64, Unchecked> {
    let mut count = Count { cost, limit: limits.work, steps: 0 };
    count.value(instance, 0, 0)?;
    Ok(count.steps)
}

struct Count<'a> {
    cost: &'a Cost,
    limit: u64,
    steps: u64,
}

impl Count<'_> {
    /// Recursion ends at the depth limit, which is checked first, and where the schema no longer
    /// looks.
    fn value(&mut self, value: &Value, level: usize, name: usize) -> Result<(), Unchecked> {
        if level >= self.cost.reach {
            return Ok(());
        }
        if level > self.cost.depth {
            return Err(Unchecked::TooDeep { limit: self.cost.depth });
        }
        let per_value = self.cost.levels[level.min(self.cost.levels.len() - 1)];
        let text = match value {
            Value::String(text) => name + text.len(),
            _ => name,
        };
        let weight = 1 + (text / TEXT) as u64;
        let matching = per_value.states.saturating_mul(text as u64);
        let looking = per_value.steps.saturating_mul(weight);
        self.steps = self.steps.saturating_add(looking).saturating_add(matching);
        if self.steps > self.limit {
            return Err(Unchecked::TooExpensive { limit: self.limit });
        }
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| self.value(item, level + 1, 0)),
            Value::Object(members) => members
                .iter()
                .try_for_each(|(name, member)| self.value(member, level + 1, name.len())),
            _ => Ok(()),
        }
    }
}

/// Whether telling why an instance does not fit stays within its own limits.
///
/// Under `anyOf` and `oneOf` the validator copies, for each error, the value that the error speaks
/// of, with all that is in it. So what counts here is the size below each value, also where the
/// schema does not look.
pub(crate) fn is_explainable(work: u64, instance: &Value, cost: &Cost, limits: &Limits) -> bool {
    let mut copies = 0;
    work <= limits.explained_work
        && size(instance, 0, cost, limits, &mut copies).is_some()
        && copies <= limits.explained_values
}

/// How many values there are in a value; none where it is nested too deep or has too many.
fn size(
    value: &Value,
    level: usize,
    cost: &Cost,
    limits: &Limits,
    copies: &mut u64,
) -> Option<u64> {
    if level > limits.instance_depth {
        return None;
    }
    let mut below = |value: &Value, name: usize| {
        let size = size(value, level + 1, cost, limits, copies)?;
        Some(size + (name / TEXT) as u64)
    };
    let mut size = 1;
    match value {
        Value::String(text) => size += (text.len() / TEXT) as u64,
        Value::Array(items) => {
            for item in items {
                size += below(item, 0)?;
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                size += below(member, name.len())?;
            }
        }
        _ => {}
    }
    let errors = match level < cost.reach {
        true => cost.levels[level.min(cost.levels.len() - 1)].steps,
        false => 0,
    };
    *copies = copies.saturating_add(errors.saturating_mul(size));
    (*copies <= limits.explained_values).then_some(size)
}
