//! For people: each cause with its first place, and what to do.

use std::fmt::Write as _;

use mcpwire_check::{Cause, Finding, Report};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::rules::{Level, Party};

use super::concise::{level_style, place};
use crate::message::address;
use crate::screen::{Cell, Column, Excerpt, Table, escape, paint, style};

/// All causes, then what was seen in numbers.
pub(in super::super) fn full(report: &Report, columns: usize) -> String {
    let mut out = String::new();
    for cause in &report.causes {
        one(cause, columns, &mut out);
        out.push('\n');
    }
    closing(report, columns, &mut out);
    out
}

/// The columns before the text.
const INDENT: usize = 2;

fn one(cause: &Cause, columns: usize, out: &mut String) {
    let Some(first) = cause.findings.first() else { return };
    let level = paint(level_style(cause.level), cause.level.as_str());
    let rule = paint(style::STRONG, cause.rule.as_str());
    let _ = writeln!(out, "{level} · {rule} · {}", at_fault(cause.party));
    let _ = writeln!(out, "{:INDENT$}{}", "", paint(style::QUIET, &heading(first)));
    let margin = format!("{:INDENT$}{} ", "", paint(style::QUIET, "│"));
    out.push_str(&excerpt(first, columns.saturating_sub(INDENT + 2)).print(&margin));
    let mut table = Table::new(&[Column::new(""), Column::new("")]);
    let mut row = |name: &str, text: String| {
        table.row([Cell::new(style::QUIET, name), Cell::from(text)]);
    };
    row("seen", escape(&first.seen).into_owned());
    row("do", escape(&first.advice).into_owned());
    if let Some(rule) = cause.rule() {
        row("rule", rule.summary.to_owned());
    }
    row("page", address(cause.page()));
    if cause.count > 1 {
        row("where", everywhere(cause));
    }
    out.push_str(&table.print(INDENT, columns));
    // Not wrapped, so that it can be copied.
    if let Some(repeat) = &first.repeat {
        let _ = writeln!(out, "{:INDENT$}{}  {}", "", paint(style::QUIET, "again"), escape(repeat));
    }
}

fn at_fault(party: Party) -> String {
    match party {
        Party::Both => "whoever sent the line is at fault".to_owned(),
        party => format!("the {party} is at fault"),
    }
}

fn heading(finding: &Finding) -> String {
    let way = match finding.at.direction {
        Some(Direction::ClientToServer) => ", client → server",
        Some(Direction::ServerToClient) => ", server → client",
        None => "",
    };
    let pointer = match finding.at.pointer.as_str() {
        "" => String::new(),
        pointer => format!(", at {}", escape(pointer)),
    };
    format!("{}{way}{pointer}", place(finding))
}

/// The message around the place. Carets below a whole message would point at nothing.
fn excerpt(finding: &Finding, columns: usize) -> Excerpt {
    let kept = &finding.at.excerpt;
    let place = kept.place(&finding.at.bytes);
    let whole = finding.at.bytes.start == 0 && finding.at.bytes.len() >= kept.length;
    let shown = if whole { 0..1.min(kept.bytes.len()) } else { place };
    Excerpt::new(&kept.bytes, &shown, columns)
}

fn everywhere(cause: &Cause) -> String {
    let kept = cause.findings.len() as u64;
    let places: Vec<_> = cause.findings.iter().map(place).collect();
    let more = match cause.count - kept {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{} times: {}{more}", cause.count, places.join(", "))
}

fn closing(report: &Report, columns: usize, out: &mut String) {
    let totals = &report.totals;
    let verdict = match report.causes.first() {
        None => paint(style::GOOD, "No rule is broken, as far as can be seen."),
        Some(_) => {
            let parts = [
                (totals.must, Level::Must),
                (totals.should, Level::Should),
                (totals.note, Level::Note),
            ];
            let parts = parts.iter().filter(|(count, _)| *count > 0);
            let parts: Vec<_> = parts.map(|(count, level)| format!("{count} {level}")).collect();
            let sides = [Party::Client, Party::Server, Party::Both].into_iter();
            let sides = sides.map(|party| (report.count_of(party), party));
            let sides: Vec<_> = sides
                .filter(|(count, _)| *count > 0)
                .map(|(count, party)| match party {
                    Party::Both => format!("{count} of unknown origin"),
                    party => format!("{count} by the {party}"),
                })
                .collect();
            format!("Findings: {} ({}).", parts.join(", "), sides.join(", "))
        }
    };
    let skipped = match totals.skipped {
        0 => String::new(),
        skipped => format!(", {skipped} not judged"),
    };
    let _ = writeln!(
        out,
        "{verdict}\n{} messages{skipped}. Rules: {} broken, {} kept, {} not verifiable here.",
        totals.messages, totals.broken, totals.kept, totals.not_verifiable
    );
    if let Some(cause) = report.causes.first() {
        let hint = format!("`mcpwire explain {}` tells more about a rule.", cause.rule);
        for line in crate::screen::wrap(&hint, columns) {
            let _ = writeln!(out, "{}", paint(style::QUIET, &line));
        }
    }
}
