use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use mcpwire_protocol::framing::{Line, LineLimits, Lines};
use tokio::io::{AsyncRead, ReadBuf};

/// How many bytes one read asks for at least.
const BLOCK: usize = 64 << 10;

/// The incoming half: bytes are read in large blocks straight into the splitter's buffer, and
/// lines are borrowed from there.
pub struct Source {
    bytes: Box<dyn AsyncRead + Send + Unpin>,
    lines: Lines,
    ended: bool,
}

impl Source {
    pub(super) fn new(bytes: Box<dyn AsyncRead + Send + Unpin>) -> Self {
        Source { bytes, lines: Lines::new(LineLimits::default()), ended: false }
    }

    pub(super) fn limit_lines(&mut self, bytes: usize) {
        self.lines = Lines::new(LineLimits { line: bytes, ..LineLimits::default() });
    }

    /// The next line that is already here; at the end of input also a last one without a line
    /// end. Blank lines say nothing and are skipped, but for a last one.
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
    ///
    /// # Errors
    ///
    /// Those of the byte stream.
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

    /// How many bytes have come and are not taken yet.
    pub fn waiting(&self) -> usize {
        self.lines.waiting()
    }

    /// Whether the other side has closed its half.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Waits for the next line; `None` at the end of input. Blank lines say nothing and are
    /// skipped, but for a last one without a line end.
    ///
    /// # Errors
    ///
    /// Those of the byte stream.
    pub async fn line(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            while self.lines.skip_blank() {}
            if self.ended || self.lines.has_line() {
                return Ok(self.take_line());
            }
            std::future::poll_fn(|cx| self.poll_fill(cx)).await?;
        }
    }
}
