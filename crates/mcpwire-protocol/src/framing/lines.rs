//! Lines: the framing of the stdio transport.
//!
//! Only a line feed ends a line; one carriage return before it and a byte order mark at the very start of the
//! stream are dropped; every other byte, NUL included, is content. Page: `basic/transports/stdio`.

use super::buffer::Buffer;
use super::{BOM, HEAD_BYTES};
use crate::bytes::find;
use serde::{Deserialize, Serialize};

/// The bounds of a [`Lines`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineLimits {
    /// The most bytes that a line may have without its line feed. A longer one becomes [`Line::TooLong`].
    pub line: usize,
    /// How much memory, in bytes, is kept for the next lines after a long one has gone.
    pub keep: usize,
}

impl Default for LineLimits {
    /// Lines up to 64 MiB; 256 KiB stay allocated.
    fn default() -> Self {
        Self { line: 64 << 20, keep: 256 << 10 }
    }
}

/// How a line ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A line feed: what this project writes.
    #[default]
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// A carriage return at the end of the input.
    Cr,
    /// The end of the input.
    None,
}

impl Ending {
    /// The bytes of this line end.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Cr => b"\r",
            Self::None => b"",
        }
    }

    /// How `raw`, one line with everything it came with, ends.
    pub fn of(raw: &[u8]) -> Self {
        match raw {
            [.., b'\r', b'\n'] => Self::CrLf,
            [.., b'\n'] => Self::Lf,
            [.., b'\r'] => Self::Cr,
            _ => Self::None,
        }
    }
}

/// One line, borrowed from the buffer it was read into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line with content.
    Text {
        /// The content: no line end, no byte order mark. Not judged in any way, UTF-8 included.
        bytes: &'a [u8],
        /// The line exactly as it came, with its line end and, on the first line, the byte order mark.
        raw: &'a [u8],
    },
    /// A line with nothing but spaces, tabs and carriage returns: no message, but seen by a recorder.
    Blank {
        /// The line exactly as it came.
        raw: &'a [u8],
    },
    /// A line above [`LineLimits::line`]. Its bytes were dropped as they came.
    TooLong {
        /// Its first bytes: [`HEAD_BYTES`], or the limit where that is less.
        head: &'a [u8],
        /// Its whole length in bytes, with everything it came with.
        length: u64,
        /// Whether a line feed ended it; otherwise the input did.
        ended: bool,
    },
}

impl<'a> Line<'a> {
    /// Judges one whole line as it came. `first` says that a byte order mark is to be dropped from it.
    pub fn of(raw: &'a [u8], first: bool) -> Self {
        let from = if first && raw.starts_with(BOM) { BOM.len() } else { 0 };
        let bytes = &raw[from..];
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        // Nearly every line is settled by its first byte.
        match bytes.first() {
            Some(first) if *first > b' ' => Self::Text { bytes, raw },
            _ if bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) => {
                Self::Blank { raw }
            }
            _ => Self::Text { bytes, raw },
        }
    }

    /// How the line ended. Of an over-long line only the line feed is known.
    pub fn ending(&self) -> Ending {
        match self {
            Self::Text { raw, .. } | Self::Blank { raw } => Ending::of(raw),
            Self::TooLong { ended: true, .. } => Ending::Lf,
            Self::TooLong { ended: false, .. } => Ending::None,
        }
    }

    /// The bytes exactly as they came, as far as they were kept.
    pub fn raw(&self) -> &'a [u8] {
        match self {
            Self::Text { raw, .. } | Self::Blank { raw } => raw,
            Self::TooLong { head, .. } => head,
        }
    }
}

/// Cuts a byte stream into lines.
///
/// Bytes are read straight into its memory ([`space`](Self::space), [`filled`](Self::filled)) and lines are
/// borrowed from there. Take all lines before filling again: that is what keeps the memory bounded, by twice the
/// limit and the size of the blocks.
///
/// ```
/// use mcpwire_protocol::framing::{Line, LineLimits, Lines};
/// let mut lines = Lines::new(LineLimits::default());
/// lines.push(b"{\"jsonrpc\":\"2.0\"}\r\n{\"json");
/// assert!(matches!(lines.next_line(), Some(Line::Text { bytes: b"{\"jsonrpc\":\"2.0\"}", .. })));
/// assert_eq!(lines.next_line(), None);
/// ```
#[derive(Debug)]
pub struct Lines {
    limits: LineLimits,
    buffer: Buffer,
    /// Everything between the start of the buffer and here has been searched for a line feed.
    searched: usize,
    first: bool,
    had_bom: bool,
    /// The bytes dropped so far of a line that is over the limit; its start is in `head`.
    dropped: Option<u64>,
    head: Vec<u8>,
}

impl Lines {
    /// A splitter at the start of a stream. Allocates nothing until bytes come.
    pub fn new(limits: LineLimits) -> Self {
        Self {
            limits,
            buffer: Buffer::default(),
            searched: 0,
            first: true,
            had_bom: false,
            dropped: None,
            head: Vec::new(),
        }
    }

