use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::RateLimiter;
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};

use crate::rate::Rate;

type Limiter = RateLimiter<NotKeyed, InMemoryState, MonotonicClock, NoOpMiddleware<Instant>>;

/// How often those who are full of memory are looked through.
const PAUSE: Duration = Duration::from_secs(1);

/// One rate for each of a bounded number of callers.
#[derive(Debug)]
pub(crate) struct Keyed {
    rate: Rate,
    callers: Mutex<Callers>,
    /// Of all callers for whom there is no room, together.
    others: Limiter,
}

#[derive(Debug, Default)]
struct Callers {
    known: HashMap<String, Known>,
    looked_through: Option<Instant>,
}

#[derive(Debug)]
struct Known {
    limiter: Limiter,
    last_call: Instant,
}

impl Keyed {
    pub(crate) fn new(rate: Rate) -> Self {
        Keyed { rate, callers: Mutex::default(), others: limiter(rate) }
    }

    /// Counts a call; or says how long to wait before the next. At most `most` callers are
    /// remembered one by one; whoever comes beyond that shares one rate with others.
    pub(crate) fn admit(&self, caller: &str, most: usize) -> Result<(), Duration> {
        let now = Instant::now();
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = callers.known.get_mut(caller) {
            known.last_call = now;
            return check(&known.limiter);
        }
        if callers.known.len() >= most {
            callers.forget(self.rate.memory(), now);
        }
        if callers.known.len() >= most {
            return check(&self.others);
        }
        let known = Known { limiter: limiter(self.rate), last_call: now };
        check(&callers.known.entry(caller.to_owned()).or_insert(known).limiter)
    }
}

impl Callers {
    /// Forgets whoever has saved up a whole burst again, which is as good as never having called.
    fn forget(&mut self, memory: Duration, now: Instant) {
        if self.looked_through.is_none_or(|last| now.duration_since(last) >= PAUSE) {
            self.looked_through = Some(now);
            self.known.retain(|_, known| now.duration_since(known.last_call) < memory);
        }
    }
}

fn limiter(rate: Rate) -> Limiter {
    RateLimiter::direct_with_clock(rate.quota, MonotonicClock)
}

fn check(limiter: &Limiter) -> Result<(), Duration> {
    limiter.check().map_err(|early| early.wait_time_from(MonotonicClock.now()))
}
