//! One line of input for people.

use mcpwire_protocol::jsonrpc::ErrorCode;

use super::facts::{Facts, FaultFacts};
use crate::screen::{Excerpt, clip, escape, pad, paint, style, width, wrap};

const NUMBER: usize = 5;
const SHAPE: usize = 15;
const ID: usize = 8;
/// Where the message itself starts.
const TEXT: usize = NUMBER + SHAPE + ID + 3 * 2;

/// Appends what is known of a line, in lines of at most `columns`.
pub(super) fn full(facts: &Facts<'_>, columns: usize, out: &mut String) {
    let id = facts.id.map_or("-", |id| id.get());
    let id = escape(id);
    let head = format!(
        "{}  {}  {}  ",
        paint(style::QUIET, &pad(&facts.line.to_string(), NUMBER, true)),
        paint(facts.shape.style(), &pad(facts.shape.name(), SHAPE, false)),
        pad(&clip(&id, ID), ID, false),
    );
    out.push_str(&head);
    hanging(&facts.summary, style::PLAIN, columns, out);
    match &facts.fault {
        Some(fault) => place(facts, fault, columns, out),
        None => indented(&format!("{}.", facts.why), style::QUIET, columns, out),
    }
    for note in &facts.notes {
        indented(&escape(note), style::CARE, columns, out);
    }
}

/// The place in the text, and what is due.
fn place(facts: &Facts<'_>, fault: &FaultFacts, columns: usize, out: &mut String) {
    let margin = format!("{}  {} ", " ".repeat(NUMBER), paint(style::QUIET, "│"));
    let [from, to] = fault.bytes;
    let whole = from == 0 && to == facts.text.len();
    // Carets below everything would point at nothing.
    let shown = if whole { 0..1 } else { from..to };
    let room = columns.saturating_sub(NUMBER + 4);
    out.push_str(&Excerpt::new(facts.text, &shown, room).print(&margin));
    let place = match fault.pointer.as_str() {
        _ if whole => "at the whole message".to_owned(),
        "" => format!("at bytes {from}..{to}"),
        pointer => format!("at {}, bytes {from}..{to}", escape(pointer)),
    };
    let code = ErrorCode(fault.code);
    let name = code.name().unwrap_or_default();
    let due = format!("rule {} · {place} · code due {code} {name}", fault.rule);
    let indent = " ".repeat(NUMBER + 2);
    for line in wrap(&due, columns.saturating_sub(width(&indent))) {
        out.push_str(&format!("{indent}{}\n", paint(style::QUIET, &line)));
    }
}

/// Text behind the head of a line, with its further lines below its start.
fn hanging(text: &str, style: anstyle::Style, columns: usize, out: &mut String) {
    for (at, line) in wrap(text, columns.saturating_sub(TEXT)).iter().enumerate() {
        if at > 0 {
            out.push_str(&" ".repeat(TEXT));
        }
        out.push_str(&paint(style, line));
        out.push('\n');
    }
}

fn indented(text: &str, style: anstyle::Style, columns: usize, out: &mut String) {
    out.push_str(&" ".repeat(TEXT));
    hanging(text, style, columns, out);
}
