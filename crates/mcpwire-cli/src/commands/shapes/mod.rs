//! `mcpwire shapes`: what a message may look like, on one page.

mod codes;
mod keys;
mod messages;
mod reference;
mod render;

use clap::{Args, ValueEnum};

pub use reference::{Reference, Row, Section};

use crate::failure::{Ending, Verdict};
use crate::screen::{Screen, json_line};

/// Show what a message may look like, on one page: shapes, result types, keys of `_meta`, codes.
///
/// Every row names its page of the specification, revision 2026-07-28.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire shapes
  mcpwire shapes --format markdown > shapes.md
  mcpwire shapes --format json

Exit codes: 0 always.")]
pub struct Shapes {
    /// How to show it.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// For a terminal.
    #[default]
    Text,
    /// For a page; `docs/shapes.md` is this.
    Markdown,
    /// For programs.
    Json,
}

impl Shapes {
    /// Prints the page.
    pub fn run(self) -> Ending {
        let mut screen = Screen::new();
        let reference = Reference::new();
        let page = match self.format {
            Format::Text => render::text(&reference, screen.columns()),
            Format::Markdown => render::markdown(&reference),
            Format::Json => json_line(&reference),
        };
        screen.print(&page)?;
        Ok(Verdict::Clean)
    }
}
