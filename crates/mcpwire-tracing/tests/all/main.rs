//! What spans and log messages promise, in one binary.
#![allow(missing_docs)]

mod client_logs;
mod harness;
mod http;
mod spans;
