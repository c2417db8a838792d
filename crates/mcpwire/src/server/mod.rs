//! The server: registration, admission, routing and the loop that serves a wire.
//!
//! A message goes through `serve` (bytes and tasks) → `admission` (which lifecycle, which refusal)
//! → `route` (by method) → a handler → `envelope` (the answer's bytes).

mod about;
mod admission;
mod arrival;
mod blocking;
mod builder;
mod caller;
mod catalogue;
mod changes;
mod check;
mod content;
mod context;
mod ending;
mod envelope;
mod failure;
mod flights;
mod handler;
mod hub;
mod input;
mod kinds;
mod legacy;
mod listen;
mod listeners;
mod listening;
mod lists;
mod misuse;
mod noise;
mod notices;
mod output;
mod progress;
mod prompt;
mod queue;
mod registry;
mod reply;
mod resource;
mod route;
mod running;
mod seal;
mod serve;
mod speaker;
mod subscribe;
mod tasks;
mod template;
mod template_form;
mod tool;
mod tool_call;
mod work;

pub use arrival::Arrival;
pub use builder::{Limits, Server};
pub use caller::Caller;
pub use changes::Changes;
pub use content::Content;
pub use context::Context;
pub use failure::{Failure, ToolError};
pub use handler::{Handler, NoArguments};
pub use input::{Elicit, Elicited, Form, Page, Question, Questions, Roots};
pub use misuse::{Misuse, ServeError};
pub use notices::note;
pub use output::{IntoOutput, Json, ToolOutput};
pub use prompt::{IntoMessages, Message, Prompt};
pub use registry::Endpoint;
pub use reply::{Refused, Reply};
pub use resource::{IntoContents, Resource, ResourceContents};
pub use running::{Answer, Running, Spoken};
pub use tasks::{MemoryTasks, StoreError, StoredTask, Task, TaskStore, TaskUse};
pub use template::ResourceTemplate;
pub use tool::{Arguments, Tool};

pub(crate) use hub::Hub;
pub(crate) use kinds::Kinds;
pub(crate) use listeners::{Full, Heard, Seat, Subject};
