//! Waiting on a thread that may block.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{self, Poll, Wake, Waker};
use std::thread::{self, Thread};

use super::context::Context;

impl Context {
    /// Waits here until `future` is done: for functions that block, such as those of
    /// [`Tool::blocking`](super::Tool::blocking), where nothing can be awaited.
    ///
    /// ```
    /// use mcpwire::{Context, NoArguments, Tool};
    ///
    /// let tool = Tool::blocking("import", |_: NoArguments, context: Context| {
    ///     context.wait(context.progress(1.0, Some(2.0), Some("half of it")));
    ///     "imported"
    /// });
    /// # mcpwire::Server::new("s", "1").tool(tool).build().unwrap();
    /// ```
    ///
    /// It is for what a context does over time. Anything that needs a runtime (timers, sockets)
    /// belongs into an async handler, and an async handler must not call this: it would hold up
    /// every other one.
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = task::Context::from_waker(&waker);
        let mut future = pin!(future);
        loop {
            match future.as_mut().poll(&mut context) {
                Poll::Ready(done) => return done,
                Poll::Pending => thread::park(),
            }
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
