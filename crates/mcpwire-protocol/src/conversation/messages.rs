//! Requests, responses and what is neither; opening, closing and forgetting exchanges.

use std::borrow::Cow;
use std::time::Duration;

use super::Conversation;
use super::answer::{self, Answer};
use super::exchange::{Closing, Ending, Exchange, Keys};
use super::link::{Continues, Link, Opened, Overflow, Reference, Timing};
use super::register::Holder;
use super::threads::Claim;
use crate::direction::Direction;
use crate::excerpt::{LONGEST, start_of};
use crate::jsonrpc::{Id, Malformed, Outcome, Params, Request, Response};
use crate::lifecycle::HandshakeAnswer;
use crate::method::Method;
use crate::revision::Revision;

impl Conversation {
    pub(super) fn request(
        &mut self,
        direction: Direction,
        now: Duration,
        request: &Request<'_>,
    ) -> Link {
        self.open_exchange(direction, now, request.id, &request.method(), &request.params)
    }

    pub(super) fn response(
        &mut self,
        direction: Direction,
        now: Duration,
        response: &Response<'_>,
    ) -> Link {
        match response.id {
            Some(id) => self.answer(direction, now, id, Some(&response.outcome)),
            None => Link::AnswerWithoutId,
        }
    }

    /// Something malformed still belongs somewhere if it has an id: it answers an exchange, or it
    /// asks for something and gets an error for answer.
    pub(super) fn malformed(
        &mut self,
        direction: Direction,
        now: Duration,
        malformed: &Malformed<'_>,
    ) -> Link {
        let Some(id) = malformed.id else {
            return Link::Malformed;
        };
        let method = malformed.method.and_then(|method| method.as_string());
        let asked = self.ids.find(direction.reverse(), &id.key());
        match (&method, asked) {
            (None, Some(Holder::Open(_))) => self.answer(direction, now, id, None),
            (None, _) if direction == Direction::ServerToClient => Link::Malformed,
            _ => {
                let method = method.unwrap_or_default();
                self.open_exchange(direction, now, id, &method, &Params::default())
            }
        }
    }

    fn open_exchange(
        &mut self,
        direction: Direction,
        now: Duration,
        id: Id<'_>,
        method: &str,
        params: &Params<'_>,
    ) -> Link {
        let overflow = if id.as_str().len() > self.limits.key_bytes {
            Some(Overflow::LongId)
        } else {
            (self.open >= self.limits.open).then_some(Overflow::Open)
        };
        if let Some(overflow) = overflow {
            self.has_gaps = true;
            return Link::Overflow(overflow);
        }
        let number = self.next;
        self.next += 1;
        let known = Method::named(method);
        let claim = known.map(|method| self.threads.claim(direction, method, params));
        let Claim { continues, shape } =
            claim.unwrap_or(Claim { continues: Continues::Nothing, shape: None });
        let token = self.token(params);
        let keys =
            Keys { token: token.as_ref().map(|token| token.key()), shape, ..Keys::default() };
        let id = id.key();
        let id_in_use = self.ids.open(direction, id.clone(), number);
        let token_in_use =
            keys.token.clone().and_then(|token| self.tokens.open(direction, token, number));
        let exchange = Exchange {
            number,
            direction,
            id,
            method: known.map_or_else(
                || Cow::Owned(start_of(method, LONGEST).to_owned()),
                |known| known.name().into(),
            ),
            known,
            revision: self.revision_of(known, params),
            opened: now,
            closed: None,
            late: None,
            acknowledged: false,
            operation: self.join(number, continues),
            keys,
        };
        self.exchanges.insert(number, exchange);
        self.open += 1;
        Link::Opened(Opened { exchange: number, continues, id_in_use, token_in_use })
    }

