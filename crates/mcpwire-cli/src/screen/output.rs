//! Standard output for data, standard error for talk.

use std::io::{self, ErrorKind, IsTerminal as _, Write as _};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

use super::style;
use super::text::paint;
use crate::failure::Failure;

/// When to colour.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Color {
    /// In a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Sets when everything printed from now on is coloured.
pub fn choose_color(color: Color) {
    match color {
        Color::Auto => {}
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
    }
}

/// Standard output.
#[derive(Debug)]
pub struct Screen {
    out: AutoStream<io::Stdout>,
    columns: usize,
}

/// The columns where nobody can say how many there are.
const COLUMNS: usize = 100;
/// Lines longer than this are hard to follow.
const WIDEST: usize = 140;
/// Below this nothing lines up.
const NARROWEST: usize = 40;

impl Screen {
    /// Standard output with the width of its terminal, or 100 columns where it is none.
    pub fn new() -> Self {
        let stdout = io::stdout();
        let size = if stdout.is_terminal() { terminal_size::terminal_size() } else { None };
        let columns = size.map_or(COLUMNS, |(width, _)| usize::from(width.0));
        Screen { out: AutoStream::auto(stdout), columns: columns.clamp(NARROWEST, WIDEST) }
    }

    /// How many columns a line may have.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Prints data. An output that was closed by its reader is [`Failure::OutputClosed`].
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Usage(format!("Standard output cannot be written: {error}.")),
        })
    }
}

impl Default for Screen {
    fn default() -> Self {
        Self::new()
    }
}

/// Says something beside the data, on standard error. If nobody listens, nothing is said.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", paint(style::QUIET, text));
}
