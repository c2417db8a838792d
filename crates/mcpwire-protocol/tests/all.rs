//! All integration tests of the crate, in one binary.
#![allow(missing_docs)]

mod all {
    mod classify;
    mod framing_cut;
    mod framing_lines;
    mod framing_sse;
    mod generate;
    mod json;
    mod numbers;
    mod parse;
    mod recording_documents;
    mod recording_format;
    mod recording_samples;
    mod recording_seen;
}