    /// The progress token of a request, if it is one and not too long to be kept.
    fn token<'a>(&mut self, params: &Params<'a>) -> Option<Id<'a>> {
        let token = params.meta.progress_token.and_then(Id::new)?;
        let fits = token.as_str().len() <= self.limits.key_bytes;
        self.has_gaps |= !fits;
        fits.then_some(token)
    }

    fn revision_of(&mut self, method: Option<Method>, params: &Params<'_>) -> Option<Revision> {
        match (params.meta.protocol_version, method) {
            (Some(version), _) => {
                let named = Revision::named(&version.as_string()?);
                self.named = named.or(self.named);
                named
            }
            // Its answer tells.
            (None, Some(Method::Initialize)) => None,
            (None, _) => self.revision(),
        }
    }

    /// The number of the act that a new exchange belongs to.
    fn join(&mut self, number: u64, continues: Continues) -> u64 {
        let (Continues::Round(earlier) | Continues::Task(earlier)) = continues else {
            return number;
        };
        let Some(operation) = self.exchanges.get(&earlier).map(|earlier| earlier.operation) else {
            return number;
        };
        self.threads.join(operation, earlier, number);
        operation
    }

    /// Takes in an answer; `None` for one that is no valid response.
    fn answer(
        &mut self,
        direction: Direction,
        now: Duration,
        id: Id<'_>,
        outcome: Option<&Outcome<'_>>,
    ) -> Link {
        let holder = self.ids.find(direction.reverse(), &id.key());
        let Some((number, is_open)) = holder.map(Holder::parts) else {
            return self.unknown(Reference::Request);
        };
        let Some(exchange) = self.exchanges.get_mut(&number) else {
            return self.unknown(Reference::Request);
        };
        let facts = outcome.map(|outcome| answer::read(outcome, exchange.known));
        let answer = facts.as_ref().map_or(Answer::Malformed, |facts| facts.answer);
        if !is_open {
            let timing = match (exchange.late.replace(answer), exchange.closed) {
                (None, Some(Closing { ending: Ending::Cancelled(_), .. })) => {
                    Timing::AfterCancellation
                }
                (None, Some(Closing { ending: Ending::GivenUp, .. })) => Timing::AfterGivingUp,
                (late, _) => {
                    exchange.late = late;
                    Timing::Duplicate
                }
            };
            return Link::Answer { exchange: number, answer, timing };
        }
        if let Some(facts) = facts {
            if answer == Answer::InputRequired {
                self.threads.asked_input(exchange, facts.request_state);
            }
            if let Some(task) = facts.task_id {
                self.threads.created_task(exchange, task);
            }
        }
        if let (Some(Method::Initialize), Some(Outcome::Result(result))) = (exchange.known, outcome)
        {
            let chosen = HandshakeAnswer::read(*result).and_then(|answer| answer.revision);
            exchange.revision = chosen;
            self.handshake = chosen.or(self.handshake);
        }
        self.close(number, now, Ending::Answered(answer));
        Link::Answer { exchange: number, answer, timing: Timing::InTime }
    }

    /// Ends an open exchange, and forgets the oldest ended ones beyond the limit.
    pub(super) fn close(&mut self, number: u64, now: Duration, ending: Ending) {
        let Some(exchange) = self.exchanges.get_mut(&number) else { return };
        exchange.closed = Some(Closing { at: now, ending });
        self.ids.close(exchange.direction, &exchange.id, number);
        if let Some(token) = &exchange.keys.token {
            self.tokens.close(exchange.direction, token, number);
        }
        self.open -= 1;
        self.totals.count_ending(ending);
        self.history.push_back(number);
        while self.history.len() > self.limits.closed {
            self.forget_oldest();
        }
    }

    fn forget_oldest(&mut self) {
        let oldest = self.history.pop_front().and_then(|number| self.exchanges.remove(&number));
        let Some(exchange) = oldest else { return };
        self.has_gaps = true;
        self.ids.forget(exchange.direction, &exchange.id, exchange.number);
        if let Some(token) = &exchange.keys.token {
            self.tokens.forget(exchange.direction, token, exchange.number);
        }
        self.threads.forget(&exchange);
    }

    pub(super) fn unknown(&self, reference: Reference) -> Link {
        Link::Unknown { reference, certain: !self.has_gaps }
    }
}
