//! Progress: whose it is, and that it rises.

use mcpwire_protocol::conversation::{Ending, Link, Reference};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::Id;

use super::notice::Notice;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Carrier, Stream};

impl Stream {
    pub(crate) fn progress(&mut self, desk: &mut Desk, here: &Here<'_>, notice: &Notice<'_, '_>) {
        self.scoped_tag(desk, here, notice);
        let token = notice.notification.params.get("progressToken");
        let Some(token) = token.and_then(Id::new) else { return };
        match notice.link {
            Link::Progress { exchange, is_open: true } => {
                for rule in
                    [Exchange::ProgressUnknown, Exchange::ProgressType, Exchange::ProgressAfter]
                {
                    desk.evidence.occasion(rule);
                }
                self.rises(desk, here, *exchange, notice.notification.params.get("progress"));
                self.on_listen(desk, here, *exchange);
            }
            Link::Progress { exchange, is_open: false } => {
                self.late_progress(desk, here, *exchange, token);
            }
            Link::Unknown { reference: Reference::ProgressToken, certain: true }
                if self.knows_all() =>
            {
                self.unknown_token(desk, here, token);
            }
            _ => {}
        }
    }

    fn rises(&mut self, desk: &mut Desk, here: &Here<'_>, exchange: u64, value: Option<Text<'_>>) {
        let asked = self.asked.get_mut(&exchange);
        let progress = asked.and_then(|asked| asked.progress.as_deref_mut());
        let Some(progress) = progress.filter(|progress| !progress.is_shared) else { return };
        let Some(value) = value else { return };
        let Ok(number) = value.as_str().parse::<f64>() else { return };
        let Some(last) = progress.last.replace(number) else { return };
        if number > last {
            return desk.evidence.occasion(Exchange::ProgressRises);
        }
        // Beyond this, neighbours look the same here.
        if number == last && number.abs() >= 9e15 {
            return;
        }
        let seen = format!("`progress` is {value:.40}, after {last}.");
        let at = here.member(value, "/params/progress");
        desk.blame(here, Exchange::ProgressRises, at, seen, "Let progress rise each time.");
    }

    /// Progress that comes on the stream of a subscription.
    fn on_listen(&self, desk: &mut Desk, here: &Here<'_>, exchange: u64) {
        let listens = self.asked.get(&exchange).is_some_and(|asked| asked.listen.is_some());
        if listens && self.carrier == Carrier::Http {
            let seen = "Progress comes on the stream of a subscription.".to_owned();
            let advice = "Send progress only on the response stream of a request at work.";
            desk.blame(here, Exchange::ScopedOnListen, here.whole(), seen, advice);
        }
    }

    fn late_progress(&self, desk: &mut Desk, here: &Here<'_>, exchange: u64, token: Id<'_>) {
        let exchange = self.conversation.exchange(exchange);
        let Some(closing) = exchange.and_then(|exchange| exchange.closed) else { return };
        match closing.ending {
            Ending::Answered(_) => {
                let seen = format!("The request with the token {token:.40} was answered before.");
                let at = here.member(token.text(), "/params/progressToken");
                let advice = "Send no progress after the answer.";
                desk.blame(here, Exchange::ProgressAfter, at, seen, advice);
            }
            Ending::Cancelled(_) => self.after_cancellation(desk, here, closing.at),
            Ending::GivenUp => {}
        }
    }

    fn unknown_token(&self, desk: &mut Desk, here: &Here<'_>, token: Id<'_>) {
        let at = here.member(token.text(), "/params/progressToken");
        let bare = |key: &str| key.trim_matches('"').to_owned();
        let own = bare(token.key().as_str());
        let open = self.asked.values().rev().take(64);
        let mut tokens = open.filter_map(|asked| asked.progress.as_deref());
        if let Some(other) = tokens.find(|progress| bare(progress.token.as_str()) == own) {
            let seen =
                format!("`progressToken` is {token:.40}, but the request has {:.40}.", other.token);
            let advice = "Repeat the token as it came: a string as a string, a number as a number.";
            return desk.blame(here, Exchange::ProgressType, at, seen, advice);
        }
        let (rule, seen) = match self.carrier {
            Carrier::Lines => {
                (Exchange::ProgressUnknown, format!("No request has the token {token:.40}."))
            }
            Carrier::Http => (
                Exchange::SseUnrelated,
                format!("The request of this stream has no token {token:.40}."),
            ),
        };
        let advice = "Send progress only for a request that gave its token, with that token.";
        desk.blame(here, rule, at, seen, advice);
    }
}
