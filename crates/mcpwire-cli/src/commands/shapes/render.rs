//! The page for a terminal and for a website.

use std::fmt::Write as _;

use mcpwire_protocol::revision::Revision;

use super::reference::{Reference, Row, Section};
use crate::message::address;
use crate::screen::{pad, paint, style, width, wrap, wrap_json};

const INDENT: usize = 2;
const GAP: usize = 2;

/// The page in lines of at most `columns`.
pub(super) fn text(reference: &Reference, columns: usize) -> String {
    let mut out = String::new();
    for section in &reference.sections {
        let _ = writeln!(out, "{}", paint(style::STRONG, section.title));
        for line in wrap(section.says, columns - INDENT) {
            let _ = writeln!(out, "{:INDENT$}{}", "", paint(style::QUIET, &line));
        }
        out.push('\n');
        let names = section.rows.iter().map(|row| width(&row.name)).max().unwrap_or_default();
        for row in &section.rows {
            text_row(row, names, columns, &mut out);
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "{}",
        paint(
            style::QUIET,
            &format!("Pages are those of revision {}: {}", Revision::LATEST, address("PAGE"))
        )
    );
    out
}

fn text_row(row: &Row, names: usize, columns: usize, out: &mut String) {
    let start = INDENT + names + GAP;
    let room = columns.saturating_sub(start).max(20);
    let said = wrap(&row.meaning, room);
    for (at, line) in said.iter().enumerate() {
        let name = if at == 0 { pad(&row.name, names, false) } else { " ".repeat(names) };
        let name = if at == 0 { paint(style::MARKED, &name) } else { name };
        let _ = write!(out, "{:INDENT$}{name}{:GAP$}{line}", "", "");
        // The page stands behind the text where it fits, and else below.
        if at + 1 == said.len() && width(line) + GAP + width(row.page) <= room {
            let _ = write!(out, "{:GAP$}{}", "", paint(style::QUIET, row.page));
        } else if at + 1 == said.len() {
            let _ = write!(out, "\n{:start$}{}", "", paint(style::QUIET, row.page));
        }
        out.push('\n');
    }
    for line in row.example.iter().flat_map(|example| wrap_json(example, room)) {
        let _ = writeln!(out, "{:start$}{}", "", paint(style::RECEIVED, &line));
    }
}

/// The page as Markdown, one table a section.
pub(super) fn markdown(reference: &Reference) -> String {
    let mut out = format!(
        "# Shapes\n\nWhat a message of the Model Context Protocol may look like, revision {}, on one page. \
         Written by `mcpwire shapes --format markdown` from the tables that the library itself works by.\n",
        Revision::LATEST
    );
    for section in &reference.sections {
        markdown_section(section, &mut out);
    }
    out
}

fn markdown_section(section: &Section, out: &mut String) {
    let [name, meaning] = section.columns;
    let _ = writeln!(out, "\n## {}\n\n{}\n", section.title, section.says);
    let _ = writeln!(out, "| {name} | {meaning} | Page |\n|---|---|---|");
    for row in &section.rows {
        let name = if row.name.contains(|c: char| c.is_ascii_punctuation() || c.is_ascii_digit()) {
            format!("`{}`", row.name)
        } else {
            row.name.clone()
        };
        let _ =
            writeln!(out, "| {name} | {} | [{}]({}) |", row.meaning, row.page, address(row.page));
    }
    for row in &section.rows {
        if let Some(example) = row.example {
            let _ = writeln!(
                out,
                "\n{}:\n\n```json\n{example}\n```",
                super::messages::capital(&row.name)
            );
        }
    }
}
