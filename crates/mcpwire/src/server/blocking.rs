//! Work that blocks, on threads of its own.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;
use serde::de::DeserializeOwned;
use tokio::sync::{Semaphore, oneshot};

use super::context::Context;
use super::failure::Failure;
use super::handler::{Handler, NoArguments};
use super::observe::within;
use super::tool_call::Call;
use super::work::{self, Panicked};

/// Calls that block at once, each on a thread of its own. The threads are not the runtime's: that
/// waits for its blocking threads when it is dropped, and a server must end promptly.
static THREADS: Semaphore = Semaphore::const_new(64);

/// Functions and closures that block and can stand behind [`Tool::blocking`](super::Tool::blocking)
/// and its like: of the arguments, of the arguments and the [`Context`], of the context, or of
/// nothing. On their thread [`Context::wait`] drives what the context does over time.
///
/// The trait is sealed: it is there for these functions, and nothing else can implement it.
#[diagnostic::on_unimplemented(
    message = "this function cannot answer requests on a thread of its own",
    label = "not a function of arguments, `Context`, both (in this order), or nothing",
    note = "it must not be async, and what it captures and returns must be `Send`",
    note = "arguments derive `serde::Deserialize` and `schemars::JsonSchema`"
)]
pub trait Blocking<A, M>: Send + Sync + 'static {
    /// What the function returns.
    type Output: Send + 'static;

    /// The call, ready to be made on another thread.
    fn ready(
        self: Arc<Self>,
        arguments: A,
        call: &Call<'_>,
    ) -> impl FnOnce() -> Self::Output + Send + 'static;
}

macro_rules! blocking_functions {
    ($(($($argument:ident: $type:ty),*), $arguments:ty, $marker:ty, [$($generic:ident)?],
        |$given:pat_param, $call:ident| $make:expr;)*) => {$(
        impl<F, O, $($generic)?> Blocking<$arguments, $marker> for F
        where
            F: Fn($($type),*) -> O + Send + Sync + 'static,
            O: Send + 'static,
            $($generic: DeserializeOwned + Send + 'static)?
        {
            type Output = O;

            fn ready(
                self: Arc<Self>,
                $given: $arguments,
                $call: &Call<'_>,
            ) -> impl FnOnce() -> O + Send + 'static {
                let ($($argument,)*) = $make;
                move || self($($argument),*)
            }
        }
    )*};
}

blocking_functions! {
    (arguments: A), A, (A,), [A], |arguments, _call| (arguments,);
    (arguments: A, context: Context), A, (A, Context), [A], |arguments, call| (arguments, call.context());
    (context: Context), NoArguments, Context, [], |_, call| (call.context(),);
    (), NoArguments, (), [], |_, _call| ();
}

/// A function that blocks as a handler.
pub(crate) struct OnThread<H>(Arc<H>);

/// Tells the functions that block from the others.
pub(crate) struct Blocks<M>(PhantomData<M>);

impl<H> OnThread<H> {
    pub(crate) fn new(work: H) -> Self {
        OnThread(Arc::new(work))
    }
}

impl<A, M, H> Handler<A, Blocks<M>> for OnThread<H>
where
    A: Send + 'static,
    H: Blocking<A, M>,
{
    type Output = Result<H::Output, Failure>;

    fn call(
        &self,
        arguments: A,
        call: &Call<'_>,
    ) -> impl Future<Output = Self::Output> + Send + 'static {
        let observed = call.observed.cloned();
        let work = self.0.clone().ready(arguments, call);
        on_a_thread(move || match observed {
            Some(observed) => within(&*observed, work),
            None => work(),
        })
    }
}

/// Runs `work` on a thread of its own. The failure says that the work panicked, or that there is
/// no thread to be had.
pub(crate) async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let permit = THREADS.acquire().await;
    let (send, receive) = oneshot::channel();
    let run = move || {
        let _permit = permit;
        // Nobody listens any more if the call was cancelled.
        let _ = send.send(work::catch(work));
    };
    std::thread::Builder::new().spawn(run).map_err(|_| failed("no thread could be started"))?;
    match receive.await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(Panicked)) | Err(_) => Err(failed("its thread ended early")),
    }
}

fn failed(why: &str) -> Failure {
    let text = format!("The handler failed unexpectedly: {why}; the server's log may say more.");
    RpcError::refusal(reason!("handler-failed"), text).into()
}
