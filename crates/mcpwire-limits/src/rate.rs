use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;

/// How many calls in which time. As long as nobody calls, calls are saved up to the burst, which
/// is the number of calls unless [`Rate::burst`] sets another one.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub(crate) quota: Quota,
}

impl Rate {
    /// So many calls a second.
    ///
    /// # Panics
    ///
    /// If it is 0; a tool that nobody may call is one that is not registered.
    pub fn per_second(calls: u32) -> Self {
        Rate { quota: Quota::per_second(positive(calls)) }
    }

    /// So many calls a minute.
    ///
    /// # Panics
    ///
    /// As [`Rate::per_second`].
    pub fn per_minute(calls: u32) -> Self {
        Rate { quota: Quota::per_minute(positive(calls)) }
    }

    /// So many calls an hour.
    ///
    /// # Panics
    ///
    /// As [`Rate::per_second`].
    pub fn per_hour(calls: u32) -> Self {
        Rate { quota: Quota::per_hour(positive(calls)) }
    }

    /// How many calls may come at once.
    ///
    /// # Panics
    ///
    /// As [`Rate::per_second`].
    #[must_use]
    pub fn burst(self, calls: u32) -> Self {
        Rate { quota: self.quota.allow_burst(positive(calls)) }
    }

    /// After how long without a call nothing is left to remember.
    pub(crate) fn memory(self) -> Duration {
        self.quota.replenish_interval().saturating_mul(self.quota.burst_size().get())
    }
}

fn positive(calls: u32) -> NonZeroU32 {
    NonZeroU32::new(calls).expect("a rate must allow at least one call")
}
