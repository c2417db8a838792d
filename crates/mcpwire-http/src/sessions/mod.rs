//! Clients of the older revisions: a handshake opens a session, whose requests come with its id.
//!
//! Specification: `basic/transports#streamable-http` of 2025-11-25.

mod batch;
mod get;
mod log;
mod post;
mod reader;
mod resumed;
mod session;
mod sse;
mod table;
mod unasked;

pub(crate) use resumed::Resumed;
pub(crate) use sse::{HttpSse, SseStream};
pub(crate) use table::Sessions;
pub(crate) use unasked::Unasked;
