//! What makes several exchanges one act: states and answers that come back, ids of tasks.

use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasher;

use super::exchange::Exchange;
use super::link::Continues;
use crate::direction::Direction;
use crate::json::Text;
use crate::jsonrpc::Params;
use crate::method::Method;
use crate::revision::Revision;

/// Texts of any length are kept as hashes, so that states of megabytes cost eight bytes.
#[derive(Debug, Default)]
pub(super) struct Threads {
    /// Exchanges that asked for input, by what their retry brings back.
    rounds: HashMap<u64, u64>,
    /// Exchanges that created a task, by its id.
    tasks: HashMap<u64, u64>,
    /// Operations of more than one exchange, by the number of the first.
    operations: HashMap<u64, BTreeSet<u64>>,
}

/// What a request says about where it belongs.
pub(super) struct Claim {
    pub(super) continues: Continues,
    pub(super) shape: Option<u64>,
}

#[derive(Hash)]
enum Mark<'a> {
    State(&'a str),
    Shape([Option<&'a str>; 4]),
    Task(&'a str),
}

impl Threads {
    fn hash(&self, sender: Direction, mark: &Mark<'_>) -> u64 {
        self.rounds.hasher().hash_one((sender, mark))
    }

    fn hash_task(&self, sender: Direction, id: Text<'_>) -> Option<u64> {
        Some(self.hash(sender, &Mark::Task(&id.as_string()?)))
    }

    fn hash_state(&self, sender: Direction, state: Text<'_>) -> Option<u64> {
        Some(self.hash(sender, &Mark::State(&state.as_string()?)))
    }

    /// What a request goes on with.
    pub(super) fn claim(&self, sender: Direction, method: Method, params: &Params<'_>) -> Claim {
        let about_task = matches!(
            method,
            Method::TasksGet | Method::TasksUpdate | Method::TasksCancel | Method::TasksResult
        );
        if about_task {
            let known = params.get("taskId").and_then(|id| self.task(sender, id));
            let continues = known.map_or(Continues::UnknownTask, Continues::Task);
            return Claim { continues, shape: None };
        }
        if !method.at(Revision::LATEST).is_some_and(|usage| usage.may_ask_input) {
            return Claim { continues: Continues::Nothing, shape: None };
        }
        let (mut state, mut responses) = (None, false);
        for (key, value) in params.text.into_iter().flat_map(Text::members) {
            match &*key.name() {
                "requestState" => state = Some(value),
                "inputResponses" => responses = true,
                _ => {}
            }
        }
        let parts = [
            Some(method.name()),
            params.name.map(Text::as_str),
            params.uri.map(Text::as_str),
            params.arguments.map(Text::as_str),
        ];
        let shape = self.hash(sender, &Mark::Shape(parts));
        let round = match state {
            Some(state) => self.hash_state(sender, state),
            None => Some(shape),
        };
        let known = round.and_then(|round| self.rounds.get(&round).copied());
        let continues = match (state.is_some() || responses, known) {
            (false, _) => Continues::Nothing,
            (true, Some(exchange)) => Continues::Round(exchange),
            (true, None) => Continues::UnknownRound,
        };
        Claim { continues, shape: Some(shape) }
    }

    /// The exchange that created a task.
    pub(super) fn task(&self, sender: Direction, id: Text<'_>) -> Option<u64> {
        self.tasks.get(&self.hash_task(sender, id)?).copied()
    }

    /// Remembers that an exchange asked for input. A retry is known by the state, or by its shape
    /// where there is none.
    pub(super) fn asked_input(&mut self, exchange: &mut Exchange, state: Option<Text<'_>>) {
        let key = match state {
            Some(state) => self.hash_state(exchange.direction, state),
            None => exchange.keys.shape,
        };
        if let Some(key) = key {
            self.rounds.insert(key, exchange.number);
            exchange.keys.round = Some(key);
        }
    }

    /// Remembers that an exchange created a task.
    pub(super) fn created_task(&mut self, exchange: &mut Exchange, id: Text<'_>) {
        if let Some(key) = self.hash_task(exchange.direction, id) {
            self.tasks.insert(key, exchange.number);
            exchange.keys.task = Some(key);
        }
    }

    /// Makes an exchange part of the act that another one belongs to.
    pub(super) fn join(&mut self, operation: u64, earlier: u64, later: u64) {
        let members = self.operations.entry(operation).or_default();
        members.insert(earlier);
        members.insert(later);
    }

    /// The numbers of the exchanges of an act of more than one.
    pub(super) fn members(&self, operation: u64) -> Option<&BTreeSet<u64>> {
        self.operations.get(&operation)
    }

    pub(super) fn forget(&mut self, exchange: &Exchange) {
        let number = exchange.number;
        let forget = |table: &mut HashMap<u64, u64>, key: Option<u64>| {
            if let Some(key) = key.filter(|key| table.get(key) == Some(&number)) {
                table.remove(&key);
            }
        };
        forget(&mut self.rounds, exchange.keys.round);
        forget(&mut self.tasks, exchange.keys.task);
        if let Some(members) = self.operations.get_mut(&exchange.operation) {
            members.remove(&number);
            if members.is_empty() {
                self.operations.remove(&exchange.operation);
            }
        }
    }
}
