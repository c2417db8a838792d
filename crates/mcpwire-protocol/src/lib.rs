//! The Model Context Protocol, revision 2026-07-28, as text, facts and types, without any I/O.
//!
//! A wire carries text. [`Incoming::parse`](jsonrpc::Incoming::parse) turns any bytes into a
//! classified message and never fails: what is wrong becomes a [`Fault`](jsonrpc::Fault) with a
//! place and a rule. Payloads stay slices of the text until somebody who knows the method asks
//! for a type.

mod bytes;
pub mod conversation;
pub mod direction;
mod excerpt;
pub mod framing;
pub mod http;
pub mod json;
pub mod jsonrpc;
pub mod lifecycle;
pub mod meta;
pub mod method;
pub mod recording;
pub mod revision;
pub mod rules;
pub mod types;
pub mod uri_template;
