use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use mcpwire::{Running, Spoken};
use tokio::time::{Instant, Sleep, sleep};

use crate::limits::Slot;

/// The event stream that answers one request: what its handler says, then its answer, and a
/// comment now and then while it is silent.
///
/// Dropped with the connection, it drops the handler, which is the cancellation.
#[derive(Debug)]
pub(crate) struct Events {
    /// What was said before there was a stream.
    first: Option<Bytes>,
    /// `None` once the answer was said.
    running: Option<Running>,
    keep_alive: Duration,
    /// Made when there is something to wait for.
    silence: Option<Pin<Box<Sleep>>>,
    _slot: Option<Slot>,
}

/// A line that no reader takes for an event.
const COMMENT: Bytes = Bytes::from_static(b":\n\n");

impl Events {
    /// A stream that begins with what was said already, if anything was.
    pub(crate) fn of(
        first: Option<&[u8]>,
        running: Option<Running>,
        keep_alive: Duration,
        slot: Option<Slot>,
    ) -> Self {
        // Without a first word, a comment shows that there is an answer to come.
        let first = Some(first.map_or(COMMENT, event));
        Events { first, running, keep_alive, silence: None, _slot: slot }
    }

    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(first));
        }
        let Some(running) = &mut self.running else { return Poll::Ready(None) };
        match running.poll_next(cx) {
            Poll::Ready(Spoken::Message(message)) => {
                self.was_heard();
                Poll::Ready(Some(event(&message)))
            }
            Poll::Ready(Spoken::Pause(_)) => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Poll::Ready(Spoken::Answer(reply)) => {
                self.running = None;
                Poll::Ready(Some(event(&reply.message)))
            }
            Poll::Pending => {
                let keep_alive = self.keep_alive;
                let silence = self.silence.get_or_insert_with(|| Box::pin(sleep(keep_alive)));
                match silence.as_mut().poll(cx) {
                    Poll::Ready(()) => {
                        self.was_heard();
                        cx.waker().wake_by_ref();
                        Poll::Ready(Some(COMMENT))
                    }
                    Poll::Pending => Poll::Pending,
                }
            }
        }
    }

    /// The silence begins anew.
    fn was_heard(&mut self) {
        if let Some(silence) = &mut self.silence {
            silence.as_mut().reset(Instant::now() + self.keep_alive);
        }
    }
}

/// One message as one event. A message holds no line ends: JSON has none inside strings, and we
/// write none outside.
fn event(message: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(message.len() + 8);
    event.extend_from_slice(b"data: ");
    event.extend_from_slice(message);
    event.extend_from_slice(b"\n\n");
    event.into()
}
