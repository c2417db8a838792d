//! What a server promises on a wire, in one binary.
#![allow(missing_docs)]

mod all {
    mod blocking;
    mod caching;
    mod cancellation;
    mod completion;
    mod concurrency;
    mod content;
    mod end;
    mod failures;
    mod harness;
    mod header_params;
    mod ids;
    mod input;
    mod laws;
    mod legacy;
    mod lifecycle;
    mod logging;
    mod meta;
    mod noise;
    mod notices;
    mod output;
    mod pages;
    #[cfg(unix)]
    mod processes;
    mod progress;
    mod prompts;
    mod refusals;
    mod registration;
    mod resources;
    mod tasks;
    mod wires;
}
