//! Answers that answer nothing, or nobody knows what.

use mcpwire_protocol::conversation::{Answer, Ending};
use mcpwire_protocol::json::Pointer;
use mcpwire_protocol::jsonrpc::{ErrorCode, ErrorObject, IdKind, Malformed, Outcome, Response};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::Party;

use crate::checker::Desk;
use crate::finding::Finding;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Carrier, Stream};

impl Stream {
    pub(crate) fn duplicate(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        response: &Response<'_>,
        exchange: u64,
    ) {
        let first = self.conversation.exchange(exchange).and_then(|exchange| exchange.closed);
        let malformed = Ending::Answered(Answer::Malformed);
        if self.has_gaps || first.is_some_and(|closing| closing.ending == malformed) {
            return;
        }
        let Some(id) = response.id else { return };
        let seen = format!("The request with the id {id:.40} has its answer already.");
        let advice = "Answer each request once.";
        let place = (Party::Server, here.at(id.text(), Pointer::spelled("/id")));
        let finding = desk.broken(Exchange::Duplicate, here.revision, place, (seen, advice));
        desk.add(finding);
    }

    /// An error without an id: for a line that could not be read, or for something else.
    pub(crate) fn without_id(&mut self, desk: &mut Desk, here: &Here<'_>, error: &ErrorObject<'_>) {
        let code = |rule: Exchange, told: String, due: ErrorCode| {
            let seen = format!("`code` is {}, but {told} asks for {due}.", error.code);
            let place = error.text.get("code").unwrap_or(error.text);
            let at = here.at(place, Pointer::spelled("/error/code"));
            let advice =
                "Answer what is no JSON with -32700, and what is no valid request with -32600.";
            (rule, (Party::Server, at), (seen, advice))
        };
        let known = self.unread.iter().find(|unread| unread.due.code == error.code);
        if let Some(unread) = known {
            // Servers may answer the first of several only.
            desk.evidence.occasion(unread.rule());
            self.unread.retain(|unread| unread.due.code != error.code);
            return;
        }
        if self.answers_readable(error) {
            return;
        }
        if let Some(unread) = self.unread.pop_front() {
            if self.unread.is_empty() {
                let told = unread.spot.told();
                let (rule, place, words) = code(unread.rule(), told, unread.due.code);
                let finding = desk.broken(rule, unread.revision, place, words);
                let repeat = unread.text.repeat(self.command.as_deref());
                desk.add(finding.map(|finding| finding.repeat(repeat)));
            }
            self.unread.clear();
            return;
        }
        let malformed =
            self.asked.iter().find(|(_, asked)| asked.fault.is_some_and(|due| due.malformed));
        if let Some(exchange) = malformed.map(|(exchange, _)| *exchange) {
            self.conversation.give_up(exchange, self.now);
            self.asked.remove(&exchange);
            return;
        }
        // Over HTTP the head may be what is wrong, of which the body need not be read.
        let may_be_of_head =
            self.carrier == Carrier::Http && error.code == ErrorCode::INVALID_REQUEST;
        if may_be_of_head {
            for (exchange, _) in std::mem::take(&mut self.asked) {
                self.conversation.give_up(exchange, self.now);
            }
        } else if self.unreadable == 0 && self.begins && !self.has_gaps {
            self.error_for_what(desk, here);
        }
    }

    /// Takes an error as the answer to a line for which it is due and whose id could be read: it
    /// may be left out even then.
    fn answers_readable(&mut self, error: &ErrorObject<'_>) -> bool {
        let due = self.asked.iter().find(|(_, asked)| {
            asked.fault.is_some_and(|due| due.malformed && due.code == error.code)
        });
        let Some(exchange) = due.map(|(exchange, _)| *exchange) else { return false };
        self.conversation.give_up(exchange, self.now);
        self.asked.remove(&exchange);
        true
    }

    /// Whether a response with an id that no request had answers a line that was no message:
    /// servers take the id from broken text, or serve the messages of a batch.
    pub(crate) fn answers_unread(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        outcome: &Outcome<'_>,
    ) -> bool {
        match outcome {
            _ if self.unread.is_empty() => false,
            Outcome::Error(error) => {
                self.without_id(desk, here, error);
                true
            }
            Outcome::Result(_) => {
                let batch = self.unread.iter().any(|one| one.due.rule.as_str() == "jsonrpc-batch");
                if batch {
                    self.served_unread(desk, here);
                }
                batch
            }
        }
    }

    /// Whether something malformed of the server repeats an id that the client should not have
    /// used.
    pub(crate) fn repeats_bad_id(&self, malformed: &Malformed<'_>) -> bool {
        let about_id = |rule: &str| {
            matches!(rule, "id-null" | "id-type" | "id-fractional" | "result-id-mismatch")
        };
        let asked = self.unread.iter().any(|one| about_id(one.due.rule.as_str()));
        asked && malformed.id_kind != IdKind::Absent && about_id(malformed.fault.rule.as_str())
    }

