use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use atomic_waker::AtomicWaker;

use crate::service::Service;

/// One connection: what is served over it, and what goes on, as far as that tells one that is used
/// from one that is not. It is told here when it has to end.
#[derive(Debug)]
pub(crate) struct Traffic {
    pub service: Service,
    /// The path of the endpoint.
    pub path: Arc<str>,
    /// How many requests have begun.
    begun: AtomicU64,
    /// How many are being answered.
    open: AtomicUsize,
    /// How many had begun when somebody looked last.
    seen: AtomicU64,
    stage: AtomicU8,
    /// Wakes the connection for what it is told.
    waker: AtomicWaker,
}

/// How far the end of a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// It goes on.
    Open,
    /// What is open is finished, and nothing new is taken.
    Ending,
    /// Whatever is still open is cut.
    Cut,
}

/// A request that is being answered.
#[derive(Debug)]
pub(crate) struct Open(Arc<Traffic>);

impl Traffic {
    pub(crate) fn of(service: Service, path: Arc<str>) -> Self {
        Traffic {
            service,
            path,
            begun: AtomicU64::new(0),
            open: AtomicUsize::new(0),
            seen: AtomicU64::new(0),
            stage: AtomicU8::new(Stage::Open as u8),
            waker: AtomicWaker::new(),
        }
    }

    pub(crate) fn begin(self: &Arc<Self>) -> Open {
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.open.fetch_add(1, Ordering::Relaxed);
        Open(self.clone())
    }

    /// Looked at now and then: one over which no request has begun since the last look, and none is
    /// being answered, is led to its end, one stage each time.
    pub(crate) fn look(&self) {
        let begun = self.begun.load(Ordering::Relaxed);
        let has_begun = self.seen.swap(begun, Ordering::Relaxed) != begun;
        if !has_begun && self.open.load(Ordering::Relaxed) == 0 {
            let next = if self.stage() == Stage::Open { Stage::Ending } else { Stage::Cut };
            self.tell(next);
        }
    }

    /// Tells the connection to go at least this far.
    pub(crate) fn tell(&self, stage: Stage) {
        if self.stage.fetch_max(stage as u8, Ordering::AcqRel) < stage as u8 {
            self.waker.wake();
        }
    }

    fn stage(&self) -> Stage {
        match self.stage.load(Ordering::Acquire) {
            0 => Stage::Open,
            1 => Stage::Ending,
            _ => Stage::Cut,
        }
    }

    /// How far the end has come; the task is woken when it goes on. For one task only, which is the
    /// connection's.
    pub(crate) fn told(&self, cx: &Context<'_>) -> Stage {
        // Registered before the look, so that no word is missed.
        self.waker.register(cx.waker());
        self.stage()
    }

    /// Resolves when the end has begun.
    pub(crate) async fn ends(&self) {
        poll_fn(|cx| match self.told(cx) {
            Stage::Open => Poll::Pending,
            Stage::Ending | Stage::Cut => Poll::Ready(()),
        })
        .await;
    }
}

impl Open {
    pub(crate) fn traffic(&self) -> &Traffic {
        &self.0
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}
