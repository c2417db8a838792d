//! A notification of the server goes to whom it concerns.

use mcpwire_protocol::conversation::Link;
use mcpwire_protocol::jsonrpc::Notification;
use mcpwire_protocol::method::Method;

use crate::asked::Asked;
use crate::asked::wishes::Filter;
use crate::checker::Desk;
use crate::here::Here;
use crate::stream::{Stream, Trust};

/// A notification of the server, with what it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Notice<'n, 'a> {
    pub(crate) notification: &'n Notification<'a>,
    pub(crate) method: Option<Method>,
    pub(crate) link: &'n Link,
}

impl Stream {
    /// Judges a notification of the server by what came before it.
    pub(crate) fn server_notified(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        notification: &Notification<'_>,
        link: &Link,
    ) {
        if here.trust != Trust::Whole || !here.revision.is_modern() {
            if let Link::Subscription { exchange, .. } = link {
                self.unclear(*exchange);
            }
            return;
        }
        let method = Method::named(&notification.method());
        let notice = Notice { notification, method, link };
        match method {
            Some(Method::Progress) => self.progress(desk, here, &notice),
            Some(Method::LogMessage) => self.logged(desk, here, &notice),
            Some(Method::Cancelled) => self.server_cancelled(desk, here, &notice),
            _ => self.news(desk, here, &notice),
        }
        if method == Some(Method::TasksChanged) {
            self.task_news(desk, here, notification);
        }
    }

    /// A message of a subscription could not be read whole: it may have been the acknowledgement.
    fn unclear(&mut self, exchange: u64) {
        let asked = self.asked.get_mut(&exchange);
        if let Some(listen) = asked.and_then(|asked| asked.listen.as_deref_mut()) {
            listen.granted = Some(Filter::unclear());
        }
    }

    /// Whether all that the client asked for is known, so that what refers to nothing is wrong.
    pub(crate) fn knows_all(&self) -> bool {
        self.begins && !self.has_gaps && !self.doubtful && !self.conversation.has_gaps()
    }

    /// The one request of an HTTP exchange that waits for its answer.
    pub(crate) fn only(&self) -> Option<&Asked> {
        let mut asked = self.asked.values();
        asked.next().filter(|_| asked.next().is_none())
    }
}
