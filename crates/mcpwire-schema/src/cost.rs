//! What validation can cost at most, computed before anything is validated.
//!
//! For a value `j` levels below the root, `levels[j]` bounds the steps that all schemas together
//! take on that one value. Paths are counted, not walked: where two branches of an `anyOf` lead to
//! the same schema, its steps count twice, so that 2^30 paths show as a large number instead of
//! as a long wait.

use serde_json::Value;

use crate::document::Document;
use crate::error::SchemaError;
use crate::keywords::{self, Relation};
use crate::limits::Limits;
use crate::{order, patterns};

/// Steps for comparing a value with its neighbours under `uniqueItems`.
pub(crate) const UNIQUE: u64 = 8;

/// The bound for one schema.
#[derive(Debug)]
pub(crate) struct Cost {
    /// Steps per value by level; the last holds for all levels below.
    pub(crate) levels: Box<[Amount]>,
    /// The first level from which on nothing is looked at, if there is one.
    pub(crate) reach: usize,
    /// Levels that an instance may have without deep recursion.
    pub(crate) depth: usize,
}

/// What looking at one value costs.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Amount {
    /// Steps for the value and for each 64 bytes of its text.
    pub(crate) steps: u64,
    /// Steps for each byte of its text, by patterns with large repetitions.
    pub(crate) states: u64,
}

impl Amount {
    fn and(self, other: Amount) -> Amount {
        Amount {
            steps: self.steps.saturating_add(other.steps),
            states: self.states.saturating_add(other.states),
        }
    }

    fn or(self, other: Amount) -> Amount {
        Amount { steps: self.steps.max(other.steps), states: self.states.max(other.states) }
    }
}

/// What one node costs on a value at the current level.
#[derive(Clone, Copy, Default, PartialEq)]
struct Steps {
    /// To validate.
    valid: Amount,
    /// To find out what it evaluated, for an `unevaluated…` keyword above it.
    mark: Amount,
    /// Schemas under evaluation within each other, at this level and below.
    stack: usize,
}

/// Bounds the schema, or says why there is no bound.
pub(crate) fn bound(document: &Document<'_>, limits: &Limits) -> Result<Cost, SchemaError> {
    let order = order::of_evaluation(document)?;
    if compiling(document) > limits.work {
        return Err(SchemaError::TooExpensive { limit: limits.work });
    }
    let mut below: Option<Vec<Steps>> = None;
    let mut levels = Vec::new();
    let mut depth = 0;
    for level in 0..=limits.instance_depth {
        let mut steps = vec![Steps::default(); document.nodes.len()];
        for &node in &order {
            steps[node] = one(document, node, level, &steps, below.as_deref());
        }
        if steps[0].stack > limits.evaluation_depth {
            if level == 0 {
                return Err(SchemaError::ChainTooLong { limit: limits.evaluation_depth });
            }
            break;
        }
        levels.push(steps[0].valid);
        depth = level;
        // From here on every level is like this one.
        if below.as_ref() == Some(&steps) {
            depth = limits.instance_depth;
            break;
        }
        below = Some(steps);
    }
    if levels[0].steps > limits.work {
        return Err(SchemaError::TooExpensive { limit: limits.work });
    }
    let reach = levels.iter().rposition(|amount| amount.steps > 0).unwrap_or(0) + 1;
    let endless = reach == levels.len();
    Ok(Cost {
        reach: if endless { usize::MAX } else { reach },
        levels: levels.into_boxed_slice(),
        depth,
    })
}

/// One node at one level. `below` holds all nodes at the level before; none at level 0, where the
/// value is the one that validation began with.
fn one(
    document: &Document<'_>,
    index: usize,
    level: usize,
    same: &[Steps],
    below: Option<&[Steps]>,
) -> Steps {
    let node = &document.nodes[index];
    let (mut valid, mut mark) = own(node.value, level);
    let (mut stack, mut one_of) = (0, Steps::default());
    let [mut named, mut others, mut any] = [Amount::default(); 3];
    let [mut item, mut other_items, mut any_item] = [Amount::default(); 3];
    for &(relation, target) in &node.edges {
        let there = match (relation, below) {
            (Relation::Unused, _) => continue,
            (Relation::Same | Relation::OneOfSame, _) => same[target],
            (_, Some(below)) => below[target],
            (_, None) => continue,
        };
        stack = stack.max(there.stack);
        match relation {
            Relation::Unused => {}
            Relation::Same => {
                valid = valid.and(there.valid);
                mark = mark.and(there.valid).and(there.mark);
            }
            Relation::OneOfSame => {
                one_of.valid = one_of.valid.or(there.valid);
                one_of.mark = one_of.mark.or(there.valid.and(there.mark));
            }
            Relation::Property => named = named.or(there.valid),
            Relation::OtherProperty => others = others.or(there.valid),
            Relation::AnyProperty => any = any.and(there.valid),
            Relation::Item => item = item.or(there.valid),
            Relation::OtherItem => other_items = other_items.or(there.valid),
            Relation::AnyItem => any_item = any_item.and(there.valid),
        }
    }
    let member = named.or(others).and(any);
    let element = item.or(other_items).and(any_item);
    let children = member.or(element);
    valid = valid.and(one_of.valid).and(children);
    mark = mark.and(one_of.mark).and(children);
    let unevaluated = ["unevaluatedProperties", "unevaluatedItems"];
    if unevaluated.iter().any(|keyword| node.value.get(keyword).is_some()) {
        valid = valid.and(mark);
    }
    Steps { valid, mark, stack: stack + 1 }
}

/// What the keywords of one schema cost that hold no subschemas, on a value so many levels down.
fn own(schema: &Value, level: usize) -> (Amount, Amount) {
    let one = Amount { steps: 1, states: 0 };
    let Value::Object(schema) = schema else {
        return if level == 0 { (one, one) } else { Default::default() };
    };
    if level == 0 {
        let steps = keywords::own_steps(schema);
        let states = patterns::on_text(schema);
        return (Amount { steps, states }, one);
    }
    let valid = Amount {
        steps: if schema.contains_key("uniqueItems") { UNIQUE } else { 0 },
        states: if level == 1 { patterns::on_names(schema) } else { 0 },
    };
    (valid, Amount::default())
}

/// Steps to compile all subschemas: `unevaluated…` compiles what it stands beside once more.
fn compiling(document: &Document<'_>) -> u64 {
    let mut costs = vec![(1_u64, 1_u64); document.nodes.len()];
    let mut total: u64 = 0;
    for index in (0..document.nodes.len()).rev() {
        let node = &document.nodes[index];
        let (mut once, mut again) = (1_u64, 1_u64);
        for &(relation, child) in &node.edges[..node.children] {
            if relation == Relation::Unused {
                continue;
            }
            // Children stand behind their parents, except those a reference had found before.
            let (child_once, child_again) = costs[child];
            once = once.saturating_add(child_once);
            if relation == Relation::Same {
                again = again.saturating_add(child_once).saturating_add(child_again);
            }
        }
        let unevaluated = ["unevaluatedProperties", "unevaluatedItems"];
        if let Value::Object(schema) = node.value
            && unevaluated.iter().any(|keyword| schema.contains_key(*keyword))
        {
            once = once.saturating_add(again);
        }
        costs[index] = (once, again);
        total = total.max(once);
    }
    total
}
