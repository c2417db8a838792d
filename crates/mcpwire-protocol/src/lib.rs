//! Placeholder.

pub mod framing;
pub mod recording;
