//! Handlers under way: a future that ends in the answer.

use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::pin::Pin;
use std::sync::Once;
use std::task::{Context, Poll, Waker};

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Request, RpcError};
use mcpwire_protocol::reason;

use super::notices::Notices;
use super::reply::Reply;

/// A handler that was started.
pub(crate) type Work = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// A handler panicked. That is its answer's business (-32603), never the connection's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panicked;

thread_local! {
    /// Whether this thread runs a handler.
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
}

/// Runs a piece of a handler, whatever it does.
pub(crate) fn catch<T>(piece: impl FnOnce() -> T) -> Result<T, Panicked> {
    let outer = IN_HANDLER.replace(true);
    let done = catch_unwind(AssertUnwindSafe(piece));
    IN_HANDLER.set(outer);
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
pub(crate) fn poll_in_place(work: &mut Work) -> Poll<Result<Reply, Panicked>> {
    poll_caught(work, &mut Context::from_waker(Waker::noop()))
}

pub(crate) fn poll_caught(work: &mut Work, cx: &mut Context<'_>) -> Poll<Result<Reply, Panicked>> {
    match catch(|| work.as_mut().poll(cx)) {
        Ok(poll) => poll.map(Ok),
        Err(Panicked) => Poll::Ready(Err(Panicked)),
    }
}

/// Drives a handler to its end, whatever it does.
pub(crate) async fn finish(mut work: Work) -> Result<Reply, Panicked> {
    std::future::poll_fn(|cx| poll_caught(&mut work, cx)).await
}

/// Names the request, not the panic: that text may hold anything, and the panic hook prints it.
pub(crate) fn panic_note(request: &Request<'_>) -> String {
    let name = request.params.name.or(request.params.uri).map_or("", Text::as_str);
    format!(
        "The handler of {:.80} {name:.80} panicked (request {:.60}).",
        request.method(),
        request.id
    )
}

pub(crate) fn panicked() -> RpcError {
    let text = "The handler of this request failed unexpectedly; the server's log says more.";
    RpcError::refusal(reason!("handler-failed"), text)
}
