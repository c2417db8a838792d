//! Everything that was seen, in one order on one clock.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use mcpwire_protocol::recording::Exit;

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
    seen: Mutex<Vec<Seen>>,
    news: Condvar,
}

/// The most events that are kept: a server that floods us is not read further.
const MOST: usize = 10_000;

impl Tape {
    /// An empty tape.
    pub fn new(clock: Clock) -> Self {
        Tape { clock, seen: Mutex::default(), news: Condvar::new() }
    }

    /// Adds what is seen now; `false` if there is no more room. The time is taken under the lock,
    /// so that order and clock agree.
    pub fn add(&self, what: What) -> bool {
        let mut seen = self.lock();
        let room = seen.len() < MOST;
        if room {
            seen.push(Seen { at: self.clock.start.elapsed(), what });
        }
        self.news.notify_all();
        room
    }

    /// Waits until what was seen from the event `from` on is `enough`, and returns whether it is;
    /// `false` when `limit` is over.
    pub fn wait(&self, from: usize, limit: Duration, enough: impl Fn(&[Seen]) -> bool) -> bool {
        let deadline = Instant::now() + limit;
        let mut seen = self.lock();
        loop {
            if enough(seen.get(from..).unwrap_or_default()) {
                return true;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            seen = self.news.wait_timeout(seen, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until nothing was seen for a while.
    pub fn settle(&self, quiet: Duration) {
        let mut count = self.len();
        while self.wait(count, quiet, |new| !new.is_empty()) {
            count = self.len();
        }
    }

    /// How many events there are.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks whether nothing was seen")]
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// What was seen from the event `from` on.
    pub fn since(&self, from: usize) -> Vec<Seen> {
        self.lock().get(from..).unwrap_or_default().to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Seen>> {
        // A list that is only pushed to is whole even if a thread panicked.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