    /// A line that is no request was served, or refused with the id that it should not have.
    pub(crate) fn served_unread(&mut self, desk: &mut Desk, here: &Here<'_>) {
        let Some(unread) = self.unread.pop_front() else { return };
        let told = unread.spot.told();
        let (rule, code) = (unread.due.rule, unread.due.code);
        let seen = format!(
            "This answers {told} ({rule}), for which an error {code} without an id is due."
        );
        let advice =
            "Answer what is no valid request with -32600, without an id that cannot be repeated.";
        let place = (Party::Server, here.whole());
        let finding = desk.broken(unread.rule(), unread.revision, place, (seen, advice));
        let repeat = unread.text.repeat(self.command.as_deref());
        desk.add(finding.map(|finding| finding.repeat(repeat)));
        // The other messages of a batch, and what else was unreadable, may be answered as well.
        self.unread.retain(|one| one.due.rule != rule);
        if rule.as_str() == "jsonrpc-batch" {
            self.has_gaps = true;
        }
    }

    /// An error without an id, though everything that the client sent could be read.
    fn error_for_what(&mut self, desk: &mut Desk, here: &Here<'_>) {
        let open = self.asked.iter().find(|(_, asked)| asked.plain_id).map(|(at, _)| *at);
        let (rule, seen, advice) = match (open, self.notifications) {
            (Some(exchange), 0) if self.asked.len() == 1 => {
                self.conversation.give_up(exchange, self.now);
                let asked = self.asked.remove(&exchange);
                if self.turned_away {
                    return;
                }
                let id = asked.map_or_else(String::new, |asked| asked.id.to_string());
                let seen =
                    format!("The error has no id, but the only open request has the id {id:.40}.");
                (Exchange::ErrorIdMissing, seen, "Repeat the id of the request.")
            }
            (None, 1..) if self.asked.is_empty() => {
                let seen =
                    "The error answers no request: none is open, and a notification came before.";
                let advice = "Answer no notification, not even one that is wrong.";
                (Exchange::NotificationAnswered, seen.to_owned(), advice)
            }
            _ => return,
        };
        let place = (Party::Server, here.whole());
        let finding = desk.broken(rule, here.revision, place, (seen, advice));
        desk.add(finding);
    }

    /// A response with an id that no request had.
    pub(crate) fn id_of_nobody(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        response: &Response<'_>,
    ) {
        let Some(id) = response.id else { return };
        if !self.begins {
            return;
        }
        let at = here.at(id.text(), Pointer::spelled("/id"));
        let bare = |key: &str| key.trim_matches('"').to_owned();
        let own = id.key();
        // Only the latest: more would cost a peer's flood of answers too much time.
        let mut latest = self.asked.iter().rev().take(64);
        let close = latest.find(|(_, asked)| bare(asked.id.as_str()) == bare(own.as_str()));
        if let Some((exchange, asked)) = close {
            let exchange = *exchange;
            let seen = format!("`id` is {id:.40}, but the request has {:.40}.", asked.id.as_str());
            let advice = "Repeat the id of the request as it came: a string as a string, a number as a number.";
            let revision = asked.revision;
            let finding =
                desk.broken(Exchange::IdTypeChanged, revision, (Party::Server, at), (seen, advice));
            self.conversation.give_up(exchange, self.now);
            self.asked.remove(&exchange);
            desk.add(finding);
            return;
        }
        let only = match (self.asked.len(), self.asked.first_key_value()) {
            (1, Some((exchange, asked))) => Some((*exchange, asked.id.to_string())),
            _ => None,
        };
        let (rule, seen, advice) = match &only {
            Some((_, open)) => (
                match response.outcome {
                    Outcome::Result(_) => Exchange::ResultIdMismatch,
                    Outcome::Error(_) => Exchange::ErrorIdMismatch,
                },
                format!("`id` is {id:.40}, but the only open request has {open:.40}."),
                "Repeat the id of the request, exactly as it was sent.",
            ),
            None => (
                Exchange::Unsolicited,
                format!("No open request has the id {id:.40}."),
                "Answer requests only, and each with its own id.",
            ),
        };
        let finding = desk.broken(rule, here.revision, (Party::Server, at), (seen, advice));
        let Some(finding) = finding else { return };
        match only {
            Some((exchange, _)) => {
                if let Some((_, earlier)) = self.stray.replace((exchange, finding)) {
                    self.unsolicited(desk, earlier);
                }
            }
            None => desk.add(finding),
        }
    }

    /// What looked like the answer to the one open request was none: that one came too.
    pub(crate) fn unsolicited(&self, desk: &mut Desk, finding: Finding) {
        let words = (
            "No open request has this id.".to_owned(),
            "Answer requests only, and each with its own id.",
        );
        let place = (Party::Server, finding.at);
        let finding = desk.broken(Exchange::Unsolicited, Revision::LATEST, place, words);
        desk.add(finding);
    }
}
