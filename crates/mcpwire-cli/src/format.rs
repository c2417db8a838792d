//! How a command shows what it found.

use clap::ValueEnum;

/// How a command shows what it found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people.
    #[default]
    Full,
    /// JSON for programs.
    Json,
}
