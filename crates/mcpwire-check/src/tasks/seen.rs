//! What was seen of tasks.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The tasks of a server, by the marks of their ids.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    seen: HashMap<u64, Seen>,
}

/// A task, as far as it was seen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// When and for how long it was promised, if it was created in the evidence.
    pub(crate) created: Option<Created>,
    /// The last status that ends a task, with the number of the event that told it.
    pub(crate) ended: Option<(Box<str>, u64)>,
    /// Whether the server has found it.
    pub(crate) was_found: bool,
    /// What each key asks for.
    pub(crate) inputs: HashMap<u64, Input>,
}

/// The promise of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Created {
    pub(crate) event: u64,
    /// Whether it stands for the result of a tool.
    pub(crate) is_tool: bool,
    /// Until when it is kept at least; `None` for ever.
    pub(crate) until: Option<Duration>,
}

/// A request for input that a task has made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input {
    pub(crate) asks: u64,
    pub(crate) was_answered: bool,
    /// Whether it was left out after it was answered.
    pub(crate) is_gone: bool,
}

/// How many tasks, and how many keys of each, are remembered.
const MOST_TASKS: usize = 512;
const MOST_INPUTS: usize = 32;

impl Tasks {
    /// A task that is known or becomes so; when there are too many, all are forgotten.
    pub(crate) fn entry(&mut self, id: u64) -> &mut Seen {
        if self.seen.len() >= MOST_TASKS && !self.seen.contains_key(&id) {
            self.seen.clear();
        }
        self.seen.entry(id).or_default()
    }

    pub(crate) fn get_mut(&mut self, id: u64) -> Option<&mut Seen> {
        self.seen.get_mut(&id)
    }

    pub(crate) fn get(&self, id: u64) -> Option<&Seen> {
        self.seen.get(&id)
    }

    pub(crate) fn lose(&mut self) {
        self.seen.clear();
    }
}

impl Seen {
    /// Enters what a key asks for, if there is room.
    pub(crate) fn ask(&mut self, key: u64, asks: u64) {
        if self.inputs.len() < MOST_INPUTS {
            let input = Input { asks, was_answered: false, is_gone: false };
            self.inputs.entry(key).or_insert(input);
        }
    }

    /// Enters which keys are still asked for.
    pub(crate) fn still(&mut self, keys: &HashSet<u64>) {
        for (key, input) in &mut self.inputs {
            input.is_gone |= input.was_answered && !keys.contains(key);
        }
    }
}
