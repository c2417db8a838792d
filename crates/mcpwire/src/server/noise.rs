use std::time::Duration;

use tokio::time::Instant;

/// Lets one answer to noise through in a while, so that two programs that talk past each other
/// cannot start a storm; the rest is counted.
#[derive(Debug, Default)]
pub(crate) struct NoiseGate {
    last: Option<Instant>,
    swallowed: u64,
}

impl NoiseGate {
    const PAUSE: Duration = Duration::from_secs(1);

    /// Whether this line of noise may be answered at `now`.
    pub(crate) fn opens(&mut self, now: Instant) -> bool {
        if self.last.is_some_and(|last| now.duration_since(last) < Self::PAUSE) {
            self.swallowed += 1;
            return false;
        }
        self.last = Some(now);
        true
    }

    /// How many lines went unanswered since this was asked last.
    pub(crate) fn take_swallowed(&mut self) -> u64 {
        std::mem::take(&mut self.swallowed)
    }
}
