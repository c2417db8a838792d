//! Columns that line up; the last one wraps.

use anstyle::Style;

use super::style;
use super::text::{pad, paint, width, wrap};

/// A column, as wide as its widest text.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What stands above it.
    pub title: &'static str,
}

impl Column {
    /// A column under a title.
    pub const fn new(title: &'static str) -> Self {
        Column { title }
    }
}

/// A text in a table, already escaped, with its style.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// A text in a style.
    pub fn new(style: Style, text: impl Into<String>) -> Self {
        Cell { text: text.into(), style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell::new(style::PLAIN, text)
    }
}

/// Rows of cells under columns.
#[derive(Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

/// The space between two columns.
const GAP: usize = 2;

impl Table {
    /// A table without rows.
    pub fn new(columns: &[Column]) -> Self {
        Table { columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The titles, then the rows, in lines of at most `columns`, each behind `indent` spaces.
    /// Where all titles are empty, there is no line for them.
    pub fn print(&self, indent: usize, columns: usize) -> String {
        let widths = self.widths();
        let mut out = String::new();
        if self.columns.iter().any(|column| !column.title.is_empty()) {
            let titles: Vec<Cell> =
                self.columns.iter().map(|column| Cell::new(style::QUIET, column.title)).collect();
            self.line(&mut out, &titles, &widths, indent, columns);
        }
        for row in &self.rows {
            self.line(&mut out, row, &widths, indent, columns);
        }
        out
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn widths(&self) -> Vec<usize> {
        let widest = |at: usize| {
            self.rows.iter().filter_map(|row| row.get(at)).map(|cell| width(&cell.text)).max()
        };
        let columns = self.columns.iter().enumerate();
        columns
            .map(|(at, column)| width(column.title).max(widest(at).unwrap_or_default()))
            .collect()
    }

    fn line(
        &self,
        out: &mut String,
        row: &[Cell],
        widths: &[usize],
        indent: usize,
        columns: usize,
    ) {
        let Some((last, cells)) = row.split_last() else { return };
        out.push_str(&" ".repeat(indent));
        for (cell, width) in cells.iter().zip(widths) {
            out.push_str(&paint(cell.style, &pad(&cell.text, *width, false)));
            out.push_str(&" ".repeat(GAP));
        }
        let hanging = indent + widths[..cells.len()].iter().map(|width| width + GAP).sum::<usize>();
        let room = columns.saturating_sub(hanging).max(16);
        for (at, line) in wrap(&last.text, room).iter().enumerate() {
            if at > 0 {
                out.push_str(&" ".repeat(hanging));
            }
            out.push_str(&paint(last.style, line));
            out.push('\n');
        }
        if last.text.is_empty() {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
    }
}
