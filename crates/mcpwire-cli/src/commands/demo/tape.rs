//! Everything that was seen, in one order on one clock.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use mcpwire_protocol::recording::Exit;

/// One thing that was seen.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// When, since the start.
    pub(super) at: Duration,
    pub(super) what: What,
}

/// What was seen.
#[derive(Clone, Debug)]
pub(super) enum What {
    Started { pid: u32 },
    Sent(Raw),
    Received(Raw),
    Log(Raw),
    InputEnded,
    OutputEnded,
    Exited(Exit),
}

/// A line exactly as it crossed, line end included.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub(super) bytes: Vec<u8>,
    /// The whole length, where only the head of a too long line is here.
    pub(super) cut_from: Option<u64>,
}

impl Raw {
    /// The line without its end.
    pub(super) fn text(&self) -> &[u8] {
        let bytes = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        bytes.strip_suffix(b"\r").unwrap_or(bytes)
    }

    /// How many bytes crossed the wire.
    pub(super) fn length(&self) -> u64 {
        self.cut_from.unwrap_or(self.bytes.len() as u64)
    }
}

/// What was seen so far; several threads add to it.
#[derive(Debug)]
pub(super) struct Tape {
    start: Instant,
    pub(super) started: SystemTime,
    seen: Mutex<Vec<Seen>>,
    news: Condvar,
}

/// The most events that are kept: a server that floods us is not read further.
const MOST: usize = 10_000;

impl Tape {
    pub(super) fn new() -> Self {
        Tape {
            start: Instant::now(),
            started: SystemTime::now(),
            seen: Mutex::default(),
            news: Condvar::new(),
        }
    }

    /// Adds what is seen now; `false` if there is no more room. The time is taken under the lock,
    /// so that order and clock agree.
    pub(super) fn add(&self, what: What) -> bool {
        let mut seen = self.lock();
        let room = seen.len() < MOST;
        if room {
            seen.push(Seen { at: self.start.elapsed(), what });
        }
        self.news.notify_all();
        room
    }

    /// Waits until what was seen from the event `from` on is `enough`, and returns whether it is;
    /// `false` when `limit` is over.
    pub(super) fn wait(
        &self,
        from: usize,
        limit: Duration,
        enough: impl Fn(&[Seen]) -> bool,
    ) -> bool {
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
    pub(super) fn settle(&self, quiet: Duration) {
        let mut count = self.len();
        while self.wait(count, quiet, |new| !new.is_empty()) {
            count = self.len();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    /// What was seen from the event `from` on.
    pub(super) fn since(&self, from: usize) -> Vec<Seen> {
        self.lock().get(from..).unwrap_or_default().to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Seen>> {
        // A list that is only pushed to is whole even if a thread panicked.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
