//! What the loop of a wire waits for, all at once.

use std::io;
use std::task::{Context, Poll};

use tokio::sync::mpsc;

use super::{Link, READ_AHEAD, Woke};
use crate::server::speaker::{QUEUE, Said};
use crate::wire::{Source, Stop};

impl Link {
    /// Waits for whatever comes first; what waits to be written is written meanwhile.
    pub(super) fn poll_wait(
        &mut self,
        cx: &mut Context<'_>,
        listen_first: bool,
        source: &mut Source,
        said: &mut mpsc::Receiver<Said>,
        stop: &mut Stop,
    ) -> Poll<io::Result<Woke>> {
        if !self.sink.is_empty() {
            let was_full = self.sink.is_full();
            if let Poll::Ready(result) = self.sink.poll_flush(cx) {
                result?;
            }
            if was_full && !self.sink.is_full() {
                return Poll::Ready(Ok(Woke::Read));
            }
        }
        if !listen_first && self.poll_said(cx, said).is_ready() {
            return Poll::Ready(Ok(Woke::Said));
        }
        // Whether to stop is asked when there is nothing to read, and now and then while there is:
        // the first question sets a signal handler up, which the first answer need not wait for.
        self.reads = self.reads.wrapping_add(1);
        if self.reads.is_multiple_of(64) && stop.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ok(Woke::Stopped));
        }
        // Without room nothing is answered, but a little is read on, to see the end of input.
        let reads = self.has_room() || source.waiting() < READ_AHEAD;
        if reads && !source.has_ended() && source.poll_fill(cx)?.is_ready() {
            return Poll::Ready(Ok(Woke::Read));
        }
        if stop.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ok(Woke::Stopped));
        }
        if listen_first && self.poll_said(cx, said).is_ready() {
            return Poll::Ready(Ok(Woke::Said));
        }
        Poll::Pending
    }

    /// Passes on what running handlers have said, as far as the writer takes it.
    fn poll_said(&mut self, cx: &mut Context<'_>, said: &mut mpsc::Receiver<Said>) -> Poll<()> {
        if self.sink.is_full() {
            return Poll::Pending;
        }
        let unasked = self.poll_unasked(cx);
        let Poll::Ready(Some(words)) = said.poll_recv(cx) else { return unasked };
        self.pass_on(words);
        for _ in 1..QUEUE {
            if self.sink.is_full() {
                break;
            }
            let Ok(words) = said.try_recv() else { break };
            self.pass_on(words);
        }
        Poll::Ready(())
    }

    /// Passes on what belongs to no request, if the other side made a handshake.
    pub(super) fn poll_unasked(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut poll = Poll::Pending;
        while !self.sink.is_full()
            && let Poll::Ready(message) = self.peer.poll_unasked(cx)
        {
            self.put(message);
            poll = Poll::Ready(());
        }
        poll
    }
}
