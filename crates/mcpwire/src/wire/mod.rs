//! Wires: two-way channels of message texts.
//!
//! A transport is a function that returns a [`Wire`]: [`stdio()`], [`lines()`] over any two byte
//! streams, [`memory()`] for two ends in one process. There is no transport trait: what crosses
//! is bytes, cut into lines, and nothing is decoded here.

mod lines;
mod memory;
mod stdio;
#[cfg(unix)]
mod stdio_unix;
mod threads;

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use mcpwire_protocol::framing::{Line, LineLimits, Lines};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

pub use lines::lines;
pub use memory::memory;
pub use stdio::stdio;

/// How many bytes one read asks for at least.
const BLOCK: usize = 64 << 10;

/// A two-way channel of message texts: lines that come in, lines that go out.
pub struct Wire {
    /// What the other side says.
    pub source: Source,
    /// Where our words go.
    pub sink: Sink,
    /// Resolves when somebody outside asks for the end, such as SIGTERM on stdio.
    pub(crate) stop: Stop,
}

pub(crate) type Stop = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Wire {
    /// A wire over two byte streams.
    pub fn new(
        read: impl AsyncRead + Send + Unpin + 'static,
        write: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Self {
        Wire {
            source: Source::new(Box::new(read)),
            sink: Sink::new(Box::new(write)),
            stop: Box::pin(std::future::pending()),
        }
    }

    /// The same wire with another limit for the length of a line; 64 MiB by default.
    #[must_use]
    pub fn limit_lines(mut self, bytes: usize) -> Self {
        self.source.lines = Lines::new(LineLimits { line: bytes, ..LineLimits::default() });
        self
    }

    pub(crate) fn stop_with(mut self, stop: impl Future<Output = ()> + Send + 'static) -> Self {
        self.stop = Box::pin(stop);
        self
    }
}

/// The incoming half: bytes are read in large blocks straight into the splitter's buffer, and
/// lines are borrowed from there.
pub struct Source {
    bytes: Box<dyn AsyncRead + Send + Unpin>,
    lines: Lines,
    ended: bool,
}

impl Source {
    fn new(bytes: Box<dyn AsyncRead + Send + Unpin>) -> Self {
        Source { bytes, lines: Lines::new(LineLimits::default()), ended: false }
    }

    /// The next line that is already here; at the end of input also a last one without a line
    /// end. Blank lines say nothing and are skipped.
    pub fn take_line(&mut self) -> Option<Line<'_>> {
        while self.lines.skip_blank() {}
        // The borrow checker does not yet accept `if let Some(line) = next_line() { return … }`.
        if self.ended && !self.lines.has_line() {
            self.lines.finish()
        } else {
            self.lines.next_line()
        }
    }

    /// Reads one more block; 0 at the end of input.
    pub fn poll_fill(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if self.ended {
            return Poll::Ready(Ok(0));
        }
        let mut block = ReadBuf::new(self.lines.space(BLOCK));
        ready!(Pin::new(&mut self.bytes).poll_read(cx, &mut block))?;
        let count = block.filled().len();
        self.lines.filled(count);
        self.ended = count == 0;
        Poll::Ready(Ok(count))
    }

    /// Whether the other side has closed its half.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Waits for the next line; `None` at the end of input.
    pub async fn line(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            if self.ended || self.lines.has_line() {
                return Ok(self.take_line());
            }
            std::future::poll_fn(|cx| self.poll_fill(cx)).await?;
        }
    }
}

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

    fn new(bytes: Box<dyn AsyncWrite + Send + Unpin>) -> Self {
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

    /// Whether [`Sink::ENOUGH`] bytes wait.
    pub fn is_full(&self) -> bool {
        self.pending.len() - self.written >= Self::ENOUGH
    }

    /// Writes what waits; ready when all of it is with the system.
    pub fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written < self.pending.len() {
            let rest = &self.pending[self.written..];
            match ready!(Pin::new(&mut self.bytes).poll_write(cx, rest))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => self.written += count,
            }
        }
        self.pending.clear();
        self.pending.shrink_to(Self::KEEP);
        self.written = 0;
        Pin::new(&mut self.bytes).poll_flush(cx)
    }

    /// Writes what waits.
    pub async fn flush(&mut self) -> io::Result<()> {
        std::future::poll_fn(|cx| self.poll_flush(cx)).await
    }

    /// Writes one message and its line end.
    pub async fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(message);
        self.pending.push(b'\n');
        self.flush().await
    }
}
