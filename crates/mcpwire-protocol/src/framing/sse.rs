//! Server-sent events: the framing of answers that come as a stream over HTTP.
//!
//! Read as the HTML standard says (`text/event-stream`): three line ends, a byte order mark at the start, comments,
//! several `data` lines joined by a line feed. Page: `basic/transports/streamable-http`.

use super::buffer::Buffer;
use super::sse_fields::SseFields;
use super::{BOM, HEAD_BYTES};
use memchr::memchr2;

/// The bounds of an [`SseReader`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SseLimits {
    /// The most bytes that the lines of one event may have together. A longer one becomes [`SseItem::TooLong`].
    pub event: usize,
    /// How much memory, in bytes, is kept for the next events after a long one has gone.
    pub keep: usize,
}

impl Default for SseLimits {
    /// Events up to 64 MiB; 64 KiB stay allocated.
    fn default() -> Self {
        Self {
            event: 64 << 20,
            keep: 64 << 10,
        }
    }
}

/// What an event stream brought, in the order in which it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SseItem<'a> {
    /// An event that a listener gets.
    Event {
        /// Its `data` lines, joined by a line feed. Empty for an empty `data` line.
        data: &'a [u8],
        /// Everything else that it had.
        fields: SseFields<'a>,
    },
    /// An event without a `data` line: no listener gets it, but its `id` and `retry` count.
    NoData {
        /// What it had.
        fields: SseFields<'a>,
    },
    /// A comment, reported as soon as its line has ended, also when the event around it has not.
    Comment {
        /// What stands behind the colon, exactly.
        text: &'a [u8],
    },
    /// The stream ended inside an event, which no listener gets.
    Incomplete {
        /// Its bytes, as far as they came.
        raw: &'a [u8],
    },
    /// An event above [`SseLimits::event`]. Its bytes were dropped as they came; reading goes on after the next
    /// blank line.
    TooLong {
        /// Its first bytes: [`HEAD_BYTES`], or the limit where that is less.
        head: &'a [u8],
        /// Its whole length in bytes, without the blank line that ended it.
        length: u64,
        /// Whether a blank line ended it; otherwise the stream did.
        ended: bool,
    },
}

/// What was found at the end of a line; positions are those of the buffer.
enum Found {
    Block { from: usize, to: usize },
    Comment { from: usize, to: usize },
    TooLong { length: u64 },
}

/// Cuts a byte stream into server-sent events.
///
/// Take all items before pushing more bytes: that is what keeps the memory bounded.
///
/// ```
/// use mcpwire_protocol::framing::{SseItem, SseLimits, SseReader};
/// let mut events = SseReader::new(SseLimits::default());
/// events.push(b": hello\n\ndata: {}\n\nda");
/// assert!(matches!(events.next_item(), Some(SseItem::Comment { text: b" hello" })));
/// assert!(matches!(events.next_item(), Some(SseItem::Event { data: b"{}", .. })));
/// assert!(events.next_item().is_none());
/// ```
#[derive(Debug)]
pub struct SseReader {
    limits: SseLimits,
    /// Unconsumed are the lines of the event that has not ended yet.
    buffer: Buffer,
    /// Where the present line begins.
    line: usize,
    /// Everything before here has been searched for a line end.
    searched: usize,
    at_start: bool,
    /// The last line ended with a carriage return: a line feed that follows belongs to it.
    after_return: bool,
    /// The bytes dropped so far of an event that is over the limit; its start is in `head`.
    dropped: Option<u64>,
    /// Part of the present line has been dropped, so that it is not blank.
    line_dropped: bool,
    head: Vec<u8>,
    joined: Vec<u8>,
}

impl SseReader {
    /// A reader at the start of a stream. Allocates nothing until bytes come.
    pub fn new(limits: SseLimits) -> Self {
        Self {
            limits,
            buffer: Buffer::default(),
            line: 0,
            searched: 0,
            at_start: true,
            after_return: false,
            dropped: None,
            line_dropped: false,
            head: Vec::new(),
            joined: Vec::new(),
        }
    }

    /// Memory to read into: at least `at_least` bytes, often more. Say with [`filled`](Self::filled) how many came.
    pub fn space(&mut self, at_least: usize) -> &mut [u8] {
        let before = self.buffer.start();
        let (line, searched) = (self.line - before, self.searched - before);
        self.buffer.rewind_if_empty();
        self.buffer
            .reserve(at_least, self.limits.keep, self.limits.event);
        self.line = self.buffer.start() + line;
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

    /// The next item, or `None` until more bytes come.
    pub fn next_item(&mut self) -> Option<SseItem<'_>> {
        if self.at_start && !self.skip_bom() {
            return None;
        }
        loop {
            match self.next_found()? {
                Found::Comment { from, to } => {
                    return Some(SseItem::Comment {
                        text: self.buffer.slice(from..to),
                    });
                }
                Found::TooLong { length } => {
                    return Some(SseItem::TooLong {
                        head: &self.head,
                        length,
                        ended: true,
                    });
                }
                // A blank line after nothing: the end of a comment, or an empty line too many.
                Found::Block { from, to } if from == to => {}
                Found::Block { from, to } => {
                    if self.joined.capacity() > self.limits.keep {
                        self.joined = Vec::new();
                    }
                    let fields = SseFields::read(self.buffer.slice(from..to), &mut self.joined);
                    return Some(match fields {
                        (Some(data), fields) => SseItem::Event { data, fields },
                        (None, fields) => SseItem::NoData { fields },
                    });
                }
            }
        }
    }

