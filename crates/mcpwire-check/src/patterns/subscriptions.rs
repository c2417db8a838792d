//! News: only after the acknowledgement, tagged, and only of what was asked for.

use mcpwire_protocol::conversation::{Ending, Link, Reference};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::method::Method;

use super::notice::Notice;
use crate::asked::mark_of;
use crate::asked::wishes::{Filter, Listen};
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Carrier, Stream};

const TAG: &str = "/params/_meta/io.modelcontextprotocol~1subscriptionId";

impl Stream {
    /// A notification that is neither progress nor a log message nor a cancellation.
    pub(crate) fn news(&mut self, desk: &mut Desk, here: &Here<'_>, notice: &Notice<'_, '_>) {
        if !is_news(notice.method) {
            return;
        }
        match notice.link {
            Link::Subscription { exchange, is_open: true, acknowledged, .. } => {
                for rule in [Exchange::SubTagMissing, Exchange::SubTag, Exchange::SubAfterEnd] {
                    desk.evidence.occasion(rule);
                }
                if notice.method == Some(Method::TasksChanged) {
                    desk.evidence.occasion(Exchange::TaskNewsTag);
                }
                self.on_subscription(desk, here, notice, (*exchange, *acknowledged));
            }
            Link::Subscription { exchange, is_open: false, .. } => {
                self.after_end(desk, here, *exchange);
            }
            Link::Unknown { reference: Reference::Subscription, certain: true }
                if self.knows_all() =>
            {
                self.unknown_tag(desk, here, notice.notification.params.meta.subscription_id);
            }
            Link::Alone | Link::Task { .. } | Link::WithoutReference(_) | Link::Unknown { .. }
                if notice.notification.params.meta.subscription_id.is_none() =>
            {
                self.without_tag(desk, here, notice.method);
            }
            _ => {}
        }
        self.undeclared_news(desk, here, notice.method);
    }

    /// A subscription's tag on what belongs to a request at work.
    pub(crate) fn scoped_tag(&self, desk: &mut Desk, here: &Here<'_>, notice: &Notice<'_, '_>) {
        match notice.notification.params.meta.subscription_id {
            Some(tag) => {
                let seen = format!("It is tagged with the subscription {tag:.40}.");
                let advice = "Tag only news; progress and logs belong to a request at work.";
                desk.blame(here, Exchange::ScopedTag, here.member(tag, TAG), seen, advice);
            }
            None => desk.evidence.occasion(Exchange::ScopedTag),
        }
    }

    fn on_subscription(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        notice: &Notice<'_, '_>,
        (exchange, acknowledged): (u64, bool),
    ) {
        let offers = self.known.offers;
        let asked = self.asked.get_mut(&exchange).filter(|asked| asked.is_whole);
        let declares_tasks = asked.as_ref().and_then(|asked| asked.declared.tasks());
        let Some(listen) = asked.and_then(|asked| asked.listen.as_deref_mut()) else { return };
        if notice.method == Some(Method::SubscriptionsAcknowledged) {
            if acknowledged {
                let seen = "The subscription was acknowledged before.".to_owned();
                let advice = "Acknowledge a subscription once.";
                return desk.blame(here, Exchange::SubAckTwice, here.whole(), seen, advice);
            }
            desk.evidence.occasion(Exchange::SubAckTwice);
            let text = notice.notification.params.get("notifications");
            let granted = Filter::of(text);
            if let Some(text) = text {
                granting(desk, here, (text, &granted), listen);
                if let Some(offers) = offers {
                    offers.granting(desk, here, text, &granted);
                }
                if declares_tasks == Some(false) && offers.is_some_and(|offers| offers.tasks) {
                    undeclared_tasks(desk, here, text, listen);
                }
            }
            listen.granted = Some(granted);
            return;
        }
        if !acknowledged {
            let seen = "The subscription is not acknowledged yet.".to_owned();
            let advice = "Send `notifications/subscriptions/acknowledged` first.";
            return desk.blame(here, Exchange::SubBeforeAck, here.whole(), seen, advice);
        }
        desk.evidence.occasion(Exchange::SubBeforeAck);
        unasked(desk, here, notice, listen);
    }

    fn after_end(&self, desk: &mut Desk, here: &Here<'_>, exchange: u64) {
        let exchange = self.conversation.exchange(exchange);
        let Some(closing) = exchange.and_then(|exchange| exchange.closed) else { return };
        let is_over = match closing.ending {
            Ending::Answered(_) => true,
            Ending::Cancelled(_) => self.is_late(desk, closing.at),
            Ending::GivenUp => false,
        };
        if is_over {
            let seen = "The subscription has ended before.".to_owned();
            let advice = "Send nothing more for a subscription that has ended.";
            desk.blame(here, Exchange::SubAfterEnd, here.whole(), seen, advice);
        }
    }

