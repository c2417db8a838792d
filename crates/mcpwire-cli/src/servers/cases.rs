//! `cases`: a tool for each kind of trouble that the wire cases ask about.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mcpwire::protocol::meta::LogLevel;
use mcpwire::{
    Context, Elicit, Failure, Message, NoArguments, Prompt, Resource, Server, Tool, ToolOutput,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

#[derive(Deserialize, JsonSchema)]
struct Echo {
    /// Any JSON value; it comes back exactly as it was written.
    #[schemars(with = "Value")]
    value: Box<RawValue>,
}

#[derive(Deserialize, JsonSchema)]
struct EchoText {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Add {
    a: f64,
    b: f64,
}

#[derive(Deserialize, JsonSchema)]
struct Nested {
    filter: Map<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
struct Slow {
    /// How long the work takes, in milliseconds.
    ms: u64,
    /// In how many steps, each with a progress notification.
    #[serde(default)]
    steps: u32,
    /// Comes back in the answer.
    #[serde(default)]
    tag: String,
}

#[derive(Deserialize, JsonSchema)]
struct Blob {
    /// How long the text in the answer is, in bytes; 64 MiB at most.
    #[schemars(range(max = 67_108_864))]
    bytes: usize,
}

#[derive(Deserialize, JsonSchema)]
struct Name {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Place {
    place: String,
}

#[derive(Deserialize, JsonSchema)]
struct CounterAdd {
    n: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Greet {
    /// Who to greet.
    #[serde(default)]
    name: Option<String>,
}

/// The server, not yet serving. `modern_only` leaves the handshake lifecycle out.
pub fn server(modern_only: bool) -> Server {
    let counter = Arc::new(AtomicI64::new(0));
    let server = Server::new("cases-server", "1.0.0")
        .logging()
        .tools_may_change()
        .prompts_may_change()
        .resources_may_update()
        .tool(
            Tool::new("echo", |echo: Echo| async move { echo.value })
                .describe("Gives the value back."),
        )
        .tool(
            Tool::new("echo_text", |echo: EchoText| async move { echo.text })
                .describe("Gives the text back."),
        )
        .tool(
            Tool::new("add", |add: Add| async move { add.a + add.b }).describe("Adds two numbers."),
        )
        .tool(
            Tool::new("nested", |nested: Nested| async move { Value::Object(nested.filter) })
                .describe("Takes an object and gives it back."),
        )
        .tool(Tool::new("slow", slow).describe("Takes its time, and tells how far it is."))
        .tool(
            Tool::new("blob", |blob: Blob| async move { "x".repeat(blob.bytes) })
                .describe("Gives a long text."),
        )
        .tool(counter_add(counter.clone()))
        .tool(counter_get(counter))
        .tool(execute_sql())
        .tool(
            Tool::new("change_tools", |context: Context| async move {
                context.changes().tools_changed();
                "told"
            })
            .describe("Says that the tools have changed."),
        )
        .tool(
            Tool::new("change_prompts", |context: Context| async move {
                context.changes().prompts_changed();
                "told"
            })
            .describe("Says that the prompts have changed."),
        )
        .tool(Tool::new("ask_name", ask_name).describe("Asks who you are."))
        .tool(Tool::new("ask_two", ask_two).describe("Asks who you are and where, at once."))
        .tool(Tool::new("log_all_levels", log_all_levels).describe("Logs once at every level."))
        .tool(
            Tool::new("panic", || async {
                if true {
                    panic!("as asked")
                }
            })
            .describe("Fails in the worst way."),
        )
        .resource(Resource::text("file:///notes.txt", "notes", "Remember the milk.\n"))
        .prompt(
            Prompt::new("greet", |greet: Greet| async move {
                let name = greet.name.unwrap_or_else(|| "the reader".to_owned());
                Message::user(format!("Please greet {name} kindly."))
            })
            .describe("Ask for a greeting."),
        );
    if modern_only { server.modern_only() } else { server }
}

async fn ask_name(_: NoArguments, context: Context) -> Result<String, Failure> {
    let name = context.input("q1", Elicit::form::<Name>("Who are you?"))?;
    Ok(name.accepted().map_or_else(String::new, |name| name.name))
}

async fn ask_two(_: NoArguments, context: Context) -> Result<String, Failure> {
    let (name, place) = context.inputs((
        ("q1", Elicit::form::<Name>("Who are you?")),
        ("q2", Elicit::form::<Place>("Where are you?")),
    ))?;
    let name = name.accepted().map_or_else(String::new, |name| name.name);
    let place = place.accepted().map_or_else(String::new, |place| place.place);
    Ok(format!("{name} in {place}"))
}

async fn slow(slow: Slow, context: Context) -> Value {
    let steps = slow.steps.max(1);
    for step in 1..=steps {
        tokio::time::sleep(Duration::from_millis(slow.ms) / steps).await;
        context.progress(step.into(), Some(steps.into()), None).await;
    }
    json!({ "tag": slow.tag, "ms": slow.ms })
}

fn counter_add(counter: Arc<AtomicI64>) -> Tool {
    Tool::new("counter_add", move |add: CounterAdd| {
        let value = counter.fetch_add(add.n, Ordering::Relaxed).wrapping_add(add.n);
        async move { value }
    })
    .describe("Adds to a counter and gives its value.")
}

fn counter_get(counter: Arc<AtomicI64>) -> Tool {
    Tool::new("counter_get", move || {
        let value = counter.load(Ordering::Relaxed);
        async move { value }
    })
    .describe("Gives the counter's value.")
    .read_only()
}

/// Two parameters are mirrored into HTTP headers.
fn execute_sql() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "region": {"type": "string", "x-mcp-header": "Region"},
            "shard": {"type": "integer", "x-mcp-header": "Shard"}
        },
        "required": ["query"]
    });
    Tool::raw("execute_sql", schema, |arguments: Value| async move {
        ToolOutput::default().structured(&json!({ "would_run": arguments }))
    })
    .describe("Says what it would run; runs nothing.")
}

async fn log_all_levels(_: mcpwire::NoArguments, context: Context) -> &'static str {
    for level in LogLevel::ALL {
        context.log(*level, Some("cases"), format!("a message of level {level}")).await;
    }
    "logged"
}
