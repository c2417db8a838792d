//! Handlers under way: a future that ends in the bytes of the answer.

use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::pin::Pin;
use std::sync::Once;
use std::task::{Context, Poll, Waker};

use super::notices::Notices;

/// A handler that was started.
pub(crate) type Work = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// A handler panicked. That is its answer's business (-32603), never the connection's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panicked;

thread_local! {
    /// Whether this thread runs a handler.
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
}

/// Runs a piece of a handler, whatever it does.
pub(crate) fn catch<T>(piece: impl FnOnce() -> T) -> Result<T, Panicked> {
    IN_HANDLER.set(true);
    let done = catch_unwind(AssertUnwindSafe(piece));
    IN_HANDLER.set(false);
    done.map_err(|_| Panicked)
}

/// Lets the panics of handlers be told by notices. The usual hook writes to standard error itself,
/// and would wait there for ever if nobody reads it; panics elsewhere are still its own.
pub(crate) fn tell_panics_by_notices() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| match IN_HANDLER.get() {
            true => Notices::StandardError.note(&told(panic)),
            false => usual(panic),
        }));
    });
}

fn told(panic: &PanicHookInfo<'_>) -> String {
    let text = panic.payload_as_str().unwrap_or("(no text)");
    match panic.location() {
        Some(place) => format!("A handler panicked at {place}: {text:.500}"),
        None => format!("A handler panicked: {text:.500}"),
    }
}

/// Polls a handler once, in place. Most have their answer at once and never become a task; one
/// that is pending is polled again by its task, with a waker of its own.
pub(crate) fn poll_in_place(work: &mut Work) -> Poll<Result<Vec<u8>, Panicked>> {
    poll_caught(work, &mut Context::from_waker(Waker::noop()))
}

fn poll_caught(work: &mut Work, cx: &mut Context<'_>) -> Poll<Result<Vec<u8>, Panicked>> {
    match catch(|| work.as_mut().poll(cx)) {
        Ok(poll) => poll.map(Ok),
        Err(Panicked) => Poll::Ready(Err(Panicked)),
    }
}

/// Drives a handler to its end, whatever it does.
pub(crate) async fn finish(mut work: Work) -> Result<Vec<u8>, Panicked> {
    std::future::poll_fn(|cx| poll_caught(&mut work, cx)).await
}
