//! Everything that was seen, in one order on one clock.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use mcpwire_protocol::recording::Exit;

use super::exchange::Crossed;
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
    /// Something crossed in the exchange with this number.
    Http(u64, Crossed),
}

impl Seen {
    /// A message of the server, or a line that should be one.
    pub fn received(&self) -> Option<&[u8]> {
        match &self.what {
            What::Received(raw) => Some(raw.text()),
            What::Http(_, crossed) => crossed.message(),
            _ => None,
        }
    }

    /// Whether it belongs to an exchange.
    pub fn is_of(&self, exchange: u64) -> bool {
        matches!(self.what, What::Http(number, _) if number == exchange)
    }

    /// Whether it ends an exchange.
    pub fn ends(&self, exchange: u64) -> bool {
        matches!(self.what, What::Http(number, Crossed::End(_)) if number == exchange)
    }
}

/// How many lines of the server were not kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dropped {
    /// Whether they are lines of its log; otherwise they may be messages.
    pub of_log: bool,
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
#[derive(Debug)]
struct Kept {
    seen: Vec<Seen>,
    /// Lines of its standard output.
    messages: Budget,
    /// Lines of its log, which must not take the room of messages.
    logs: Budget,
    /// The newest lines of its log, kept or not.
    log_tail: VecDeque<Vec<u8>>,
    recording: Option<Target>,
}

/// How many lines of a kind are kept. What a server says beyond is read, counted and dropped.
#[derive(Debug)]
struct Budget {
    lines: usize,
    bytes: usize,
    /// What was not kept since the last event that was.
    dropped: Dropped,
}

/// The most lines that are kept of a server's output, and the most of its log.
const MOST: usize = 10_000;
/// The most bytes of messages that are kept: one of the longest lines, and as much beside it.
const MOST_BYTES: usize = 128 << 20;
/// The most bytes of the log that are kept.
const MOST_LOG_BYTES: usize = 16 << 20;
/// How many of the newest lines of the log there are at least, and how much of each.
const TAIL: (usize, usize) = (8, 4 << 10);

impl Tape {
    /// An empty tape.
    pub fn new(clock: Clock) -> Self {
        let kept = Kept {
            seen: Vec::new(),
            messages: Budget::of(MOST_BYTES),
            logs: Budget::of(MOST_LOG_BYTES),
            log_tail: VecDeque::new(),
            recording: None,
        };
        Tape { clock, kept: Mutex::new(kept), news: Condvar::new() }
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
        kept.tell_log_gap(self.clock.start.elapsed());
        kept.recording.take()
    }

    /// Adds what is seen now. The time is taken under the lock, so that order and clock agree.
    /// Lines of the server for which there is no room are counted; everything else is few, and
    /// always kept.
    pub fn add(&self, what: What) {
        let mut kept = self.lock();
        let has_room = match &what {
            What::Received(raw) => kept.messages.take(raw.bytes.len(), raw.length()),
            What::Http(_, crossed) if crossed.message().is_some() => {
                let size = crossed.size();
                kept.messages.take(size, size as u64)
            }
            What::Log(raw) => {
                kept.keep_tail(raw);
                kept.logs.take(raw.bytes.len(), raw.length())
            }
            _ => true,
        };
        if !has_room {
            return;
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

    /// Whether lines of the server's output were not kept, for want of room.
    pub fn has_gaps(&self) -> bool {
        let kept = self.lock();
        let is_gap = |seen: &Seen| matches!(&seen.what, What::Gap(dropped) if !dropped.of_log);
        kept.messages.dropped.lines > 0 || kept.seen.iter().any(is_gap)
    }

    /// The newest lines of the log, without their ends: at most eight, and 4 KiB of each.
    pub fn log_tail(&self) -> Vec<Vec<u8>> {
        self.lock().log_tail.iter().cloned().collect()
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
    fn keep_tail(&mut self, raw: &Raw) {
        if self.log_tail.len() == TAIL.0 {
            self.log_tail.pop_front();
        }
        let text = raw.text();
        self.log_tail.push_back(text[..text.len().min(TAIL.1)].to_vec());
    }

    /// Says what was dropped, if something was, where it is missing. Of a log that goes on and on
    /// this is said at the end only, or a gap would stand between any two messages.
    fn tell_gap(&mut self, at: Duration) {
        if self.messages.dropped.lines > 0 {
            let dropped = std::mem::take(&mut self.messages.dropped);
            self.push(Seen { at, what: What::Gap(dropped) });
        }
    }

    fn tell_log_gap(&mut self, at: Duration) {
        if self.logs.dropped.lines > 0 {
            let dropped = std::mem::take(&mut self.logs.dropped);
            let dropped = Dropped { of_log: true, ..dropped };
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

impl Budget {
    const fn of(bytes: usize) -> Self {
        Budget { lines: MOST, bytes, dropped: Dropped { of_log: false, lines: 0, bytes: 0 } }
    }

    /// Whether there is room for a line of which so many bytes are kept, which is then taken;
    /// otherwise the line is counted.
    fn take(&mut self, kept: usize, crossed: u64) -> bool {
        let has_room = self.lines > 0 && kept <= self.bytes;
        if has_room {
            self.lines -= 1;
            self.bytes -= kept;
        } else {
            self.dropped.lines += 1;
            self.dropped.bytes += crossed;
        }
        has_room
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

    #[test]
    fn a_log_without_end_takes_no_room_of_messages() {
        let line = |text: String| Raw { bytes: text.into_bytes(), cut_from: None };
        let tape = Tape::new(Clock::start());
        for number in 0..25_000 {
            tape.add(What::Log(line(format!("{number}\n"))));
        }
        tape.add(What::Received(line("{}\n".to_owned())));
        assert!(!tape.has_gaps());
        let tail = tape.log_tail();
        assert_eq!((tail.len(), &*tail[7]), (8, &b"24999"[..]));
        assert!(matches!(tape.since(10_000)[0].what, What::Received(_)));
        tape.stop_recording();
        let last = tape.since(10_001);
        assert!(matches!(last[0].what, What::Gap(gap) if gap.of_log && gap.lines == 15_000));
    }
}
