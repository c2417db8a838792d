use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

/// The outgoing half: one writer, one write for everything that is there.
pub struct Sink {
    bytes: Box<dyn AsyncWrite + Send + Unpin>,
    pending: Vec<u8>,
    written: usize,
}

impl Sink {
    /// How many bytes may wait to be written before the owner should stop producing more.
    pub const ENOUGH: usize = 1 << 20;
    /// How much memory is kept for the next words after long ones were written.
    const KEEP: usize = 256 << 10;

    pub(super) fn new(bytes: Box<dyn AsyncWrite + Send + Unpin>) -> Self {
        Sink { bytes, pending: Vec::new(), written: 0 }
    }

    /// The bytes that wait to be written; append whole lines with their line end.
    pub fn pending(&mut self) -> &mut Vec<u8> {
        &mut self.pending
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// How many bytes wait.
    pub fn waiting(&self) -> usize {
        self.pending.len() - self.written
    }

    /// Whether [`Sink::ENOUGH`] bytes wait.
    pub fn is_full(&self) -> bool {
        self.waiting() >= Self::ENOUGH
    }

    /// Drops what a slow reader has taken, or it would pile up for as long as something waits;
    /// rarely enough that moving the rest costs less than writing did.
    fn forget_written(&mut self) {
        if self.written >= Self::ENOUGH.max(self.waiting()) {
            self.pending.drain(..self.written);
            self.written = 0;
        }
    }

    /// Writes what waits; ready when all of it is with the system.
    ///
    /// # Errors
    ///
    /// Those of the byte stream.
    pub fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written < self.pending.len() {
            let rest = &self.pending[self.written..];
            match Pin::new(&mut self.bytes).poll_write(cx, rest)? {
                Poll::Ready(0) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(count) => self.written += count,
                Poll::Pending => {
                    self.forget_written();
                    return Poll::Pending;
                }
            }
        }
        self.pending.clear();
        self.pending.shrink_to(Self::KEEP);
        self.written = 0;
        Pin::new(&mut self.bytes).poll_flush(cx)
    }

    /// Writes what waits, all of it.
    ///
    /// # Errors
    ///
    /// Those of the byte stream.
    pub async fn flush(&mut self) -> io::Result<()> {
        std::future::poll_fn(|cx| self.poll_flush(cx)).await
    }

    /// Writes one message, given without its line end.
    ///
    /// # Errors
    ///
    /// Those of the byte stream.
    pub async fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(message);
        self.pending.push(b'\n');
        self.flush().await
    }
}
