//! How requests are opened: per request since 2026-07-28 (modern), by a handshake before (legacy).
//!
//! Which of the two a message belongs to is read from the message itself, never from what came
//! before it, except that a handshake opens a legacy lifecycle. No other module asks for a
//! version.
//!
//! Specification: `basic/versioning`.

mod batch;
mod legacy;
mod probe;
mod server;
mod unsupported;
mod verdict;

pub use batch::{Batch, batch_messages};
pub use legacy::{Handshake, HandshakeAnswer, negotiate};
pub use probe::{Probe, judge_probe};
pub use server::{Eras, Lifecycle, of_http_request, of_request, spoken};
pub use unsupported::{initialize_unsupported, version_unsupported};
pub use verdict::{Fatal, LegacySign, Verdict};
