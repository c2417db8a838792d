use std::error::Error;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::InputRequest;
use serde_json::Value;
use serde_json::value::RawValue;

use super::question::{Question, declares};
use super::state::{Bound, invalid};
use crate::server::failure::Failure;
use crate::server::registry::Registry;
use crate::server::tool_call::Call;

/// The capabilities of a client that can be asked for something.
const ASKABLE: [&str; 3] = ["elicitation", "sampling", "roots"];

fn bound(call: &Call<'_>) -> Option<Bound> {
    Some(Bound::to(call, Method::named(&call.request.method())?))
}

/// The rounds of one request: what was answered, and what is asked in this one.
#[derive(Debug)]
pub(crate) struct Rounds {
    bound: Option<Bound>,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Everything that the client has sent, in this round or before.
    answers: IndexMap<String, Box<RawValue>>,
    /// The keys under which an answer was read, which later rounds need again.
    read: Vec<String>,
    asked: IndexMap<String, InputRequest>,
}

impl Rounds {
    /// A request that brings nothing from earlier rounds.
    pub(crate) fn first(call: &Call<'_>) -> Self {
        // Most clients can be asked for nothing, and then nothing is kept.
        let offers = |text: Text<'_>| ASKABLE.iter().any(|name| text.get(name).is_some());
        let can_be_asked = call.request.params.meta.client_capabilities.is_some_and(offers);
        let bound = (can_be_asked && call.revision.is_modern()).then(|| bound(call)).flatten();
        Rounds { bound, known: Mutex::default() }
    }

    /// Reads what a request brings from earlier rounds.
    ///
    /// # Errors
    ///
    /// The refusal of a state that was not made for this request.
    pub(crate) fn again(call: &Call<'_>) -> Result<Self, RpcError> {
        let params = &call.request.params;
        let Some(bound) = bound(call).filter(|_| call.revision.is_modern()) else {
            return Ok(Rounds { bound: None, known: Mutex::default() });
        };
        let registry = &call.endpoint.registry;
        let mut known = Known::default();
        if let Some(state) = params.get("requestState") {
            let text = state.as_string().ok_or_else(invalid)?;
            known.answers = bound.open(&text, &registry.seal)?;
        }
        let responses = params.get("inputResponses").filter(|it| it.kind() == Kind::Object);
        for (key, answer) in responses.into_iter().flat_map(Text::members) {
            let answer =
                RawValue::from_string(answer.as_str().to_owned()).map_err(|_| invalid())?;
            known.answers.insert(key.name().into_owned(), answer);
        }
        Ok(Rounds { bound: Some(bound), known: Mutex::new(known) })
    }

    /// Rounds that go on after their process has ended.
    pub(crate) fn with_answers(answers: IndexMap<String, Box<RawValue>>) -> Self {
        let known = Known { answers, ..Known::default() };
        Rounds { bound: None, known: Mutex::new(known) }
    }

    /// The answers that were read so far.
    pub(crate) fn read_answers(&self) -> IndexMap<String, Box<RawValue>> {
        let known = self.known();
        let read = known.answers.iter().filter(|(key, _)| known.read.contains(key));
        read.map(|(key, answer)| (key.clone(), answer.clone())).collect()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer under `key`, or the question is put down for the client.
    pub(crate) fn ask<Q: Question>(
        &self,
        key: &str,
        question: &Q,
        client: &Client<'_>,
    ) -> Result<Option<Q::Answer>, Failure> {
        let mut known = self.known();
        if let Some(answer) = known.answers.get(key)
            && let Ok(text) = Text::parse(answer.get())
            // An answer that does not fit is as good as none: it is asked for again.
            && let Ok(answer) = question.read(text)
        {
            known.read.push(key.to_owned());
            return Ok(Some(answer));
        }
        client.must_take(question)?;
        known.asked.insert(key.to_owned(), question.request()?);
        Ok(None)
    }

    /// Takes what was asked in this round.
    pub(crate) fn take_asked(&self) -> IndexMap<String, InputRequest> {
        std::mem::take(&mut self.known().asked)
    }

    /// An answer came in within this request, from a legacy client.
    pub(crate) fn give(&self, key: String, answer: &str) {
        if let Ok(answer) = RawValue::from_string(answer.to_owned()) {
            self.known().answers.insert(key, answer);
        }
    }

    /// The state that the next round must bring back.
    pub(crate) fn seal(&self, registry: &Registry) -> Option<String> {
        let bound = self.bound.as_ref()?;
        let mut known = self.known();
        let Known { answers, read, .. } = &mut *known;
        let mut needed = std::mem::take(answers);
        needed.retain(|key, _| read.contains(key));
        Some(bound.seal(needed, &registry.seal, registry.state_limits))
    }
}

/// The client as far as it can be asked.
pub(crate) struct Client<'a> {
    pub revision: Revision,
    pub capabilities: Option<&'a Value>,
}

impl Client<'_> {
    /// Whether the client declared what the question needs.
    pub(crate) fn takes<Q: Question>(&self, question: &Q) -> bool {
        let declared = self.capabilities.is_some_and(|it| declares(it, &question.needs()));
        declared && self.revision >= question.since()
    }

    /// -32021 if it did not.
    pub(crate) fn must_take<Q: Question>(&self, question: &Q) -> Result<(), Failure> {
        if self.takes(question) {
            return Ok(());
        }
        let needs = question.needs();
        let text = format!("This needs a client that declares the capability {needs}.");
        let error = RpcError::refusal(reason!("capability-required"), text);
        Err(error.with("requiredCapabilities", needs).into())
    }
}

/// Why a handler ends early: the client is asked first.
#[derive(Debug)]
pub(crate) struct AwaitsInput;

impl fmt::Display for AwaitsInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("An answer of the client is awaited")
    }
}

impl Error for AwaitsInput {}
