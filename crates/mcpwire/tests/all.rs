//! What a server promises on a wire, in one binary.
#![allow(missing_docs)]

mod all {
    mod admission;
    mod cancellation;
    mod concurrency;
    mod end;
    mod failures;
    mod harness;
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
