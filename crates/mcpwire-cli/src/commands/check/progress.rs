//! How much of a big file is read, shown on a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// A bar on standard error, drawn over and over.
#[derive(Debug)]
pub(super) struct Progress {
    total: u64,
    read: u64,
    drawn: Option<Instant>,
}

/// Files smaller than this are read before anybody could look.
const BIG: u64 = 16 << 20;
const WIDTH: u64 = 40;
const PAUSE: Duration = Duration::from_millis(100);

impl Progress {
    /// A bar for a file of this size; none where it is small or unknown, or nobody looks.
    pub(super) fn of(size: Option<u64>) -> Option<Self> {
        let total = size.filter(|size| *size >= BIG && std::io::stderr().is_terminal())?;
        Some(Progress { total, read: 0, drawn: None })
    }

    /// Says that more was read.
    pub(super) fn add(&mut self, bytes: usize) {
        self.read += bytes as u64;
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE) {
            self.drawn = Some(Instant::now());
            let read = self.read.min(self.total);
            let done = (read * WIDTH / self.total) as usize;
            let rest = WIDTH as usize - done;
            let mib = |bytes| bytes >> 20;
            let _ = write!(
                std::io::stderr(),
                "\r{}{} {} of {} MiB",
                "█".repeat(done),
                "░".repeat(rest),
                mib(read),
                mib(self.total)
            );
        }
    }
}

impl Drop for Progress {
    /// Takes the bar away.
    fn drop(&mut self) {
        let _ = write!(std::io::stderr(), "\r{}\r", " ".repeat(WIDTH as usize + 30));
    }
}
