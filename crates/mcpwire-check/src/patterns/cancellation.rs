//! Cancellations: what the server may cancel, and that a cancelled request is left alone.

use std::time::Duration;

use mcpwire_protocol::conversation::{Link, Reference};
use mcpwire_protocol::jsonrpc::Id;
use mcpwire_protocol::rules::Level;

use super::notice::Notice;
use crate::asked::wishes::LogWish;
use crate::checker::Desk;
use crate::finding::sender;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Carrier, Stream};

impl Stream {
    /// The client cancels a request.
    pub(crate) fn cancelled(&mut self, desk: &mut Desk, exchange: u64) {
        let Some(asked) = self.asked.remove(&exchange) else { return };
        self.logs_ended[1] |= asked.logs != LogWish::None;
        if self.carrier == Carrier::Lines && asked.revision.is_modern() {
            desk.evidence.occasion(Exchange::AnsweredCancelled);
            desk.evidence.occasion(Exchange::AfterCancellation);
        }
    }

    /// The server cancels something.
    pub(crate) fn server_cancelled(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        notice: &Notice<'_, '_>,
    ) {
        let id = notice.notification.params.get("requestId").and_then(Id::new);
        let Some(id) = id else { return };
        match notice.link {
            Link::Cancellation { exchange, .. } => {
                self.asked.remove(exchange);
                desk.evidence.occasion(Exchange::CancelNotListen);
            }
            Link::Unknown { reference: Reference::Cancelled, certain: true }
                if self.knows_all() =>
            {
                let at = here.member(id.text(), "/params/requestId");
                let seen = format!("The id {id:.40} is that of no subscription.");
                let advice = "Cancel nothing but a subscription that the client has opened.";
                desk.blame(here, Exchange::CancelNotListen, at, seen, advice);
            }
            _ => {}
        }
    }

    /// An answer to a request that was cancelled at that time.
    pub(crate) fn answer_after_cancellation(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        exchange: u64,
    ) {
        let exchange = self.conversation.exchange(exchange);
        let known = exchange.filter(|exchange| exchange.known.is_some());
        let Some(closing) = known.and_then(|exchange| exchange.closed) else { return };
        let listens = known.is_some_and(|exchange| {
            exchange.known == Some(mcpwire_protocol::method::Method::SubscriptionsListen)
        });
        // The end of a subscription may be told twice.
        if listens || !here.revision.is_modern() || !self.is_late(desk, closing.at) {
            return;
        }
        let seen = format!("The request was cancelled {} before.", self.since(closing.at));
        let advice = "Stop the work that was cancelled, and send no answer for it.";
        desk.blame(here, Exchange::AnsweredCancelled, here.whole(), seen, advice);
    }

    /// Something else for a request that was cancelled at that time. The server may be unable to
    /// stop it, so that this weighs less than the page says.
    pub(crate) fn after_cancellation(&self, desk: &mut Desk, here: &Here<'_>, at: Duration) {
        if self.carrier != Carrier::Lines || !self.is_late(desk, at) {
            return;
        }
        let seen = format!("The request was cancelled {} before.", self.since(at));
        let advice = "Send nothing more for a request that was cancelled.";
        let place = (sender(Some(here.direction)), here.whole());
        let finding =
            desk.broken(Exchange::AfterCancellation, here.revision, place, (seen, advice));
        desk.add(finding.map(|finding| finding.at_most(Level::Should)));
    }

    /// Whether the cancellation is so long ago that this cannot have crossed it.
    pub(crate) fn is_late(&self, desk: &Desk, at: Duration) -> bool {
        self.now.saturating_sub(at) > desk.options.patience
    }

    fn since(&self, at: Duration) -> String {
        format!("{:.1} s", self.now.saturating_sub(at).as_secs_f64())
    }
}
