//! Transports.

pub(in crate::rules) mod framing;
pub(in crate::rules) mod stdio;
pub(in crate::rules) mod streamable_http;
