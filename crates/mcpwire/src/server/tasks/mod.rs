//! Tasks: work that goes on after its request was answered.
//!
//! A handler begins one with [`Context::task`]; the client looks after it by `tasks/get`,
//! `tasks/update` and `tasks/cancel` (`methods.rs`). What must survive the process is kept by a
//! [`TaskStore`]; what runs in it is in `live.rs`.
//!
//! [`Context::task`]: super::Context::task
//!
//! Specification: SEP-2663, extension `io.modelcontextprotocol/tasks`.

mod begin;
mod handle;
mod live;
mod memory;
mod methods;
mod resume;
mod stored;
mod written;

use std::future::Future;
use std::time::Duration;

use super::context::Context;
use super::failure::Failure;
use super::output::IntoOutput;

pub use handle::Task;
pub use memory::MemoryTasks;
pub use stored::{StoreError, StoredTask, TaskStore};

pub(crate) use begin::{Begun, ToolFacts};
pub(crate) use live::{Live, Tasks};
pub(crate) use methods::{call, must_be_declared};

/// Whether a tool's calls become tasks.
///
/// Specification: SEP-2663, "Capability negotiation".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskUse {
    /// Never: [`Context::task`](super::Context::task) runs its work within the request.
    #[default]
    Never,
    /// For clients that declare the extension; for others the work is run within the request.
    May,
    /// Always: a client that does not declare the extension is refused with -32021.
    Required,
}

/// How tasks live, unless something else was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaskPlan {
    /// How long a task is kept from its creation.
    pub ttl: Option<Duration>,
    pub poll_interval: Duration,
}

impl Default for TaskPlan {
    fn default() -> Self {
        TaskPlan { ttl: Some(Duration::from_secs(3_600)), poll_interval: Duration::from_secs(1) }
    }
}

impl Context {
    /// Runs the rest of a call as a task: the client gets the task's name at once, and looks after
    /// it. The tool says by [`Tool::task`](super::Tool::task) that it does so.
    ///
    /// The handler ends here, so this comes last, with `?` or as its value. Questions before it
    /// are [`Context::input`]; within the task they are [`Task::input`], which waits. Towards a
    /// client that does not know tasks, the same work runs within the request.
    ///
    /// ```
    /// use mcpwire::{Context, Failure, Task, TaskUse, Tool};
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Render {
    ///     pages: u32,
    /// }
    ///
    /// async fn render(render: Render, context: Context) -> Result<String, Failure> {
    ///     let work = |task: Task| async move {
    ///         for page in 1..=render.pages {
    ///             task.tell(format!("page {page} of {}", render.pages)).await?;
    ///         }
    ///         Ok::<_, Failure>(format!("{} pages", render.pages))
    ///     };
    ///     context.task(work).await?
    /// }
    ///
    /// let tool = Tool::new("render", render).task(TaskUse::May);
    /// # mcpwire::Server::new("s", "1").tool(tool).build().unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// What ends the handler once the task is made, to be passed on; the store of tasks failed; as
    /// many tasks run as may.
    ///
    /// Specification: SEP-2663, "Task Creation".
    pub async fn task<R, W>(&self, work: impl FnOnce(Task) -> W + Send) -> Result<R, Failure>
    where
        R: IntoOutput,
        W: Future<Output = R> + Send + 'static,
    {
        match self.tool().filter(|tool| tool.is_declared && tool.task_use != TaskUse::Never) {
            Some(tool) => begin::begin(self, tool, work).await,
            None => Ok(work(Task { context: self.clone(), live: None }).await),
        }
    }
}
