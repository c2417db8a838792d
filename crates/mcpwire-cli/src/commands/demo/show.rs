//! Events and steps on the screen.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::Style;
use mcpwire_protocol::jsonrpc::Incoming;

use crate::message::{Shape, envelope, summary};
use crate::screen::{clip, escape, escape_bytes, pad, paint, style, width, wrap, wrap_json};

/// The columns of an event up to its summary: number, time, stream, kind, id, bytes, envelope.
const WIDTHS: [usize; 7] = [3, 8, 8, 12, 5, 5, 8];
const GAP: usize = 2;
/// Where the summary starts.
const ROW: usize = 1 + 49 + 7 * GAP;
/// Where the text of a message starts.
pub(super) const INDENT: usize = 5;
/// From this width on the summary stands behind the other columns.
const WIDE: usize = 98;
/// How many lines of a message's text are shown unless all are asked for.
const LINES: usize = 5;

/// How events are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) columns: usize,
    /// Whether every byte is shown.
    pub(super) full: bool,
}

/// One event as a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) number: usize,
    pub(super) at: Duration,
    pub(super) stream: &'a str,
    pub(super) kind: &'a str,
    pub(super) id: &'a str,
    pub(super) bytes: Option<u64>,
    pub(super) envelope: Option<usize>,
    pub(super) summary: &'a str,
    pub(super) shade: Style,
    pub(super) kind_shade: Style,
}

impl Look {
    /// The titles of the columns.
    pub(super) fn titles(self) -> String {
        let names = ["#", "time", "stream", "kind", "id", "bytes", "_meta"];
        let mut line = String::from(" ");
        for (at, (name, width)) in names.iter().zip(WIDTHS).enumerate() {
            line.push_str(&pad(name, width, is_number(at)));
            line.push_str(&" ".repeat(GAP));
        }
        if self.columns >= WIDE {
            line.push_str("message");
        }
        format!("{}\n", paint(style::QUIET, line.trim_end()))
    }

    /// A row, its summary cut to the width.
    pub(super) fn row(self, row: &Row<'_>) -> String {
        let bytes = row.bytes.map_or_else(String::new, |bytes| bytes.to_string());
        let cells = [
            (row.number.to_string(), style::QUIET),
            (time(row.at), style::PLAIN),
            (row.stream.to_owned(), row.shade),
            (row.kind.to_owned(), row.kind_shade),
            (clip(row.id, WIDTHS[4]).into_owned(), style::STRONG),
            (bytes, style::PLAIN),
            (row.envelope.map_or_else(String::new, |part| share(part, row.bytes)), style::QUIET),
        ];
        let mut line = String::from(" ");
        for (at, ((text, shade), width)) in cells.iter().zip(WIDTHS).enumerate() {
            line.push_str(&paint(*shade, &pad(text, width, is_number(at))));
            line.push_str(&" ".repeat(GAP));
        }
        if self.columns < WIDE {
            let summary = clip(row.summary, self.columns - INDENT);
            let line = line.trim_end();
            return format!("{line}\n{:INDENT$}{}\n", "", paint(style::STRONG, &summary));
        }
        let summary = clip(row.summary, self.columns.saturating_sub(ROW));
        format!("{line}{}\n", paint(style::STRONG, &summary))
    }

    /// The text of a message, `_meta` folded up if asked.
    pub(super) fn message(
        self,
        bytes: &[u8],
        message: &Incoming<'_>,
        fold: bool,
        shade: Style,
    ) -> String {
        let text = match envelope(message).filter(|_| fold && !self.full) {
            Some(range) => {
                let (before, after) = (&bytes[..range.start], &bytes[range.end..]);
                format!("{}{FOLDED}{}", escape_bytes(before), escape_bytes(after))
            }
            None => escape_bytes(bytes).into_owned(),
        };
        let room = self.columns - INDENT;
        let mut lines = wrap_json(&text, room);
        if !self.full && lines.len() > LINES {
            lines.truncate(LINES);
            if let Some(last) = lines.last_mut() {
                *last = format!("{} …", clip(last, room - 2).trim_end_matches('…'));
            }
        }
        let mut out = String::new();
        for line in lines {
            let shown = match line.split_once(FOLDED) {
                Some((before, after)) => {
                    format!(
                        "{}{}{}",
                        paint(shade, before),
                        paint(style::QUIET, FOLDED),
                        paint(shade, after)
                    )
                }
                None => paint(shade, &line),
            };
            let _ = writeln!(out, "{:INDENT$}{shown}", "");
        }
        out
    }

    /// The head of a step.
    pub(super) fn head(self, number: usize, title: &str, says: &str) -> String {
        let rule = self.rule(&format!("{number}. {title}"));
        format!("{rule}{}\n", self.prose(says, style::QUIET))
    }

    /// The head of a part of the conversation.
    pub(super) fn chapter(self, title: &str, says: &str) -> String {
        let line = paint(style::QUIET, &"═".repeat(self.columns.saturating_sub(1)));
        let title = paint(style::STRONG, title);
        format!("\n{line}\n{:INDENT$}{title}\n{}", "", self.prose(says, style::QUIET))
    }

    /// A heading.
    pub(super) fn rule(self, title: &str) -> String {
        let rest = "─".repeat(self.columns.saturating_sub(width(title) + 5));
        format!(
            "\n{} {} {}\n",
            paint(style::QUIET, "──"),
            paint(style::STRONG, title),
            paint(style::QUIET, &rest)
        )
    }

    /// A row whose text belongs to no message: whole, below the row where it is too long.
    pub(super) fn log(self, row: &Row<'_>, text: &str) -> String {
        let room = self.columns.saturating_sub(ROW);
        if self.columns >= WIDE && width(text) <= room {
            return self.row(&Row { summary: text, ..*row });
        }
        let row = self.row(&Row { summary: "", ..*row });
        format!("{}\n{}", row.trim_end(), self.prose(text, style::QUIET))
    }

    /// Sentences, indented as the messages are.
    pub(super) fn prose(self, text: &str, shade: Style) -> String {
        let mut out = String::new();
        for line in wrap(text, self.columns - INDENT) {
            let _ = writeln!(out, "{:INDENT$}{}", "", paint(shade, &line));
        }
        out
    }
}

/// What stands for an envelope that is folded up. The sign in it is not one of JSON's.
const FOLDED: &str = "\"_meta\":{…}";

/// What a message is called, what it says, and how many bytes of it are its envelope.
pub(super) fn describe(message: &Incoming<'_>) -> (Shape, String, String, Option<usize>) {
    let id = message.id().map(|id| escape(id.as_str()).into_owned());
    let shape = Shape::of(message);
    (shape, id.unwrap_or_default(), summary(message), envelope(message).map(|range| range.len()))
}

/// Milliseconds, with a digit behind the point as long as there is room for it.
fn time(at: Duration) -> String {
    let digits = if at < Duration::from_secs(1) { 1 } else { 0 };
    format!("{:.digits$} ms", at.as_secs_f64() * 1e3)
}

fn share(part: usize, whole: Option<u64>) -> String {
    let whole = whole.unwrap_or_default().max(1);
    format!("{part} {}%", part as u64 * 100 / whole)
}

fn is_number(column: usize) -> bool {
    matches!(column, 0 | 1 | 5 | 6)
}
