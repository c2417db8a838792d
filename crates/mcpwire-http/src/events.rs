use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use mcpwire::{Running, Spoken};
use tokio::time::{Instant, Sleep, sleep};

use crate::ending::{Awaited, Ending};
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
    open: Option<Open>,
}

/// A request that is still being answered.
#[derive(Debug)]
pub(crate) struct Open {
    pub running: Running,
    pub keep_alive: Duration,
    pub ending: Ending,
    /// The places that the request and its stream take.
    pub _slots: (Option<Slot>, Slot),
    /// Made when there is something to wait for.
    pub waiting: Option<Waiting>,
}

/// What may happen while a handler is silent.
#[derive(Debug)]
pub(crate) struct Waiting {
    silence: Pin<Box<Sleep>>,
    end: Awaited,
}

/// A line that no reader takes for an event.
const COMMENT: Bytes = Bytes::from_static(b":\n\n");

impl Events {
    /// A stream of a single event.
    pub(crate) fn only(message: &[u8]) -> Self {
        Events { first: Some(event(message)), open: None }
    }

    /// A stream that begins with what was said already, if anything was.
    pub(crate) fn of(first: Option<&[u8]>, open: Open) -> Self {
        // Without a first word, a comment shows that there is an answer to come.
        Events { first: Some(first.map_or(COMMENT, event)), open: Some(open) }
    }

    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(first));
        }
        let Some(open) = &mut self.open else { return Poll::Ready(None) };
        loop {
            match open.running.poll_next(cx) {
                Poll::Ready(Spoken::Message(message)) => {
                    open.was_heard();
                    return Poll::Ready(Some(event(&message)));
                }
                // Only streams that can be read again can be left.
                Poll::Ready(Spoken::Pause(_)) => {}
                Poll::Ready(Spoken::Answer(reply)) => {
                    self.open = None;
                    return Poll::Ready(Some(event(&reply.message)));
                }
                Poll::Pending if open.waiting().end.has_come(cx) => open.running.end(),
                Poll::Pending => return open.poll_silence(cx).map(|()| Some(COMMENT)),
            }
        }
    }
}

impl Open {
    fn waiting(&mut self) -> &mut Waiting {
        let Open { running, keep_alive, ending, waiting, .. } = self;
        waiting.get_or_insert_with(|| Waiting {
            silence: Box::pin(sleep(*keep_alive)),
            end: ending.of(running),
        })
    }

    /// Ready when nothing was said for long enough.
    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let silence = self.waiting().silence.as_mut();
        if silence.poll(cx).is_pending() {
            return Poll::Pending;
        }
        self.was_heard();
        cx.waker().wake_by_ref();
        Poll::Ready(())
    }

    /// The silence begins anew.
    fn was_heard(&mut self) {
        if let Some(waiting) = &mut self.waiting {
            waiting.silence.as_mut().reset(Instant::now() + self.keep_alive);
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
