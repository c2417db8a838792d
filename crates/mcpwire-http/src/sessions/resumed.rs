use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, Sleep, sleep};

use super::log::Next;
use super::reader::Reader;
use super::session::Session;
use super::table::Sessions;
use crate::limits::Slot;

/// The event stream of one request of a session, from some event on. It can be read again from
/// any event that is kept.
#[derive(Debug)]
pub(crate) struct Resumed {
    held: Held,
    reader: Reader,
    stream: u64,
    /// Whether an event without data comes first, so that the reader has an id to come back with.
    primes: bool,
    has_ended: bool,
    silence: Option<Pin<Box<Sleep>>>,
}

/// What a stream of a session holds for as long as somebody reads.
#[derive(Debug)]
pub(super) struct Held {
    pub session: Arc<Session>,
    pub sessions: Arc<Sessions>,
    pub keep_alive: Duration,
    /// Its place among the streams of the endpoint.
    pub _slot: Slot,
}

impl Resumed {
    pub(super) fn of(held: Held, stream: u64, reader: Reader, primes: bool) -> Self {
        Resumed { held, reader, stream, primes, has_ended: false, silence: None }
    }

    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        if std::mem::take(&mut self.primes) {
            return Poll::Ready(Some(format!("id: {}-0\ndata:\n\n", self.stream).into()));
        }
        match self.reader.poll_next(cx) {
            Poll::Ready(Next::Item(item)) => {
                self.silence = None;
                let mut event = format!("id: {}-{}\ndata: ", self.stream, self.reader.next);
                event.reserve(item.bytes().len() + 2);
                let mut event = event.into_bytes();
                event.extend_from_slice(item.bytes());
                event.extend_from_slice(b"\n\n");
                Poll::Ready(Some(event.into()))
            }
            Poll::Ready(Next::Forgotten(number)) => {
                let text = format!(": {number} earlier messages are not kept any more\n\n");
                Poll::Ready(Some(text.into()))
            }
            Poll::Ready(Next::Pause(retry)) => {
                self.has_ended = true;
                Poll::Ready(Some(format!("retry: {}\n\n", retry.as_millis()).into()))
            }
            Poll::Ready(Next::End) => Poll::Ready(None),
            Poll::Pending => self.poll_silence(cx),
        }
    }

    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let keep_alive = self.held.keep_alive;
        let silence = self.silence.get_or_insert_with(|| Box::pin(sleep(keep_alive)));
        if silence.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        silence.as_mut().reset(Instant::now() + keep_alive);
        cx.waker().wake_by_ref();
        self.held.sessions.is_used(&self.held.session);
        Poll::Ready(Some(Bytes::from_static(b":\n\n")))
    }
}
