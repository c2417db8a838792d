//! What an active check sends, what is due for each line, and what it means if something else comes.
//!
//! A [`Probe`] is data: a line with what is due for it and the rules that it is evidence for. The
//! plans ([`modern`], [`legacy`]) adapt them to what the server offers. Whoever talks to the
//! server sends the probes of a [`Group`] at once, and hands what came to [`judge`].

mod broken;
mod due;
mod features;
mod http;
mod judge;
pub mod legacy;
mod line;
pub mod modern;
mod offer;
mod pages;
mod pattern;
mod repeat;
mod sample;

pub use broken::broken_arguments;
pub use due::{Due, Group, Patience, Probe, Rules};
pub use http::{Head, heads};
pub use judge::{Breach, Came, Outcome, judge};
pub use line::{Lines, Opening};
pub use offer::{Named, Offer, ToolOffer};
pub use pages::{MOST_PAGES, Pages};
pub use repeat::{command_line, repeat, repeat_over_http};
pub use sample::sample_arguments;

/// The ids of the rules that only an active check judges, because it takes a server that answers.
pub const RULES: &[&str] = &[
    "compat-initialize-names-versions",
    "discover-implemented",
    "http-last-event-id-ignored",
    "http-origin-invalid-403",
    "http-session-id-ignored",
    "meta-client-info-required-by-server",
    "method-not-found-code",
    "prompts-list-served",
    "prompts-missing-argument-code",
    "prompts-unknown-code",
    "resources-list-served",
    "resources-not-found-code",
    "resources-not-found-empty",
    "resources-templates-served",
    "stdio-server-eof-exit",
    "tools-call-invalid-arguments",
    "tools-list-served",
    "tools-server-validate-input",
];
