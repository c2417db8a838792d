//! From a call to a task.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use mcpwire_protocol::jsonrpc::{Incoming, Outcome, RpcError};
use mcpwire_protocol::reason;
use mcpwire_protocol::types::TaskStatus;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::time::timeout;

use super::TaskUse;
use super::handle::Task;
use super::live::Live;
use super::stored::StoredTask;
use super::written::{bare, now};
use crate::server::context::Context;
use crate::server::ending::Ending;
use crate::server::failure::Failure;
use crate::server::output::IntoOutput;
use crate::server::registry::Endpoint;
use crate::server::reply::Reply;
use crate::server::seal::random_name;
use crate::server::tool_call::{OutputFacts, finish};
use crate::server::work::{self, Panicked, Work};

/// What a context knows of its tool, if that may make tasks.
#[derive(Clone, Debug)]
pub(crate) struct ToolFacts {
    pub name: String,
    pub task_use: TaskUse,
    pub arguments: Box<RawValue>,
    pub output: Arc<OutputFacts>,
    /// Whether the client declared the extension.
    pub is_declared: bool,
    /// The task that is run again, after the process that ran it has ended.
    pub resumes: Option<Arc<Live>>,
}

/// How a handler ends whose work goes on as a task: with the members of the result, as JSON text
/// without braces.
#[derive(Debug)]
pub(crate) struct Begun(pub String);

impl fmt::Display for Begun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The work goes on as a task")
    }
}

impl Error for Begun {}

/// Makes a task of `work`, which then runs by itself; ends the handler.
pub(super) async fn begin<R, W>(
    context: &Context,
    tool: &ToolFacts,
    work: impl FnOnce(Task) -> W + Send,
) -> Result<R, Failure>
where
    R: IntoOutput,
    W: Future<Output = R> + Send + 'static,
{
    let endpoint = context.endpoint().clone();
    let tasks = &endpoint.registry.tasks;
    let live = match &tool.resumes {
        Some(live) => live.clone(),
        None => {
            if !tasks.has_room() {
                return Err(full().into());
            }
            tasks.forget_expired().await?;
            tasks.add(new_task(context, tool)).await?
        }
    };
    let task = live.task().await;
    let work = work(Task { context: context.clone(), live: Some(live.clone()) });
    let (ending, facts) = (Ending { answer: context.answer(), context: None }, tool.output.clone());
    let work: Work = Box::pin(async move {
        let output = work.await.into_output(&facts.shape);
        finish(&ending, output, &facts)
    });
    let run = tokio::spawn(run(endpoint.clone(), live.clone(), work, task.expires()));
    live.runs_as(run.abort_handle()).await;
    Err(Begun(bare(&task.members())).into())
}

fn new_task(context: &Context, tool: &ToolFacts) -> StoredTask {
    let plan = &context.endpoint().registry.task_plan;
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let now = now();
    StoredTask {
        id: random_name(),
        principal: context.caller().principal().map(str::to_owned),
        tool: tool.name.clone(),
        arguments: tool.arguments.clone(),
        meta: context.raw_meta(),
        status: TaskStatus::Working,
        status_message: None,
        created: now,
        updated: now,
        ttl: plan.ttl.map(millis),
        poll_interval: Some(millis(plan.poll_interval).max(1)),
        asked: Default::default(),
        answers: context.rounds().read_answers(),
        outcome: None,
    }
}

fn full() -> RpcError {
    let text = "As many tasks run as this server takes; call again when some have ended.";
    RpcError::refusal(reason!("limit-in-flight"), text)
}

/// Runs the work of a task to its end, or to the end of its time.
async fn run(endpoint: Endpoint, live: Arc<Live>, work: Work, expires: Option<u64>) {
    let reply = match expires {
        None => Some(work::finish(work).await),
        Some(expires) => {
            let time = Duration::from_millis(expires.saturating_sub(now()));
            timeout(time, work::finish(work)).await.ok()
        }
    };
    let reply = match reply {
        Some(Ok(reply)) => Ok(reply),
        Some(Err(Panicked)) => Err(work::panicked()),
        None => Err(failed("The task took longer than it may live.")),
    };
    conclude(&endpoint, &live, reply).await;
}

/// Ends a task with what its work came to.
pub(super) async fn conclude(endpoint: &Endpoint, live: &Live, reply: Result<Reply, RpcError>) {
    let (status, outcome) = match reply {
        Ok(reply) if reply.asks => failure(&failed(
            "The work of a task asked by `Context::input`; within a task it is `Task::input`.",
        )),
        Ok(reply) => outcome_of(&reply.message),
        Err(error) => failure(&error),
    };
    if let Err(error) = endpoint.registry.tasks.end(live, status, outcome).await {
        endpoint.registry.note(&error.to_string());
    }
}

/// A response's result or error as that of a task.
fn outcome_of(message: &[u8]) -> (TaskStatus, Option<Box<RawValue>>) {
    let raw = |text: &str| RawValue::from_string(text.to_owned()).ok();
    match Incoming::parse(message) {
        Incoming::Response(response) => match response.outcome {
            Outcome::Result(result) => (TaskStatus::Completed, raw(result.as_str())),
            Outcome::Error(error) => (TaskStatus::Failed, raw(error.text.as_str())),
        },
        _ => failure(&failed("The work of the task ended without an answer.")),
    }
}

fn failed(text: &str) -> RpcError {
    RpcError::refusal(reason!("handler-failed"), text)
}

pub(super) fn failure(error: &RpcError) -> (TaskStatus, Option<Box<RawValue>>) {
    let mut members = json!({ "code": error.code.0, "message": error.message });
    if let Some(data) = &error.data {
        members["data"] = data.clone();
    }
    (TaskStatus::Failed, RawValue::from_string(members.to_string()).ok())
}
