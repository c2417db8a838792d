//! What a server promises on a wire, in one binary.
#![allow(missing_docs)]

mod all {
    mod admission;
    mod blocking;
    mod caching;
    mod cancellation;
    mod changes;
    mod completion;
    mod concurrency;
    mod content;
    mod end;
    mod extensions;
    mod failures;
    mod harness;
    mod header_params;
    mod ids;
    mod input;
    mod laws;
    mod legacy;
    mod legacy_changes;
    mod lifecycle;
    mod listen;
    mod listen_laws;
    mod listen_tasks;
    mod logging;
    mod meta;
    mod noise;
    mod notices;
    mod observing;
    mod output;
    mod pages;
    #[cfg(unix)]
    mod processes;
    mod progress;
    mod prompts;
    mod refusals;
    mod registration;
    mod resources;
    mod rulebook;
    mod streams;
    mod tasks;
    mod wires;
}
