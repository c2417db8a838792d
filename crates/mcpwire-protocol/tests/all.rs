//! All integration tests of the crate, in one binary.
#![allow(missing_docs)]

#[path = "all/classify.rs"]
mod classify;
#[path = "all/client_shapes.rs"]
mod client_shapes;
#[path = "all/client_types.rs"]
mod client_types;
#[path = "all/decode.rs"]
mod decode;
#[path = "all/examples.rs"]
mod examples;
#[path = "all/judge.rs"]
mod judge;
#[path = "all/mutate.rs"]
mod mutate;
#[path = "all/official.rs"]
mod official;
#[path = "all/result_type.rs"]
mod result_type;
#[path = "all/server_types.rs"]
mod server_types;
#[path = "all/shapes.rs"]
mod shapes;
#[path = "all/task_schema.rs"]
mod task_schema;
#[path = "all/tasks.rs"]
mod tasks;
#[path = "all/typed.rs"]
mod typed;
