//! Work that blocks, on threads of its own.

use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;
use tokio::sync::{Semaphore, oneshot};

use super::failure::Failure;
use super::work::{self, Panicked};

/// Calls that block at once, each on a thread of its own. The threads are not the runtime's: that
/// waits for its blocking threads when it is dropped, and a server must end promptly.
static THREADS: Semaphore = Semaphore::const_new(64);

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
    let text = format!("The tool failed unexpectedly: {why}; the server's log may say more.");
    RpcError::refusal(reason!("handler-failed"), text).into()
}
