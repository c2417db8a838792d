//! Reading a recording, as a whole or as it is written.

use super::read::{Entry, State};
use crate::framing::{Line, LineLimits, Lines};
use memchr::memchr;

/// The bounds of a [`Reader`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// The most bytes that a line of the file may have.
    pub line: usize,
}

impl Default for ReadLimits {
    /// Lines up to 512 MiB: the longest message allowed elsewhere, with every byte of it escaped, fits.
    fn default() -> Self {
        Self { line: 512 << 20 }
    }
}

/// Reads a recording piece by piece, also one that is still being written.
///
/// ```
/// use mcpwire_protocol::recording::{Entry, ReadLimits, Reader};
/// let mut reader = Reader::new(ReadLimits::default());
/// reader.push(b"{\"mcpwire\":\"recording\",\"version\":1}\n{\"at\":0,\"stream\":1,");
/// assert!(matches!(reader.next_entry(), Some(Entry::Header(_))));
/// assert!(reader.next_entry().is_none());
/// assert!(matches!(reader.finish(), Some(Entry::Fault(_))), "the last line is cut");
/// ```
#[derive(Debug)]
pub struct Reader {
    lines: Lines,
    state: State,
}

impl Reader {
    /// A reader at the start of a file.
    pub fn new(limits: ReadLimits) -> Self {
        let limits = LineLimits { line: limits.line, ..LineLimits::default() };
        Self { lines: Lines::new(limits), state: State::default() }
    }

    /// Memory to read into: at least `at_least` bytes, often more. Say with [`filled`](Self::filled) how many came.
    pub fn space(&mut self, at_least: usize) -> &mut [u8] {
        self.lines.space(at_least)
    }

    /// Takes the first `count` bytes of the last [`space`](Self::space) as read.
    pub fn filled(&mut self, count: usize) {
        self.lines.filled(count);
    }

    /// Copies `bytes` in, for callers that have them already.
    pub fn push(&mut self, bytes: &[u8]) {
        self.lines.push(bytes);
    }

    /// What the next whole line says, or `None` until more bytes come.
    pub fn next_entry(&mut self) -> Option<Entry<'_>> {
        self.next_numbered().map(|(_, entry)| entry)
    }

    /// The same with the number of the line in the file, from 1.
    pub fn next_numbered(&mut self) -> Option<(u64, Entry<'_>)> {
        if let Some(fault) = self.state.pending() {
            return Some((self.state.line(), fault));
        }
        if self.state.stopped() {
            while self.lines.next_line().is_some() {}
            return None;
        }
        while self.lines.skip_blank() {
            self.state.blank();
        }
        let entry = self.state.read(self.lines.next_line()?)?;
        Some((self.state.line(), entry))
    }

    /// What is left when the file has ended. Call it until it says `None`.
    ///
    /// Take all entries of [`next_entry`](Self::next_entry) first.
    pub fn finish(&mut self) -> Option<Entry<'_>> {
        self.finish_numbered().map(|(_, entry)| entry)
    }

    /// The same with the number of the line in the file, from 1.
    pub fn finish_numbered(&mut self) -> Option<(u64, Entry<'_>)> {
        if let Some(fault) = self.state.pending() {
            return Some((self.state.line(), fault));
        }
        let entry = self.state.read(self.lines.finish()?)?;
        Some((self.state.line(), entry))
    }
}

/// Reads a whole recording that is in memory. Strings without escapes are borrowed from it.
pub fn read(bytes: &[u8]) -> Entries<'_> {
    Entries { rest: bytes, state: State::default(), first: true }
}

/// The entries of a recording in memory.
#[derive(Debug)]
pub struct Entries<'a> {
    rest: &'a [u8],
    state: State,
    first: bool,
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        loop {
            if let Some(fault) = self.state.pending() {
                return Some(fault);
            }
            if self.rest.is_empty() {
                return None;
            }
            let end = memchr(b'\n', self.rest).map_or(self.rest.len(), |feed| feed + 1);
            let (raw, rest) = self.rest.split_at(end);
            self.rest = rest;
            let line = Line::of(raw, std::mem::replace(&mut self.first, false));
            if let Some(entry) = self.state.read(line) {
                return Some(entry);
            }
        }
    }
}
