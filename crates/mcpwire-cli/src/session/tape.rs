//! Everything that was seen, in one order on one clock.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use mcpwire_protocol::recording::Exit;

use super::record::Target;

/// One thing that was seen of a process.
#[derive(Clone, Debug)]
pub struct Seen {
    /// When, since the start.
    pub at: Duration,
    /// What.
    pub what: What,
}

/// What was seen.
#[derive(Clone, Debug)]
pub enum What {
    /// The process was started.
    Started {
        /// Its number.
        pid: u32,
    },
    /// A line went to its standard input.
    Sent(Raw),
    /// A line came from its standard output.
    Received(Raw),
    /// A line came from its standard error output.
    Log(Raw),
    /// Its standard input was closed.
    InputEnded,
    /// It closed its standard output.
    OutputEnded,
    /// It ended.
    Exited(Exit),
    /// Lines were not kept, for want of room.
    Gap(Dropped),
}

/// How many lines of the server were not kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dropped {
    /// The lines.
    pub lines: u64,
    /// The bytes in them.
    pub bytes: u64,
}

/// A line exactly as it crossed, line end included.
#[derive(Clone, Debug)]
pub struct Raw {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The whole length, where only the head of a too long line is here.
    pub cut_from: Option<u64>,
}

impl Raw {
    /// The line without its end.
    pub fn text(&self) -> &[u8] {
        let bytes = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        bytes.strip_suffix(b"\r").unwrap_or(bytes)
    }

    /// How many bytes crossed the wire.
    pub fn length(&self) -> u64 {
        self.cut_from.unwrap_or(self.bytes.len() as u64)
    }
}

/// When a recording began: the tapes of its processes share one clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    /// The same on the calendar.
    pub started: SystemTime,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Clock { start: Instant::now(), started: SystemTime::now() }
    }
}

/// What was seen so far of one process; several threads add to it.
#[derive(Debug)]
pub struct Tape {
    clock: Clock,
    kept: Mutex<Kept>,
    news: Condvar,
}

/// What is kept of what was seen.
#[derive(Debug, Default)]
struct Kept {
    seen: Vec<Seen>,
    /// How many bytes of lines there are in it.
    bytes: usize,
    /// What was not kept since the last event that was.
    dropped: Dropped,
    recording: Option<Target>,
}

/// The most events that are kept. What a server says beyond is read, counted and dropped.
const MOST: usize = 10_000;
/// The most bytes of lines that are kept: one of the longest lines, and as much beside it.
const MOST_BYTES: usize = 128 << 20;

impl Tape {
    /// An empty tape.
    pub fn new(clock: Clock) -> Self {
        Tape { clock, kept: Mutex::default(), news: Condvar::new() }
    }

    /// Writes everything that is added from now on to a recording as well.
    pub fn record(&self, target: Target) {
        self.lock().recording = Some(target);
    }

    /// Tells what was not kept at last, and ends the recording: returns where it went, if there is
    /// one.
    pub fn stop_recording(&self) -> Option<Target> {
        let mut kept = self.lock();
        kept.tell_gap(self.clock.start.elapsed());
        kept.recording.take()
    }

    /// Adds what is seen now. The time is taken under the lock, so that order and clock agree.
    /// Lines of the server for which there is no room are counted; everything else is few, and
    /// always kept.
    pub fn add(&self, what: What) {
        let mut kept = self.lock();
        if let What::Received(raw) | What::Log(raw) = &what {
            if !kept.has_room(raw) {
                kept.dropped.lines += 1;
                kept.dropped.bytes += raw.length();
                return;
            }
            kept.bytes += raw.bytes.len();
        }
        let at = self.clock.start.elapsed();
        kept.tell_gap(at);
        kept.push(Seen { at, what });
        self.news.notify_all();
    }

    /// Waits until there is `enough` in what was seen from the event `from` on, and returns
    /// whether there is; `false` when `limit` is over. Each event is shown to `enough` once, with
    /// those that came together with it.
    pub fn wait(
        &self,
        from: usize,
        limit: Duration,
        mut enough: impl FnMut(&[Seen]) -> bool,
    ) -> bool {
        let deadline = Instant::now() + limit;
        let mut kept = self.lock();
        let mut looked_at = from;
        loop {
            if enough(kept.seen.get(looked_at..).unwrap_or_default()) {
                return true;
            }
            looked_at = looked_at.max(kept.seen.len());
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            kept = self.news.wait_timeout(kept, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until nothing was seen for a while; `false` when `limit` is over first, since a
    /// server may never be quiet.
    pub fn settle(&self, quiet: Duration, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        let mut count = self.len();
        while self.wait(count, quiet, |new| !new.is_empty()) {
            if Instant::now() >= deadline {
                return false;
            }
            count = self.len();
        }
        true
    }

    /// How many events there are.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks whether nothing was seen")]
    pub fn len(&self) -> usize {
        self.lock().seen.len()
    }

    /// Whether lines of the server were not kept, for want of room.
    pub fn has_gaps(&self) -> bool {
        let kept = self.lock();
        kept.dropped.lines > 0 || kept.seen.iter().any(|seen| matches!(seen.what, What::Gap(_)))
    }

    /// What was seen from the event `from` on.
    pub fn since(&self, from: usize) -> Vec<Seen> {
        self.lock().seen.get(from..).unwrap_or_default().to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        // A list that is only pushed to is whole even if a thread panicked.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn has_room(&self, raw: &Raw) -> bool {
        self.seen.len() < MOST && raw.bytes.len() <= MOST_BYTES - self.bytes
    }

    /// Says what was dropped, if something was, where it is missing.
    fn tell_gap(&mut self, at: Duration) {
        if self.dropped.lines > 0 {
            let dropped = std::mem::take(&mut self.dropped);
            self.push(Seen { at, what: What::Gap(dropped) });
        }
    }

    fn push(&mut self, seen: Seen) {
        if let Some(recording) = &mut self.recording {
            recording.add(&seen);
        }
        self.seen.push(seen);
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Raw, Tape, What};

    #[test]
    fn lines_beyond_the_bytes_that_are_kept_are_counted_and_endings_are_kept() {
        const LONG: usize = 60 << 20;
        let tape = Tape::new(Clock::start());
        for _ in 0..4 {
            tape.add(What::Received(Raw { bytes: vec![0; LONG], cut_from: None }));
        }
        tape.add(What::OutputEnded);
        let kept = tape.lock();
        let [What::Received(_), What::Received(_), What::Gap(dropped), What::OutputEnded] =
            [0, 1, 2, 3].map(|at| &kept.seen[at].what)
        else {
            panic!("two lines are kept, then the gap and the end");
        };
        assert_eq!((dropped.lines, dropped.bytes), (2, 2 * LONG as u64));
        assert_eq!(kept.seen.len(), 4);
    }
}
