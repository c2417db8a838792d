//! Wires: two-way channels of message texts.
//!
//! A transport is a function that returns a [`Wire`]: [`stdio()`], [`lines()`] over any two byte
//! streams, [`memory()`] for two ends in one process. There is no transport trait: what crosses
//! is bytes, cut into lines, and nothing is decoded here.

mod lines;
mod memory;
mod sink;
mod source;
mod stdio;
#[cfg(unix)]
mod stdio_unix;
mod threads;

use std::future::Future;
use std::pin::Pin;

use tokio::io::{AsyncRead, AsyncWrite};

pub use lines::lines;
pub use memory::memory;
pub use sink::Sink;
pub use source::Source;
pub use stdio::stdio;

/// A two-way channel of message texts: lines that come in, lines that go out.
///
/// The halves are independent: dropping [`Wire::sink`] tells the other side that nothing more
/// comes, while its last words can still be read.
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

    /// The same wire, not yet read from, with another limit for the length of an incoming line in
    /// bytes; 64 MiB by default. A longer line is dropped as it comes and reported as one
    /// [`Line::TooLong`](mcpwire_protocol::framing::Line::TooLong).
    #[must_use]
    pub fn limit_lines(mut self, bytes: usize) -> Self {
        self.source.limit_lines(bytes);
        self
    }

    pub(crate) fn stop_with(mut self, stop: impl Future<Output = ()> + Send + 'static) -> Self {
        self.stop = Box::pin(stop);
        self
    }
}
