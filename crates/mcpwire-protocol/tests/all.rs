//! The promises of the crate, in one binary.

mod all {
    mod framing_cut;
    mod framing_lines;
    mod framing_sse;
    mod recording_documents;
    mod recording_format;
    mod recording_samples;
    mod recording_seen;
}
