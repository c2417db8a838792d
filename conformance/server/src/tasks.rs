//! Tools whose work goes on after their request was answered (SEP-2663).

use std::time::Duration;

use mcpwire::{
    Content, Context, Elicit, ErrorCode, Failure, RpcError, Task, TaskUse, Tool, ToolError,
};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::sleep;

use crate::input::{UserName, user_name};

/// How long the jobs take that fail: the suite looks at them while they work.
const SHORT_WHILE: Duration = Duration::from_secs(1);
/// The longest that one may ask for.
const LONGEST: f64 = 3_600.0;

#[derive(Deserialize, JsonSchema)]
struct Greet {
    /// Who to greet.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct SlowCompute {
    /// How long the work takes, in seconds; an hour at most.
    #[serde(default)]
    #[schemars(range(min = 0, max = 3_600))]
    seconds: f64,
    /// Comes back in the result.
    #[serde(default)]
    label: String,
}

#[derive(Deserialize, JsonSchema)]
struct ConfirmDelete {
    /// What would be deleted.
    filename: String,
}

#[derive(Deserialize, JsonSchema)]
struct Confirm {
    /// Whether to delete it.
    #[serde(default)]
    confirm: bool,
}

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new("greet", |greet: Greet| async move {
            Content::text(format!("Hello, {}!", greet.name))
        })
        .describe("Greets, and is never a task."),
        Tool::new("slow_compute", slow_compute).describe("Takes its time.").task(TaskUse::May),
        Tool::new("failing_job", failing_job)
            .describe("Fails after a while, as a tool does.")
            .task(TaskUse::Required),
        Tool::new("protocol_error_job", protocol_error_job)
            .describe("Fails after a while, as a server does.")
            .task(TaskUse::May),
        Tool::new("confirm_delete", confirm_delete)
            .describe("Asks while it works. Nothing is deleted.")
            .task(TaskUse::May),
        Tool::new("multi_input", multi_input)
            .describe("Asks two things at once while it works.")
            .task(TaskUse::May),
        Tool::new("test_tool_with_task", ask_then_work)
            .describe("Asks first, and then works.")
            .task(TaskUse::Required),
    ]
}

async fn slow_compute(slow: SlowCompute, context: Context) -> Result<Content, Failure> {
    let work = |_: Task| async move {
        sleep(Duration::from_secs_f64(slow.seconds.clamp(0.0, LONGEST))).await;
        Content::text(format!("Computed {} in {} s.", slow.label, slow.seconds))
    };
    context.task(work).await
}

async fn failing_job(context: Context) -> Result<Content, Failure> {
    let work = |_: Task| async {
        sleep(SHORT_WHILE).await;
        Err::<Content, _>(ToolError::new("The job failed, as it always does."))
    };
    Ok(context.task(work).await??)
}

async fn protocol_error_job(context: Context) -> Result<Content, Failure> {
    let work = |_: Task| async {
        sleep(SHORT_WHILE).await;
        Err::<Content, _>(RpcError::new(ErrorCode::INTERNAL_ERROR, "The job broke, as asked."))
    };
    Ok(context.task(work).await??)
}

async fn confirm_delete(delete: ConfirmDelete, context: Context) -> Result<Content, Failure> {
    let work = |task: Task| async move {
        let question = Elicit::form::<Confirm>(format!("Delete {}?", delete.filename));
        let confirmed = task.input("confirm", question).await?.accepted();
        let text = match confirmed {
            Some(Confirm { confirm: true }) => format!("{} would be gone.", delete.filename),
            _ => format!("{} stays.", delete.filename),
        };
        Ok::<_, Failure>(Content::text(text))
    };
    context.task(work).await?
}

async fn multi_input(context: Context) -> Result<Content, Failure> {
    let work = |task: Task| async move {
        let ask = || Elicit::form::<UserName>("What is your name?");
        let (first, second) = task.inputs((("first", ask()), ("second", ask()))).await?;
        let names = [first, second].map(|it| it.accepted().map_or("-".to_owned(), |it| it.name));
        Ok::<_, Failure>(Content::text(names.join(" and ")))
    };
    context.task(work).await?
}

async fn ask_then_work(context: Context) -> Result<Content, Failure> {
    let name = user_name(&context)?;
    let work = |_: Task| async move { Content::text(format!("Worked for {name}.")) };
    context.task(work).await
}
