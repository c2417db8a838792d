//! A text with a line of carets under one place of it.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::escape::escape_bytes;
use super::style;
use super::text::{paint, width};

/// Captured bytes around a place that is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    before: String,
    marked: String,
    after: String,
}

/// What stands for a part that is left out.
const CUT: char = '…';

impl Excerpt {
    /// At most `columns` (but at least 20) of `bytes` around `place`, escaped. The place itself is
    /// shown from its start; what is before it gets a third of the room, or more where the rest
    /// needs less.
    pub fn new(bytes: &[u8], place: &Range<usize>, columns: usize) -> Self {
        let columns = columns.max(20);
        let start = place.start.min(bytes.len());
        let end = place.end.clamp(start, bytes.len());
        // No column takes less than a byte, so that more bytes than columns are never needed.
        let head = &bytes[start.saturating_sub(4 * columns)..start];
        let tail = &bytes[end..bytes.len().min(end + 4 * columns)];
        let middle = &bytes[start..end.min(start + 4 * columns)];
        let (head, middle, tail) = (escape_bytes(head), escape_bytes(middle), escape_bytes(tail));
        let wanted = (width(&middle) + width(&tail)).min(columns * 2 / 3).max(1);
        let before = last_columns(&head, columns - wanted);
        let room = columns.saturating_sub(width(&before));
        let marked = first_columns(&middle, room);
        let after = first_columns(&tail, room.saturating_sub(width(&marked)));
        Excerpt { before, marked, after }
    }

    /// The text alone, in which nothing is marked.
    pub fn text(&self) -> String {
        format!("{}{}{}", self.before, self.marked, self.after)
    }

    /// The line of text and the line of carets below it, each behind `margin`. An empty place is
    /// marked by one caret.
    pub fn print(&self, margin: &str) -> String {
        let carets = "^".repeat(width(&self.marked).max(1));
        format!(
            "{margin}{}{}{}\n{margin}{}{}\n",
            self.before,
            paint(style::BAD, &self.marked),
            self.after,
            " ".repeat(width(&self.before)),
            paint(style::BAD, &carets),
        )
    }
}

fn first_columns(text: &str, columns: usize) -> String {
    super::text::clip(text, columns).into_owned()
}

fn last_columns(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut taken = 1;
    let from = text.char_indices().rev().take_while(|(_, character)| {
        taken += character.width().unwrap_or(0);
        taken <= columns
    });
    let from = from.last().map_or(text.len(), |(at, _)| at);
    format!("{CUT}{}", &text[from..])
}
