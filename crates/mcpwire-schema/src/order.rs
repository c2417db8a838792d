//! The order in which schemas need each other, and the circles that have none.

use crate::document::Document;
use crate::error::SchemaError;
use crate::keywords::Relation;

/// How much of a circle is shown.
const SHOWN: usize = 8;

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// All schemas that the root can lead to, each behind those that look at the same value with it.
///
/// # Errors
///
/// [`SchemaError::CircularReference`] where schemas that look at the same value need each other.
pub(crate) fn of_evaluation(document: &Document<'_>) -> Result<Vec<usize>, SchemaError> {
    let mut states = vec![State::New; document.nodes.len()];
    let mut order = Vec::new();
    let mut roots = vec![0];
    while let Some(root) = roots.pop() {
        if states[root] == State::New {
            from(document, root, &mut states, &mut order, &mut roots)?;
        }
    }
    Ok(order)
}

/// A depth-first walk along the relations that stay on one value; the others become new roots.
fn from(
    document: &Document<'_>,
    root: usize,
    states: &mut [State],
    order: &mut Vec<usize>,
    roots: &mut Vec<usize>,
) -> Result<(), SchemaError> {
    let mut path = vec![(root, 0)];
    states[root] = State::Open;
    while let Some((node, next)) = path.last_mut() {
        let Some(&(relation, target)) = document.nodes[*node].edges.get(*next) else {
            states[*node] = State::Done;
            order.push(*node);
            path.pop();
            continue;
        };
        *next += 1;
        match (relation, states[target]) {
            (Relation::Unused, _) | (_, State::Done) => {}
            (Relation::Same | Relation::OneOfSame, State::New) => {
                states[target] = State::Open;
                path.push((target, 0));
            }
            (Relation::Same | Relation::OneOfSame, State::Open) => {
                return Err(circle(document, &path, target));
            }
            _ => roots.push(target),
        }
    }
    Ok(())
}

fn circle(document: &Document<'_>, path: &[(usize, usize)], target: usize) -> SchemaError {
    let start = path.iter().position(|&(node, _)| node == target).unwrap_or(0);
    SchemaError::CircularReference {
        pointer: document.pointer(path.last().map_or(target, |&(node, _)| node)),
        chain: path[start..].iter().take(SHOWN).map(|&(node, _)| document.pointer(node)).collect(),
    }
}
