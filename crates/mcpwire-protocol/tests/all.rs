//! The promises of the crate, in one binary.
#![allow(missing_docs, clippy::too_many_lines)]

mod all {
    mod classify;
    mod conversation;
    mod conversation_laws;
    mod framing_cut;
    mod framing_lines;
    mod framing_sse;
    mod lifecycle;
    mod meta_key;
    mod method;
    mod probe;
    mod recording_documents;
    mod recording_format;
    mod recording_samples;
    mod recording_seen;
    mod request_fields;
    mod trace;
}
