//! The promises of the crate, in one binary.
#![allow(missing_docs)]

mod all {
    mod classify;
    mod framing_cut;
    mod framing_lines;
    mod framing_sse;
}