    fn unknown_tag(&self, desk: &mut Desk, here: &Here<'_>, tag: Option<Text<'_>>) {
        let Some(tag) = tag else { return };
        let at = here.member(tag, TAG);
        if self.carrier == Carrier::Http && self.only().is_none_or(|one| one.listen.is_none()) {
            let seen = "News comes on a stream that is the answer to something else.".to_owned();
            let advice = "Send news only on the stream of `subscriptions/listen`.";
            return desk.blame(here, Exchange::SseUnrelated, at, seen, advice);
        }
        let seen = format!("No subscription has the id {tag:.40}.");
        let advice = "Tag news with the id of the `subscriptions/listen` request, as it came.";
        desk.blame(here, Exchange::SubTag, at, seen, advice);
    }

    fn without_tag(&self, desk: &mut Desk, here: &Here<'_>, method: Option<Method>) {
        if !self.knows_all() {
            return;
        }
        let listens = match self.carrier {
            Carrier::Lines => self.has_listened,
            Carrier::Http => self.only().is_some_and(|asked| asked.listen.is_some()),
        };
        let advice = "Tag news with the id of the `subscriptions/listen` request.";
        let (rule, seen) = match (listens, method, self.carrier) {
            (true, Some(Method::TasksChanged), _) => {
                (Exchange::TaskNewsTag, "The news of a task has no `subscriptionId`.")
            }
            (true, ..) => (Exchange::SubTagMissing, "The news has no `subscriptionId`."),
            (false, _, Carrier::Http) => {
                (Exchange::SseUnrelated, "News comes on the answer to something else.")
            }
            (false, ..) => (Exchange::SubUnrequested, "The client has opened no subscription."),
        };
        desk.blame(here, rule, here.whole(), seen.to_owned(), advice);
    }
}

fn is_news(method: Option<Method>) -> bool {
    matches!(
        method,
        Some(
            Method::SubscriptionsAcknowledged
                | Method::ToolsListChanged
                | Method::PromptsListChanged
                | Method::ResourcesListChanged
                | Method::ResourcesUpdated
                | Method::TasksChanged
        )
    )
}

/// What is acknowledged has to be among what was asked for.
fn granting(
    desk: &mut Desk,
    here: &Here<'_>,
    (text, granted): (Text<'_>, &Filter),
    listen: &Listen,
) {
    let Some(name) = granted.beyond(&listen.wants) else {
        let tasks = if listen.wants.tasks.is_empty() { None } else { Some(Exchange::TaskAck) };
        for rule in [Some(Exchange::SubAckMore), tasks].into_iter().flatten() {
            desk.evidence.occasion(rule);
        }
        return;
    };
    let rule = if name == "taskIds" { Exchange::TaskAck } else { Exchange::SubAckMore };
    let seen = format!("`{name}` is acknowledged beyond what was asked for.");
    let value = text.get(name).unwrap_or(text);
    let at = here.member(value, &format!("/params/notifications/{name}"));
    desk.blame(here, rule, at, seen, "Acknowledge only what the filter of the request names.");
}

/// A subscription to tasks has to be refused where the client does not declare the extension.
fn undeclared_tasks(desk: &mut Desk, here: &Here<'_>, text: Text<'_>, listen: &Listen) {
    if listen.wants.tasks.is_empty() {
        return;
    }
    let seen = "The request names `taskIds` without declaring the extension for tasks.".to_owned();
    let advice = "Refuse it with -32021.";
    let at = here.member(text, "/params/notifications");
    desk.blame(here, Exchange::TaskListen, at, seen, advice);
}

/// News has to be of a kind that was asked for, and agreed to.
fn unasked(desk: &mut Desk, here: &Here<'_>, notice: &Notice<'_, '_>, listen: &Listen) {
    let task = notice.notification.params.get("taskId").and_then(Text::as_string);
    let task = task.map(|task| mark_of(&task));
    let has = |filter: &Filter| match notice.method {
        _ if filter.is_unclear => true,
        Some(Method::ToolsListChanged) => filter.tools,
        Some(Method::PromptsListChanged) => filter.prompts,
        Some(Method::ResourcesListChanged) => filter.resources,
        Some(Method::ResourcesUpdated) => filter.wants_resources(),
        Some(Method::TasksChanged) => task.is_none_or(|task| filter.tasks.contains(&task)),
        _ => true,
    };
    let is_task = notice.method == Some(Method::TasksChanged);
    let asked = if is_task { Exchange::TaskUnasked } else { Exchange::SubUnrequested };
    if !has(&listen.wants) {
        let seen = "The subscription does not ask for this kind of news.".to_owned();
        let advice = "Send only what the filter of `subscriptions/listen` asks for.";
        return desk.blame(here, asked, here.whole(), seen, advice);
    }
    desk.evidence.occasion(asked);
    if listen.granted.as_ref().is_some_and(|granted| !has(granted)) {
        let seen = "The acknowledgement leaves this kind of news out.".to_owned();
        let advice = "Acknowledge what is delivered.";
        return desk.blame(here, Exchange::SubNotAcknowledged, here.whole(), seen, advice);
    }
    desk.evidence.occasion(Exchange::SubNotAcknowledged);
}
