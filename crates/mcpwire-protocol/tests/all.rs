//! The promises of the crate, in one binary.
#![allow(missing_docs, clippy::too_many_lines)]

mod all {
    mod classify;
    mod framing_cut;
    mod framing_lines;
    mod framing_sse;
    mod meta_key;
    mod method;
    mod recording_documents;
    mod recording_format;
    mod recording_samples;
    mod recording_seen;
    mod request_fields;
    mod trace;
}
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