    /// Memory to read into: at least `at_least` bytes, often more. Say with [`filled`](Self::filled) how many came.
    pub fn space(&mut self, at_least: usize) -> &mut [u8] {
        let searched = self.searched - self.buffer.start();
        self.buffer.rewind_if_empty();
        self.buffer.reserve(at_least, self.limits.keep, self.limits.line);
        self.searched = self.buffer.start() + searched;
        self.buffer.space()
    }

    /// Takes the first `count` bytes of the last [`space`](Self::space) as read.
    pub fn filled(&mut self, count: usize) {
        self.buffer.filled(count);
    }

    /// Copies `bytes` in, for callers that have them already.
    pub fn push(&mut self, bytes: &[u8]) {
        self.space(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.filled(bytes.len());
    }

    /// The next whole line, or `None` until more bytes come.
    #[inline]
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        let end = self.buffer.end();
        let Some(found) = find(b'\n', self.buffer.slice(self.searched..end)) else {
            self.wait(end);
            return None;
        };
        let from = self.buffer.start();
        let feed = self.searched + found;
        self.searched = feed + 1;
        self.buffer.consume_to(feed + 1);
        if self.first || self.dropped.is_some() || feed - from > self.limits.line {
            return Some(self.unusual(from, feed + 1, true));
        }
        Some(Line::of(self.buffer.slice(from..feed + 1), false))
    }

    /// Whether [`next_line`](Self::next_line) has a whole line.
    pub fn has_line(&mut self) -> bool {
        let end = self.buffer.end();
        match find(b'\n', self.buffer.slice(self.searched..end)) {
            Some(found) => {
                // The next search finds this line feed at once.
                self.searched += found;
                true
            }
            None => {
                self.wait(end);
                false
            }
        }
    }

    /// Takes the next whole line if it is blank, and says whether it did. For readers to whom blank lines say nothing.
    pub fn skip_blank(&mut self) -> bool {
        if !self.has_line() {
            return false;
        }
        let (from, feed) = (self.buffer.start(), self.searched);
        let raw = self.buffer.slice(from..feed + 1);
        let long = self.dropped.is_some() || feed - from > self.limits.line;
        !long
            && matches!(Line::of(raw, self.first), Line::Blank { .. })
            && self.next_line().is_some()
    }

    /// The last line, when the input has ended without a line feed. Afterwards the splitter is empty.
    ///
    /// Take all lines of [`next_line`](Self::next_line) first.
    pub fn finish(&mut self) -> Option<Line<'_>> {
        let (from, end) = (self.buffer.start(), self.buffer.end());
        if from == end && self.dropped.is_none() {
            return None;
        }
        self.searched = end;
        self.buffer.consume_to(end);
        Some(self.unusual(from, end, false))
    }

    /// Whether the stream began with a byte order mark. Known once the first line was taken.
    pub fn had_bom(&self) -> bool {
        self.had_bom
    }

    /// How many bytes have been dropped so far of an over-long line that has not ended yet.
    pub fn dropping(&self) -> Option<u64> {
        self.dropped
    }

    /// How many bytes have come and are not taken yet.
    pub fn waiting(&self) -> usize {
        self.buffer.end() - self.buffer.start()
    }

    /// The memory held at present, in bytes.
    pub fn memory(&self) -> usize {
        self.buffer.capacity() + self.head.capacity()
    }

    /// There is no line feed up to `end`: remember that, and drop what belongs to an over-long line.
    fn wait(&mut self, end: usize) {
        let from = self.buffer.start();
        self.searched = end;
        if self.dropped.is_some() || end - from > self.limits.line {
            self.drop_bytes(from, end);
            self.buffer.consume_to(end);
        }
    }

    fn drop_bytes(&mut self, from: usize, to: usize) {
        if self.dropped.is_none() {
            let head = (to - from).min(HEAD_BYTES).min(self.limits.line);
            self.head.clear();
            self.head.extend_from_slice(self.buffer.slice(from..from + head));
        }
        *self.dropped.get_or_insert(0) += (to - from) as u64;
    }

    /// The first line of a stream, a line without a line feed, an over-long line.
    #[cold]
    fn unusual(&mut self, from: usize, to: usize, ended: bool) -> Line<'_> {
        let first = std::mem::replace(&mut self.first, false);
        if self.dropped.is_some() || to - from - usize::from(ended) > self.limits.line {
            self.drop_bytes(from, to);
            let length = self.dropped.take().unwrap_or(0);
            self.had_bom |= first && self.head.starts_with(BOM);
            return Line::TooLong { head: &self.head, length, ended };
        }
        let raw = self.buffer.slice(from..to);
        self.had_bom |= first && raw.starts_with(BOM);
        Line::of(raw, first)
    }
}
