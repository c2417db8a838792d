//! The steps of one instance counted along the schema, for those that the bound by levels refuses.
//!
//! The bound by levels does not know which member has which name, so it is high for schemas with
//! many alternatives. Here each value has the set of schemas that look at it, each with the number
//! of paths on which it does. That number, not the paths, is what is walked.

use std::collections::BTreeMap;

use jsonschema::Draft;
use serde_json::Value;

use crate::budget::TEXT;
use crate::cost::UNIQUE;
use crate::document::Document;
use crate::keywords::{self, Relation, Step};
use crate::limits::Limits;
use crate::{order, patterns, references};

/// Counting may take this part of the work that it counts.
const SHARE: u64 = 10;

/// The steps, if they stay within the limit and can be counted.
pub(crate) fn steps(
    schema: &Value,
    draft: Draft,
    limits: &Limits,
    instance: &Value,
) -> Option<u64> {
    let mut document = Document::read(schema, draft, limits).ok()?;
    references::resolve(&mut document).ok()?;
    let unevaluated = ["unevaluatedProperties", "unevaluatedItems"];
    if document
        .nodes
        .iter()
        .any(|node| unevaluated.iter().any(|keyword| node.value.get(*keyword).is_some()))
    {
        // They look again at what was looked at, which paths do not show.
        return None;
    }
    let order = order::of_evaluation(&document).ok()?;
    let mut ranks = vec![0; document.nodes.len()];
    for (rank, &node) in order.iter().enumerate() {
        ranks[node] = rank;
    }
    let mut count = Count {
        active: BTreeMap::from([(ranks[0], 1)]),
        document,
        order,
        ranks,
        limits,
        steps: 0,
        spent: 0,
    };
    count.value(instance, 0, "", 0)?;
    Some(count.steps)
}

struct Count<'a> {
    document: Document<'a>,
    order: Vec<usize>,
    ranks: Vec<usize>,
    limits: &'a Limits,
    /// The schemas that begin at the next value, by rank, with the number of paths to each.
    active: BTreeMap<usize, u64>,
    steps: u64,
    spent: u64,
}

impl Count<'_> {
    fn add(&mut self, steps: u64) -> Option<()> {
        self.steps = self.steps.saturating_add(steps);
        (self.steps <= self.limits.work).then_some(())
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.spent = self.spent.saturating_add(steps as u64);
        (self.spent <= self.limits.work / SHARE).then_some(())
    }

    /// Counts one value, whose schemas are in `active`, and what is in it. `compared` is how many
    /// comparisons take the whole value.
    fn value(&mut self, value: &Value, level: usize, name: &str, compared: u64) -> Option<()> {
        if level > self.limits.instance_depth {
            return None;
        }
        let text = name.len() + value.as_str().map_or(0, str::len);
        let weight = 1 + (text / TEXT) as u64;
        self.add(compared.saturating_mul(weight))?;
        let names = value.as_object().map_or(0, |members| members.keys().map(String::len).sum());
        let looking = self.looking(text as u64, names as u64, weight)?;
        let unique = |sum: u64, &(node, paths): &(usize, u64)| match self.document.nodes[node]
            .value
            .get("uniqueItems")
        {
            Some(_) => sum.saturating_add(paths.saturating_mul(UNIQUE)),
            None => sum,
        };
        let compared = looking.iter().fold(compared, unique);
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.children(&looking, Child::Item(index))?;
                    if compared > 0 || !self.active.is_empty() {
                        self.value(item, level + 1, "", compared)?;
                    }
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    self.children(&looking, Child::Member(name))?;
                    if compared > 0 || !self.active.is_empty() {
                        self.value(member, level + 1, name, compared)?;
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    /// All schemas that look at the value, each with its number of paths; empties `active`.
    fn looking(&mut self, text: u64, names: u64, weight: u64) -> Option<Vec<(usize, u64)>> {
        let mut looking = Vec::new();
        // Those that need others stand behind them in the order.
        while let Some((rank, paths)) = self.active.pop_last() {
            let node = self.order[rank];
            let (mut own, mut matching) = (1, 0);
            if let Value::Object(schema) = self.document.nodes[node].value {
                own = keywords::own_steps(schema);
                let on_text = patterns::on_text(schema).saturating_mul(text);
                let on_names = patterns::on_names(schema).saturating_mul(names);
                matching = on_text.saturating_add(on_names);
            }
            let steps = own.saturating_mul(weight).saturating_add(matching);
            self.add(steps.saturating_mul(paths))?;
            self.spend(1 + self.document.nodes[node].edges.len())?;
            for &(relation, target) in &self.document.nodes[node].edges {
                if matches!(relation, Relation::Same | Relation::OneOfSame) {
                    let sum = self.active.entry(self.ranks[target]).or_default();
                    *sum = sum.saturating_add(paths);
                }
            }
            looking.push((node, paths));
        }
        Some(looking)
    }

    /// Fills `active` with the schemas that begin at a child of the value.
    fn children(&mut self, looking: &[(usize, u64)], child: Child<'_>) -> Option<()> {
        for &(node, paths) in looking {
            self.spend(1 + self.document.nodes[node].edges.len())?;
            for &(relation, target) in &self.document.nodes[node].edges {
                if child.is_under(relation, self.document.nodes[target].step) {
                    let sum = self.active.entry(self.ranks[target]).or_default();
                    *sum = sum.saturating_add(paths);
                }
            }
        }
        Some(())
    }
}

#[derive(Clone, Copy)]
enum Child<'a> {
    Item(usize),
    Member(&'a str),
}

impl Child<'_> {
    /// Whether a subschema may look at this child.
    fn is_under(self, relation: Relation, step: Step<'_>) -> bool {
        match (self, relation) {
            (Child::Item(_), Relation::OtherItem | Relation::AnyItem) => true,
            (Child::Member(_), Relation::OtherProperty | Relation::AnyProperty) => true,
            (Child::Item(index), Relation::Item) => match step {
                Step::Index(_, place) => index == place,
                _ => true,
            },
            (Child::Member(name), Relation::Property) => match step {
                Step::Name(_, known) => name == known,
                _ => true,
            },
            _ => false,
        }
    }
}
