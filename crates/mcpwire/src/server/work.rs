//! Handlers under way: a future that ends in the bytes of the answer.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// A handler that was started.
pub(crate) type Work = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// A handler panicked. That is its answer's business (-32603), never the connection's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panicked;

/// Polls a handler once, in place. Most have their answer at once and never become a task; one
/// that is pending is polled again by its task, with a waker of its own.
pub(crate) fn poll_in_place(work: &mut Work) -> Poll<Result<Vec<u8>, Panicked>> {
    poll_caught(work, &mut Context::from_waker(Waker::noop()))
}

fn poll_caught(work: &mut Work, cx: &mut Context<'_>) -> Poll<Result<Vec<u8>, Panicked>> {
    match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Ok),
        Err(_) => Poll::Ready(Err(Panicked)),
    }
}

/// Drives a handler to its end, whatever it does.
pub(crate) async fn finish(mut work: Work) -> Result<Vec<u8>, Panicked> {
    std::future::poll_fn(|cx| poll_caught(&mut work, cx)).await
}
