//! JSON-RPC 2.0 messages as the Model Context Protocol uses them: classified by their members,
//! with payloads as slices of the text.
//!
//! Specification: `basic/index`, "Messages".

mod classify;
mod code;
mod code_range;
mod error;
mod error_object;
mod fault;
mod id;
mod incoming;
mod named_code;
mod params;
mod parse;
mod refusal;
mod write;

pub use code::{CodeClass, ErrorCode};
pub use code_range::{CODE_RANGES, CodeRange};
pub use error::RpcError;
pub use fault::{Fault, Place};
pub use id::{Id, IdKey, IdKind};
pub use incoming::{ErrorObject, Incoming, Malformed, Notification, Outcome, Request, Response};
pub use named_code::{NAMED_CODES, NamedCode};
pub use params::{Meta, Params};
pub use parse::ParseLimits;
pub use write::{write_error, write_notification};
