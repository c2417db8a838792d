//! Bytes that have come and are not yet consumed.

use std::ops::Range;

/// A block of memory with the unconsumed bytes somewhere in its middle.
///
/// Every move of bytes is paid for by at least as many bytes consumed before it, so that the work stays linear in
/// the bytes that came, however they were cut.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    /// All of it is initialised, so that a reader may write into the tail.
    memory: Vec<u8>,
    start: usize,
    end: usize,
}

impl Buffer {
    /// Makes room for at least `at_least` bytes behind the unconsumed ones.
    ///
    /// Grows in steps up to `most` (and beyond only where `at_least` demands it); gives memory back once it holds
    /// more than `keep` bytes that are no longer needed.
    pub(super) fn reserve(&mut self, at_least: usize, keep: usize, most: usize) {
        if self.memory.capacity() == 0 {
            // A large block comes zeroed from the system and costs nothing until it is touched.
            self.memory = vec![0; at_least.max(keep)];
            return;
        }
        let live = self.end - self.start;
        // Moving what is left costs no more than what was consumed before it.
        let paid_for = live <= self.start || live == 0;
        if paid_for && self.memory.capacity() > keep && live.saturating_add(at_least) <= keep {
            // Memory that comes zeroed costs nothing until it is touched.
            let mut memory = vec![0; keep];
            memory[..live].copy_from_slice(&self.memory[self.start..self.end]);
            self.memory = memory;
            (self.start, self.end) = (0, live);
        }
        if self.memory.len() - self.end >= at_least {
            return;
        }
        if paid_for {
            self.memory.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, live);
        }
        self.grow(self.end.saturating_add(at_least), most.saturating_add(at_least));
    }

    /// Makes the memory `size` bytes long. Its capacity doubles up to `most`, but only what is asked for is touched.
    fn grow(&mut self, size: usize, most: usize) {
        if size > self.memory.capacity() {
            let capacity = size.max(self.memory.capacity().saturating_mul(2).min(most));
            self.memory.reserve_exact(capacity - self.memory.len());
        }
        if size > self.memory.len() {
            self.memory.resize(size, 0);
        }
    }

    /// The room behind the unconsumed bytes.
    pub(super) fn space(&mut self) -> &mut [u8] {
        &mut self.memory[self.end..]
    }

    /// Takes the first `count` bytes of the space as filled; more than there is room for counts as all of it.
    pub(super) fn filled(&mut self, count: usize) {
        self.end = self.end.saturating_add(count).min(self.memory.len());
    }

    /// Where the unconsumed bytes begin. Positions hold until the next call of `reserve` or `rewind_if_empty`.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Where the bytes that came so far end.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.end
    }

    #[inline]
    pub(super) fn slice(&self, range: Range<usize>) -> &[u8] {
        &self.memory[range]
    }

    /// Consumes everything before `position`. The bytes stay readable by position.
    #[inline]
    pub(super) fn consume_to(&mut self, position: usize) {
        debug_assert!(self.start <= position && position <= self.end);
        self.start = position;
    }

    /// When nothing is left unconsumed, starts again at the front. Positions are void afterwards.
    #[inline]
    pub(super) fn rewind_if_empty(&mut self) {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
        }
    }

    /// The size of the memory held, in bytes.
    pub(super) fn capacity(&self) -> usize {
        self.memory.capacity()
    }
}
