use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, Sleep, sleep};

use super::log::{Log, Next};
use super::session::Session;

/// The event stream of one request of a session, from some event on. It can be read again from
/// any event that is kept.
#[derive(Debug)]
pub(crate) struct Resumed {
    /// Kept alive for as long as somebody reads.
    _session: Arc<Session>,
    log: Arc<Log>,
    stream: u64,
    next: u64,
    /// Whether the reader has been here before.
    returns: bool,
    /// Whether an event without data comes first, so that the reader has an id to come back with.
    primes: bool,
    has_ended: bool,
    keep_alive: Duration,
    silence: Option<Pin<Box<Sleep>>>,
}

impl Resumed {
    /// The stream from its beginning.
    pub(super) fn whole(
        session: Arc<Session>,
        (stream, log): (u64, Arc<Log>),
        primes: bool,
        keep_alive: Duration,
    ) -> Self {
        Self::from(session, (stream, log), 0, keep_alive).primed(primes)
    }

    /// The stream behind an event.
    pub(super) fn from(
        session: Arc<Session>,
        (stream, log): (u64, Arc<Log>),
        next: u64,
        keep_alive: Duration,
    ) -> Self {
        let (returns, primes, has_ended) = (true, false, false);
        let silence = None;
        Resumed {
            _session: session,
            log,
            stream,
            next,
            returns,
            primes,
            has_ended,
            keep_alive,
            silence,
        }
    }

    fn primed(mut self, primes: bool) -> Self {
        self.primes = primes;
        self.returns = false;
        self
    }

    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        if std::mem::take(&mut self.primes) {
            return Poll::Ready(Some(format!("id: {}-0\ndata:\n\n", self.stream).into()));
        }
        match self.log.poll(self.next, self.returns, cx) {
            Poll::Ready(Next::Item(item)) => {
                self.next += 1;
                self.silence = None;
                let mut event = format!("id: {}-{}\ndata: ", self.stream, self.next).into_bytes();
                event.extend_from_slice(item.bytes());
                event.extend_from_slice(b"\n\n");
                Poll::Ready(Some(event.into()))
            }
            Poll::Ready(Next::Pause(retry)) => {
                self.has_ended = true;
                Poll::Ready(Some(format!("retry: {}\n\n", retry.as_millis()).into()))
            }
            Poll::Ready(Next::End) => Poll::Ready(None),
            Poll::Pending => {
                let keep_alive = self.keep_alive;
                let silence = self.silence.get_or_insert_with(|| Box::pin(sleep(keep_alive)));
                match silence.as_mut().poll(cx) {
                    Poll::Ready(()) => {
                        silence.as_mut().reset(Instant::now() + keep_alive);
                        cx.waker().wake_by_ref();
                        Poll::Ready(Some(Bytes::from_static(b":\n\n")))
                    }
                    Poll::Pending => Poll::Pending,
                }
            }
        }
    }
}
