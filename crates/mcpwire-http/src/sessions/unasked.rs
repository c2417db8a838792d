use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::time::{Instant, Sleep, sleep};

use super::resumed::Held;
use crate::ending::Awaited;

/// The stream of a session for what belongs to no request: changes of lists and resources. A newer
/// reader takes it over, and it ends when its session or the server does.
#[derive(Debug)]
pub(crate) struct Unasked {
    held: Held,
    reader: u64,
    silence: Pin<Box<Sleep>>,
    has_begun: bool,
    session_end: Awaited,
    end: Awaited,
}

impl Unasked {
    pub(super) fn of(held: Held, end: Awaited) -> Self {
        let reader = held.session.new_reader();
        let silence = Box::pin(sleep(held.keep_alive));
        let session_end = held.session.ended.wait();
        Unasked { held, reader, silence, has_begun: false, session_end, end }
    }

    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.held.session.readers.load(Ordering::Relaxed) != self.reader {
            return Poll::Ready(None);
        }
        if !std::mem::replace(&mut self.has_begun, true) {
            // Shows that there is somebody, before there is anything to tell.
            return Poll::Ready(Some(Bytes::from_static(b":\n\n")));
        }
        if let Poll::Ready(message) = self.held.session.peer.poll_unasked(cx) {
            let mut event = b"data: ".to_vec();
            event.extend_from_slice(&message);
            event.extend_from_slice(b"\n\n");
            return Poll::Ready(Some(event.into()));
        }
        if self.end.has_come(cx) || self.session_end.has_come(cx) {
            // A number that no reader has.
            self.reader = 0;
            return Poll::Ready(None);
        }
        match self.silence.as_mut().poll(cx) {
            Poll::Ready(()) => {
                let next = Instant::now() + self.held.keep_alive;
                self.silence.as_mut().reset(next);
                self.held.sessions.is_used(&self.held.session);
                cx.waker().wake_by_ref();
                Poll::Ready(Some(Bytes::from_static(b":\n\n")))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}
