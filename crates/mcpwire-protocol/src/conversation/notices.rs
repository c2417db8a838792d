//! What notifications belong to.

use std::time::Duration;

use super::Conversation;
use super::exchange::Ending;
use super::link::{Link, Reference};
use super::register::Holder;
use crate::direction::Direction;
use crate::jsonrpc::{Id, Notification};
use crate::method::Method;

impl Conversation {
    pub(super) fn notification(
        &mut self,
        direction: Direction,
        now: Duration,
        notification: &Notification<'_>,
    ) -> Link {
        let method = Method::named(&notification.method());
        match method {
            Some(Method::Progress) => self.progress(direction, notification),
            Some(Method::Cancelled) => self.cancellation(direction, now, notification),
            _ if notification.params.meta.subscription_id.is_some() => {
                self.subscription(direction, method, notification)
            }
            Some(Method::SubscriptionsAcknowledged) => {
                Link::WithoutReference(Reference::Subscription)
            }
            Some(Method::TasksChanged | Method::TasksStatus) => {
                match (notification.params.get("taskId"), self.task_of(direction, notification)) {
                    (_, Some(exchange)) => Link::Task { exchange },
                    (Some(_), None) => self.unknown(Reference::Task),
                    (None, None) => Link::WithoutReference(Reference::Task),
                }
            }
            _ => Link::Alone,
        }
    }

    fn progress(&self, direction: Direction, notification: &Notification<'_>) -> Link {
        let token = notification.params.get("progressToken").and_then(Id::new);
        let Some(token) = token else {
            return Link::WithoutReference(Reference::ProgressToken);
        };
        match self.tokens.find(direction.reverse(), &token.key()).map(Holder::parts) {
            Some((exchange, is_open)) => Link::Progress { exchange, is_open },
            None => self.unknown(Reference::ProgressToken),
        }
    }

    fn cancellation(
        &mut self,
        direction: Direction,
        now: Duration,
        notification: &Notification<'_>,
    ) -> Link {
        let id = notification.params.get("requestId").and_then(Id::new);
        let Some(key) = id.map(Id::key) else {
            return Link::WithoutReference(Reference::Cancelled);
        };
        // A sender cancels its own requests; a server also ends the subscriptions of its client.
        let own = self.ids.find(direction, &key);
        let others = self.ids.find(direction.reverse(), &key).filter(|holder| {
            direction == Direction::ServerToClient && self.is_listen(holder.parts().0)
        });
        let (exchange, is_open) = match (own, others) {
            (Some(Holder::Open(own)), _) => (own, true),
            (_, Some(Holder::Open(others))) => (others, true),
            (Some(closed), _) | (None, Some(closed)) => closed.parts(),
            (None, None) => return self.unknown(Reference::Cancelled),
        };
        if is_open {
            self.close(exchange, now, Ending::Cancelled(direction));
        }
        Link::Cancellation { exchange, is_open }
    }

    fn subscription(
        &mut self,
        direction: Direction,
        method: Option<Method>,
        notification: &Notification<'_>,
    ) -> Link {
        let task = self.task_of(direction, notification);
        let id = notification.params.meta.subscription_id.and_then(Id::new);
        let Some(id) = id else {
            return Link::WithoutReference(Reference::Subscription);
        };
        let holder = self.ids.find(direction.reverse(), &id.key()).map(Holder::parts);
        let Some((exchange, is_open)) = holder.filter(|(number, _)| self.is_listen(*number)) else {
            return self.unknown(Reference::Subscription);
        };
        let mut acknowledged = false;
        if let Some(listen) = self.exchanges.get_mut(&exchange) {
            acknowledged = listen.acknowledged;
            listen.acknowledged |= method == Some(Method::SubscriptionsAcknowledged);
        }
        Link::Subscription { exchange, is_open, acknowledged, task }
    }

    /// The exchange that created the task that a notification names, if it names one.
    fn task_of(&self, direction: Direction, notification: &Notification<'_>) -> Option<u64> {
        self.threads.task(direction.reverse(), notification.params.get("taskId")?)
    }

    fn is_listen(&self, exchange: u64) -> bool {
        let exchange = self.exchanges.get(&exchange);
        exchange.is_some_and(|exchange| exchange.known == Some(Method::SubscriptionsListen))
    }
}
