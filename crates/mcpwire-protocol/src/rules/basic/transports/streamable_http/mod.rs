//! Streamable HTTP.

pub(in crate::rules) mod custom_headers;
pub(in crate::rules) mod earlier;
pub(in crate::rules) mod headers;
pub(in crate::rules) mod requests;
pub(in crate::rules) mod streams;
