//! Servers of the Model Context Protocol, revision 2026-07-28, with the older
//! revisions served beside it.
//!
//! A server is plain functions:
//!
//! ```no_run
//! use mcpwire::{Server, Tool};
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Hello {
//!     /// Who to greet.
//!     name: String,
//! }
//!
//! # async fn run() -> Result<(), mcpwire::ServeError> {
//! Server::new("hello-server", "1.0.0")
//!     .tool(
//!         Tool::new("hello", |hello: Hello| async move { format!("Hello, {}!", hello.name) })
//!             .describe("Say hello to someone."),
//!     )
//!     .serve(mcpwire::stdio())
//!     .await
//! # }
//! ```
//!
//! The author of a tool never touches `_meta`, ids or `resultType`; whoever needs every byte finds
//! it in [`mcpwire_protocol`].

mod peer;
mod server;
pub mod wire;

pub use mcpwire_protocol as protocol;
pub use mcpwire_protocol::jsonrpc::{ErrorCode, RpcError};
pub use mcpwire_protocol::meta::LogLevel;
pub use mcpwire_protocol::types::{Icon, IconTheme, Role};
pub use peer::Peer;
pub use server::{
    Answer, Arguments, Arrival, Blocking, CacheHint, Caller, Changes, Completion, Content, Context,
    Elicit, Elicited, Endpoint, Extension, Failure, Form, Handler, HttpFacts, IntoCompletion,
    IntoContents, IntoMembers, IntoMessages, IntoOutput, Json, Limits, Link, Logs, MemoryTasks,
    Message, Misuse, NoArguments, Observe, Observed, Outcome, Page, Partial, Prompt, Question,
    Questions, Refused, Reply, Resource, ResourceContents, ResourceTemplate, Roots, Running,
    ServeError, Server, Spoken, StoreError, StoredTask, Task, TaskStore, TaskUse, Throttle, Tool,
    ToolError, ToolOutput, note, random_name,
};
pub use wire::{Wire, lines, memory, stdio};

/// The examples of the texts, compiled and run with the tests.
#[cfg(doctest)]
mod texts {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/library.md")]
    mod library {}
}
