use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::sleep;

use crate::service::Service;

/// One connection: what is served over it, and what goes on, as far as that tells one that is used
/// from one that is not.
#[derive(Debug)]
pub(crate) struct Traffic {
    pub service: Service,
    /// The path of the endpoint.
    pub path: Arc<str>,
    /// How many requests have begun.
    begun: AtomicU64,
    /// How many are being answered.
    open: AtomicUsize,
}

/// A request that is being answered.
#[derive(Debug)]
pub(crate) struct Open(Arc<Traffic>);

impl Traffic {
    pub(crate) fn of(service: Service, path: Arc<str>) -> Self {
        Traffic { service, path, begun: AtomicU64::new(0), open: AtomicUsize::new(0) }
    }

    pub(crate) fn begin(self: &Arc<Self>) -> Open {
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.open.fetch_add(1, Ordering::Relaxed);
        Open(self.clone())
    }

    /// Resolves when no request has begun for this long, or for up to twice as long, and none is
    /// being answered. One timer for all requests of a connection, instead of one for each.
    pub(crate) async fn stops(&self, idle: Duration) {
        loop {
            let begun = self.begun.load(Ordering::Relaxed);
            sleep(idle).await;
            let has_begun = self.begun.load(Ordering::Relaxed) != begun;
            if !has_begun && self.open.load(Ordering::Relaxed) == 0 {
                return;
            }
        }
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
