//! The input that a task asks for: one request for each key.

use std::collections::HashSet;

use mcpwire_protocol::json::{Kind, Pointer, Text};

use crate::asked::mark_of;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// How many requests of one state are looked at.
const MOST: usize = 64;

impl Stream {
    /// Judges what a task asks for.
    pub(crate) fn task_inputs(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        task: u64,
        state: Text<'_>,
    ) {
        let seen = self.known.tasks.entry(task);
        let requests = state.get("inputRequests").into_iter().flat_map(Text::members);
        let mut keys = HashSet::new();
        for (key, request) in requests.take(MOST) {
            let name = key.name();
            let (mark, asks) = (mark_of(&name), meaning_of(request));
            keys.insert(mark);
            let Some(input) = seen.inputs.get(&mark).copied() else {
                seen.ask(mark, asks);
                continue;
            };
            let at = here.at(request, Pointer::spelled("/result/inputRequests").member(&name));
            let advice =
                "Give each request for input a key of its own, for as long as the task lives.";
            // An answer may not have arrived yet: only another request, or one that was gone, is new.
            if input.was_answered && (input.is_gone || input.asks != asks) {
                let said = format!("The key {:.60?} was answered before.", &*name);
                desk.blame(here, Exchange::TaskKeyReuse, at, said, advice);
            } else if input.asks != asks {
                let said = format!("The key {:.60?} asks for something else than before.", &*name);
                desk.blame(here, Exchange::TaskKeyUnique, at, said, advice);
            } else {
                desk.evidence.occasion(Exchange::TaskKeyUnique);
            }
        }
        if seen.inputs.values().any(|input| input.was_answered) {
            desk.evidence.occasion(Exchange::TaskKeyReuse);
        }
        seen.still(&keys);
    }

    /// The server has taken the input that the client brought.
    pub(crate) fn task_updated(&mut self, brought: &[u64], task: Option<u64>) {
        let Some(seen) = task.and_then(|task| self.known.tasks.get_mut(task)) else { return };
        for key in brought {
            if let Some(input) = seen.inputs.get_mut(key) {
                input.was_answered = true;
            }
        }
    }
}

/// A value as a number that does not depend on the order of members.
fn meaning_of(value: Text<'_>) -> u64 {
    let mut sum = 0_u64;
    let mut open = vec![(Pointer::root(), value)];
    while let Some((place, value)) = open.pop() {
        let kind = value.kind();
        let leaf = if matches!(kind, Kind::Object | Kind::Array) { "" } else { value.as_str() };
        sum = sum.wrapping_add(mark_of(&format!("{} {kind:?} {leaf}", place.as_str())));
        open.extend(value.members().map(|(key, value)| (place.member(&key.name()), value)));
        open.extend(value.elements().enumerate().map(|(at, value)| (place.element(at), value)));
    }
    sum
}
