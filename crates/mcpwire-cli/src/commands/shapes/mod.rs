//! `mcpwire shapes`: what a message may look like, on one page.

mod codes;
mod keys;
mod messages;
mod reference;
mod render;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

pub use reference::{Reference, Row, Section};

use crate::failure::{Ending, Verdict};
use crate::format::Format;
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
    format: PageFormat,
}

/// The formats of every command, and one more.
#[derive(Clone, Copy, Debug)]
enum PageFormat {
    Any(Format),
    Markdown,
}

impl Default for PageFormat {
    fn default() -> Self {
        PageFormat::Any(Format::default())
    }
}

impl ValueEnum for PageFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[PageFormat::Any(Format::Full), PageFormat::Markdown, PageFormat::Any(Format::Json)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            PageFormat::Any(format) => format.to_possible_value(),
            PageFormat::Markdown => {
                Some(PossibleValue::new("markdown").help("A page; `docs/shapes.md` is this"))
            }
        }
    }
}

impl Shapes {
    /// Prints the page.
    pub fn run(self) -> Ending {
        let mut screen = Screen::new();
        let reference = Reference::new();
        let page = match self.format {
            PageFormat::Any(Format::Full) => render::text(&reference, screen.columns()),
            PageFormat::Markdown => render::markdown(&reference),
            PageFormat::Any(Format::Json) => json_line(&reference),
        };
        screen.print(&page)?;
        Ok(Verdict::Clean)
    }
}
