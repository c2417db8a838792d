//! What rate limits promise, in one binary.
#![allow(missing_docs)]

mod http;
mod rates;
