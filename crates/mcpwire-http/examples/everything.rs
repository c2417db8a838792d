//! A server with one of each, over both transports: what the clients of other projects are tried on.
//!
//! ```text
//! everything stdio
//! everything http 127.0.0.1:0
//! ```
//!
//! Over HTTP its first line on standard output is its address.

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcpwire::{
    Context, Elicit, Failure, Message, Prompt, Resource, ResourceContents, Server, Tool,
};
use schemars::JsonSchema;
use serde::Deserialize;

const COUNTER: &str = "everything://counter";
const NOTE: &str = "everything://note";

#[derive(Deserialize, JsonSchema)]
struct Name {
    /// Who to greet.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Slow {
    /// By which name `state` knows this call.
    key: String,
    /// How many steps of 50 ms it takes.
    #[serde(default = "many")]
    steps: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Key {
    /// The name that a call of `slow` was given.
    key: String,
}

#[derive(Deserialize, JsonSchema)]
struct Change {
    /// What changes.
    what: What,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum What {
    /// A tool comes or goes.
    Tools,
    /// A prompt comes or goes.
    Prompts,
    /// A resource comes or goes.
    Resources,
    /// The counter counts.
    Counter,
}

/// Longer than any client of the tests waits.
fn many() -> u32 {
    6_000
}

/// How the calls of `slow` are doing.
type States = Arc<Mutex<HashMap<String, &'static str>>>;

/// A call of `slow`; unless it is finished before it is dropped, it was stopped.
struct Running {
    key: String,
    states: States,
}

impl Running {
    fn begin(key: String, states: States) -> Self {
        let running = Running { key, states };
        running.is("running");
        running
    }

    fn is(&self, state: &'static str) {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        states.insert(self.key.clone(), state);
    }

    fn state(&self) -> Option<&'static str> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner).get(&self.key).copied()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.state() == Some("running") {
            self.is("stopped");
        }
    }
}

async fn ask(context: Context) -> Result<String, Failure> {
    let answer = context.input("name", Elicit::form::<Name>("What is your name?"))?;
    Ok(match answer.accepted() {
        Some(Name { name }) => format!("Hello, {name}!"),
        None => "Hello, whoever you are!".to_owned(),
    })
}

async fn slow(slow: Slow, context: Context, states: States) -> String {
    let running = Running::begin(slow.key, states);
    for step in 1..=slow.steps {
        context.progress(f64::from(step), Some(f64::from(slow.steps)), Some("working")).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    running.is("finished");
    format!("{} steps", slow.steps)
}

/// Puts in what is not there and takes out what is, so that each call is a change.
async fn change(
    change: Change,
    context: Context,
    counter: Arc<AtomicU32>,
) -> Result<String, Failure> {
    let changes = context.changes();
    match change.what {
        What::Tools => {
            if !changes.remove_tool("late")? {
                changes.add_tool(Tool::new("late", || async { "better than never" }))?;
            }
        }
        What::Prompts => {
            if !changes.remove_prompt("late")? {
                changes.add_prompt(Prompt::new("late", || async { Message::user("Hurry up.") }))?;
            }
        }
        What::Resources => {
            if !changes.remove_resource(NOTE)? {
                changes.add_resource(Resource::text(NOTE, "note", "It came later."))?;
            }
        }
        What::Counter => {
            counter.fetch_add(1, Ordering::Relaxed);
            changes.resource_updated(COUNTER);
        }
    }
    Ok("changed".to_owned())
}

fn tools(counter: &Arc<AtomicU32>) -> [Tool; 5] {
    let states = States::default();
    let told = states.clone();
    let counter = counter.clone();
    [
        Tool::new("hello", |who: Name| async move { format!("Hello, {}!", who.name) })
            .describe("Say hello to someone.")
            .read_only(),
        Tool::new("ask", ask)
            .describe("Say hello to the user, whose name it asks for.")
            .read_only(),
        Tool::new("slow", move |arguments: Slow, context: Context| {
            slow(arguments, context, states.clone())
        })
        .describe("Take long, and tell how far it is.")
        .read_only(),
        Tool::new("state", move |which: Key| {
            let states = told.lock().unwrap_or_else(PoisonError::into_inner);
            std::future::ready(states.get(&which.key).copied().unwrap_or("unknown"))
        })
        .describe("Tell whether a call of `slow` is running, finished or stopped.")
        .read_only(),
        Tool::new("change", move |arguments: Change, context: Context| {
            change(arguments, context, counter.clone())
        })
        .describe("Change a list, or what a resource holds."),
    ]
}

fn everything() -> Server {
    let counter = Arc::new(AtomicU32::new(0));
    let server = tools(&counter).into_iter().fold(Server::new("everything", "1.0.0"), Server::tool);
    server
        .prompt(
            Prompt::new("greet", |who: Name| async move {
                Message::user(format!("Greet {}.", who.name))
            })
            .describe("Have someone greeted."),
        )
        .resource(
            Resource::new(COUNTER, "counter", move || {
                let count = counter.load(Ordering::Relaxed);
                async move { ResourceContents::text(count.to_string()).mime_type("text/plain") }
            })
            .mime_type("text/plain")
            .describe("How often it has changed."),
        )
        .tools_may_change()
        .prompts_may_change()
        .resources_may_change()
        .resources_may_update()
}

async fn over_http(address: &str) -> Result<(), mcpwire_http::ServeError> {
    let service = mcpwire_http::service(everything())?.http_sse("/sse");
    let bound = mcpwire_http::Serve::new(service).bind(address).await?;
    println!("http://{}/mcp", bound.address());
    bound.run().await;
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let failed = match words.as_slice() {
        ["stdio"] => everything().serve(mcpwire::stdio()).await.err().map(|it| it.to_string()),
        ["http", address] => over_http(address).await.err().map(|it| it.to_string()),
        _ => {
            eprintln!("Usage: everything stdio | everything http ADDRESS");
            return ExitCode::from(2);
        }
    };
    let Some(sentence) = failed else { return ExitCode::SUCCESS };
    eprintln!("{sentence}");
    ExitCode::FAILURE
}
