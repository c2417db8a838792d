//! Where one message ends and the next begins: lines (stdio) and server-sent events (Streamable HTTP).
//!
//! Both readers are sans-IO: bytes go in as they come, cut anywhere, and whole units come out. Nothing that a
//! peer sends makes them fail; what is wrong with a unit is said in the unit, and reading goes on after it.

mod buffer;
pub mod lines;
pub mod sse;
mod sse_fields;
mod sse_write;

pub use lines::{Ending, Line, LineLimits, Lines};
pub use sse::{SseItem, SseLimits, SseReader};
pub use sse_fields::{SseField, SseFields};
pub use sse_write::{SseHead, SseWriteError, write_comment, write_event};

/// The byte order mark in UTF-8, which both framings drop at the very start of a stream.
pub const BOM: &[u8] = b"\xEF\xBB\xBF";

/// How many bytes of an over-long line or event are kept to show what it was.
pub const HEAD_BYTES: usize = 1024;
