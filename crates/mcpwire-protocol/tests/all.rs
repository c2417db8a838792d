//! All integration tests of the crate, in one binary.
#![allow(missing_docs, clippy::too_many_lines)]

#[path = "all/classify.rs"]
mod classify;
#[path = "all/conversation.rs"]
mod conversation;
#[path = "all/conversation_laws.rs"]
mod conversation_laws;
#[path = "all/lifecycle.rs"]
mod lifecycle;
#[path = "all/meta_key.rs"]
mod meta_key;
#[path = "all/method.rs"]
mod method;
#[path = "all/probe.rs"]
mod probe;
#[path = "all/request_fields.rs"]
mod request_fields;
#[path = "all/trace.rs"]
mod trace;