    /// What the stream ended in the middle of, if anything. Afterwards the reader is empty.
    ///
    /// Take all items of [`next_item`](Self::next_item) first.
    pub fn finish(&mut self) -> Option<SseItem<'_>> {
        let (from, end) = (self.buffer.start(), self.buffer.end());
        self.consume(end);
        if let Some(dropped) = self.dropped.take() {
            self.line_dropped = false;
            let length = dropped + (end - from) as u64;
            return Some(SseItem::TooLong {
                head: &self.head,
                length,
                ended: false,
            });
        }
        let raw = self.buffer.slice(from..end);
        (!raw.is_empty()).then_some(SseItem::Incomplete { raw })
    }

    /// The memory held at present, in bytes.
    pub fn memory(&self) -> usize {
        self.buffer.capacity() + self.head.capacity() + self.joined.capacity()
    }

    /// Drops a byte order mark; false while it is not known whether there is one.
    fn skip_bom(&mut self) -> bool {
        let start = self.buffer.start();
        let came = self.buffer.slice(start..self.buffer.end());
        if came.starts_with(BOM) {
            self.consume(start + BOM.len());
        } else if BOM.starts_with(came) {
            return false;
        }
        self.at_start = false;
        true
    }

    /// Goes on line by line until one ends something.
    fn next_found(&mut self) -> Option<Found> {
        loop {
            let end = self.buffer.end();
            self.skip_feed(end);
            let Some(found) = memchr2(b'\n', b'\r', self.buffer.slice(self.searched..end)) else {
                self.wait(end);
                return None;
            };
            let (line, line_end) = (self.line, self.searched + found);
            self.after_return = self.buffer.slice(line_end..line_end + 1) == b"\r";
            self.line = line_end + 1;
            self.searched = line_end + 1;
            let dropped = std::mem::replace(&mut self.line_dropped, false);
            let blank = line == line_end && !dropped;
            if let Some(found) = self.line_ended(line, line_end, blank) {
                return Some(found);
            }
        }
    }

    /// Judges the line that has just ended.
    fn line_ended(&mut self, line: usize, line_end: usize, blank: bool) -> Option<Found> {
        let from = self.buffer.start();
        let next = line_end + 1;
        if blank {
            let dropped = self.dropped.take();
            self.buffer.consume_to(next);
            return Some(match dropped {
                Some(dropped) => Found::TooLong {
                    length: dropped + (line - from) as u64,
                },
                None => Found::Block { from, to: line },
            });
        }
        if self.dropped.is_some() || line_end - from > self.limits.event {
            self.drop_bytes(from, next);
            self.buffer.consume_to(next);
            return None;
        }
        if self.buffer.slice(line..line + 1) != b":" {
            return None;
        }
        // A comment before the first line of an event is consumed, so that endless comments take no memory.
        if line == from {
            self.buffer.consume_to(next);
        }
        Some(Found::Comment {
            from: line + 1,
            to: line_end,
        })
    }

    /// Takes a line feed that belongs to the carriage return before it.
    fn skip_feed(&mut self, end: usize) {
        if !self.after_return || self.line == end {
            return;
        }
        self.after_return = false;
        if self.buffer.slice(self.line..self.line + 1) == b"\n" {
            // At the front of an event it is the rest of the line end before that event.
            if self.buffer.start() == self.line {
                self.buffer.consume_to(self.line + 1);
                if let Some(dropped) = &mut self.dropped {
                    *dropped += 1;
                }
            }
            self.line += 1;
            self.searched = self.line;
        }
    }

    /// There is no line end up to `end`: remember that, and drop what belongs to an over-long event.
    fn wait(&mut self, end: usize) {
        let from = self.buffer.start();
        self.searched = end;
        let over = self.line < end && end - from > self.limits.event;
        if self.dropped.is_some() || over {
            self.line_dropped |= self.line < end;
            self.drop_bytes(from, end);
            self.consume(end);
        }
    }

    fn consume(&mut self, position: usize) {
        self.buffer.consume_to(position);
        self.line = position;
        self.searched = position;
    }

    fn drop_bytes(&mut self, from: usize, to: usize) {
        if self.dropped.is_none() {
            let head = (to - from).min(HEAD_BYTES).min(self.limits.event);
            self.head.clear();
            self.head
                .extend_from_slice(self.buffer.slice(from..from + head));
        }
        *self.dropped.get_or_insert(0) += (to - from) as u64;
    }
}
