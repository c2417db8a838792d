//! Tasks that an earlier process left unfinished.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use mcpwire_protocol::json::write_string;
use mcpwire_protocol::jsonrpc::{Incoming, RpcError};
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;

use super::begin::{conclude, failure};
use super::live::Live;
use super::stored::{StoreError, StoredTask};
use crate::server::arrival::Arrival;
use crate::server::caller::Caller;
use crate::server::input::Rounds;
use crate::server::registry::Endpoint;
use crate::server::route::{self, Step};
use crate::server::speaker::Voice;
use crate::server::tool_call::Call;
use crate::server::work::{self, Panicked, Work};

impl Endpoint {
    /// Takes up the tasks that an earlier process left unfinished: those of tools that are
    /// [`resumable`](crate::Tool::resumable) are run again, the others have failed. Serving a
    /// wire does this by itself; whoever drives requests by [`Endpoint::answer`] calls it once.
    ///
    /// # Errors
    ///
    /// The store of tasks failed.
    pub async fn resume_tasks(&self) -> Result<(), StoreError> {
        let tasks = &self.registry.tasks;
        for task in tasks.unfinished().await? {
            if tasks.find(&task.id).is_some() {
                continue;
            }
            let tool = self.registry.tool(&task.tool);
            let is_resumable = tool.is_some_and(|tool| tool.tool.is_resumable);
            let live = tasks.add(task.clone()).await?;
            match is_resumable.then(|| again(self, &task, &live)).flatten() {
                Some(work) => {
                    let run = tokio::spawn(run(self.clone(), live.clone(), work));
                    live.runs_as(run.abort_handle()).await;
                }
                None => {
                    let (status, outcome) = failure(&interrupted());
                    tasks.end(&live, status, outcome).await?;
                }
            }
        }
        Ok(())
    }
}

fn interrupted() -> RpcError {
    let text = "The server ended while the task ran; call the tool again.";
    RpcError::refusal(reason!("handler-failed"), text)
}

/// Runs the handler up to where it made the task; there the task goes on by itself. A handler
/// that now ends without one has ended the task.
async fn run(endpoint: Endpoint, live: Arc<Live>, work: Work) {
    let reply = match work::finish(work).await {
        Ok(reply) if reply.has_begun => return,
        Ok(reply) => Ok(reply),
        Err(Panicked) => Err(work::panicked()),
    };
    conclude(&endpoint, &live, reply).await;
}

/// The handler of the call that a task was made of, started again.
fn again(endpoint: &Endpoint, task: &StoredTask, live: &Arc<Live>) -> Option<Work> {
    let mut text = br#"{"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"name":"#.to_vec();
    write_string(&mut text, &task.tool);
    let rest = format!(r#","arguments":{},"_meta":{}}}}}"#, task.arguments.get(), task.meta.get());
    text.extend_from_slice(rest.as_bytes());
    let Incoming::Request(request) = Incoming::parse(&text) else { return None };
    let caller = task.principal.as_ref().map_or_else(Caller::default, Caller::named);
    let channel = RefCell::default();
    let call = Call {
        endpoint,
        request: &request,
        arrival: &Arrival { caller: &caller, peer: None, http: None },
        revision: Revision::LATEST,
        log_level: None,
        voice: Voice::Alone(&channel),
        observed: None,
        rounds: OnceCell::from(Arc::new(Rounds::with_answers(task.answers.clone()))),
        tool: OnceCell::new(),
        resumes: Some(live.clone()),
        made: OnceCell::new(),
    };
    match route::dispatch(&call, &mut Vec::new()) {
        Ok(Step::Started(work)) => Some(work),
        Ok(Step::Answered | Step::ToolError(_) | Step::Listening(_)) | Err(_) => None,
    }
}
