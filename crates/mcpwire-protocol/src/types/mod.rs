//! The payloads of messages as types, one file for each page of the specification.
//!
//! Each type carries the table of its shape ([`Shaped`]); [`decode`] judges by the table first
//! and then reads, so that the verdict is exact and says where and why. What the protocol only
//! passes on (arguments, schemas, settings, foreign keys of `_meta`) stays JSON text.

mod decode;
mod method;

pub use decode::{DecodeError, READ_PAST, Shaped, decode, decode_result};
pub use method::{Method, MethodShapes, Notify};
