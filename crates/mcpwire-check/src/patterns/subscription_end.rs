//! The end of a subscription: the answer to `subscriptions/listen`.

use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::Id;

use crate::answered::Answered;
use crate::asked::wishes::Listen;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

const TAG: &str = "io.modelcontextprotocol/subscriptionId";

impl Stream {
    /// Judges the result that ends a subscription.
    pub(crate) fn subscription_ended(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        (listen, result): (&Listen, Text<'_>),
    ) {
        if self.is_single {
            // That it should have been a stream is another rule.
        } else if listen.granted.is_none() {
            let seen = "The subscription ends without having been acknowledged.".to_owned();
            let advice = "Send `notifications/subscriptions/acknowledged` first.";
            let at = here.member(result, "/result");
            desk.blame(here, Exchange::SubAckMissing, at, seen, advice);
        } else {
            desk.evidence.occasion(Exchange::SubAckMissing);
        }
        let tag = result.get("_meta").and_then(|meta| meta.get(TAG));
        if let Some((text, id)) = tag.and_then(|tag| Some((tag, Id::new(tag)?))) {
            if id.key() == one.asked.id {
                desk.evidence.occasion(Exchange::SubResultTag);
            } else {
                let seen =
                    format!("`subscriptionId` is {id:.40}, but the id is {:.40}.", one.asked.id);
                let advice = "Repeat the id of the `subscriptions/listen` request, as it came.";
                let at = here.at(text, Pointer::spelled("/result/_meta").member(TAG));
                desk.blame(here, Exchange::SubResultTag, at, seen, advice);
            }
        }
        let mut members = result.members().map(|(key, value)| (key.name(), value));
        let extra = members.find(|(key, _)| !matches!(&**key, "resultType" | "_meta"));
        let Some((key, value)) = extra else {
            return desk.evidence.occasion(Exchange::SubResultMore);
        };
        let seen = format!("The result has the member {:.60?}.", &*key);
        let at = here.at(value, Pointer::spelled("/result").member(&key));
        let advice = "End a subscription with `resultType` and `_meta` only.";
        desk.blame(here, Exchange::SubResultMore, at, seen, advice);
    }
}
