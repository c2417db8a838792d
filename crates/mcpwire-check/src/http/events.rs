//! Event streams: an answer with what comes before it.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::framing::{SseItem, SseReader};
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::recording::SseEvent;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::Party;

use super::exchange::HttpExchange;
use super::posted::Kind;
use crate::asked::Spot;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Trust;

impl HttpExchange {
    pub(super) fn sse_event(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        event: &SseEvent<'_>,
        trust: Trust,
    ) {
        let kind = event.event.as_ref().map_or(&b""[..], |kind| kind.bytes());
        self.sse_data(desk, spot, (kind, event.data.as_ref().map(|data| data.bytes())), trust);
    }

    /// Takes in a piece of a stream that was recorded as bytes.
    pub(super) fn sse_bytes(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        reader: &mut SseReader,
        (bytes, trust): (&[u8], Trust),
    ) {
        if trust == Trust::Lost {
            desk.totals.skipped += 1;
            return self.stream.lose();
        }
        reader.push(bytes);
        while let Some(item) = reader.next_item() {
            match item {
                SseItem::Event { data, fields } => {
                    self.sse_data(desk, spot, (fields.kind(), Some(data)), trust);
                }
                SseItem::Comment { text } => self.after_final(desk, spot, "A comment", text),
                SseItem::TooLong { .. } => {
                    desk.totals.skipped += 1;
                    self.stream.lose();
                }
                SseItem::NoData { .. } | SseItem::Incomplete { .. } => {}
            }
        }
    }

    fn sse_data(
        &mut self,
        desk: &mut Desk,
        spot: &Spot,
        (kind, data): (&[u8], Option<&[u8]>),
        trust: Trust,
    ) {
        // Other kinds of event are none of the protocol's, and one without data is for resuming.
        let is_message = kind.is_empty() || kind == b"message";
        let Some(data) = data.filter(|data| is_message && !data.is_empty()) else { return };
        if self.is_answered && trust == Trust::Whole && !judges_itself(data) {
            self.after_final(desk, spot, "A message", data);
        }
        if self.message(desk, spot, data, trust) {
            self.served(desk, data);
            if self.is_modern() {
                desk.evidence.occasion(Exchange::SseAfterFinal);
                desk.evidence.occasion(Exchange::SseNoResponse);
            }
        }
    }

    /// Something comes on the stream, which the answer should have ended.
    pub(super) fn after_final(&self, desk: &mut Desk, spot: &Spot, what: &str, bytes: &[u8]) {
        if !self.is_answered || !self.is_modern() {
            return;
        }
        let direction = Direction::ServerToClient;
        let (revision, trust) = (Revision::LATEST, Trust::Whole);
        let here = Here { spot, direction, bytes, revision, trust, answers: None };
        let seen = format!("{what} comes after the answer.");
        let advice = "End the stream with the answer.";
        desk.blame(&here, Exchange::SseAfterFinal, here.whole(), seen, advice);
    }

    /// The server ended its event stream.
    pub(super) fn stream_ended(&mut self, desk: &mut Desk) {
        let waits = self.posted.kind == Kind::Request && !self.stream.asked.is_empty();
        if !waits || !self.is_modern() || self.is_answered {
            return;
        }
        if self.posted.method == Some(Method::SubscriptionsListen) {
            let seen = "The server ends the subscription without a result.".to_owned();
            let advice = "Answer `subscriptions/listen` before the stream is closed.";
            return self.blame(desk, Exchange::SubServerEnd, "", seen, advice);
        }
        let seen = "The server ends the stream without an answer.".to_owned();
        let advice = "Send the answer before the stream is closed.";
        self.blame(desk, Exchange::SseNoResponse, "", seen, advice);
    }

    /// Enters that the server breaks a rule, as the head of its response shows.
    pub(super) fn blame(
        &self,
        desk: &mut Desk,
        rule: Exchange,
        field: &str,
        seen: String,
        advice: &'static str,
    ) {
        let Some((head, _)) = &self.response else { return };
        let place = head.at(Direction::ServerToClient, field);
        let place = (Party::Server, place);
        let finding = desk.broken(rule, Revision::LATEST, place, (seen, advice));
        desk.add(finding);
    }
}

/// Whether a late message has a rule of its own: another answer, progress, a log message.
fn judges_itself(data: &[u8]) -> bool {
    match Incoming::parse(data) {
        Incoming::Notification(notice) => {
            let method = Method::named(&notice.method());
            matches!(method, Some(Method::Progress | Method::LogMessage))
        }
        Incoming::Response(_) | Incoming::Malformed(_) => true,
        Incoming::Request(_) => false,
    }
}
