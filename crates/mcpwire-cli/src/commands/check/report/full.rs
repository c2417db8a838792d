//! For people: each cause with its first place, and what to do.

use std::fmt::Write as _;

use mcpwire_check::{Cause, Finding, Report, Totals};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::rules::{Level, Party};

use super::concise::{level_style, place};
use crate::message::{address, marked};
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
    let margin = format!("{:INDENT$}{} ", "", paint(style::QUIET, "│"));
    for finding in cause.distinct() {
        let _ = writeln!(out, "{:INDENT$}{}", "", paint(style::QUIET, &heading(finding)));
        out.push_str(&excerpt(finding, columns.saturating_sub(INDENT + 2)).print(&margin));
    }
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

/// The message around the place.
fn excerpt(finding: &Finding, columns: usize) -> Excerpt {
    let kept = &finding.at.excerpt;
    let place = kept.place(&finding.at.bytes);
    let whole = finding.at.bytes.start == 0 && finding.at.bytes.len() >= kept.length;
    let shown = if whole { 0..1.min(kept.bytes.len()) } else { marked(&kept.bytes, place) };
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
    let mut lines = vec![match report.causes.first() {
        None => paint(style::GOOD, "No rule is broken, as far as can be seen."),
        Some(_) => findings(report),
    }];
    if totals.expected > 0 {
        lines.push(format!(
            "Expected: {}, marked in the recording as broken on purpose; these are no findings.",
            totals.expected
        ));
    }
    lines.push(seen(totals));
    let all = totals.broken + totals.kept + totals.not_verifiable;
    lines.push(format!(
        "Rules: {} broken, {} kept, {} not verifiable (nothing here was about them), {all} in all.",
        totals.broken, totals.kept, totals.not_verifiable
    ));
    for line in lines.iter().flat_map(|line| crate::screen::wrap(line, columns)) {
        let _ = writeln!(out, "{line}");
    }
    if let Some(cause) = report.causes.first() {
        let hint = format!("`mcpwire explain {}` tells more about a rule.", cause.rule);
        for line in crate::screen::wrap(&hint, columns) {
            let _ = writeln!(out, "{}", paint(style::QUIET, &line));
        }
    }
}

/// How many findings there are, of which weight and whose.
fn findings(report: &Report) -> String {
    let totals = &report.totals;
    let levels =
        [(totals.must, Level::Must), (totals.should, Level::Should), (totals.note, Level::Note)];
    let levels: Vec<_> = levels
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, level)| format!("{count} {level}"))
        .collect();
    let sides = [Party::Client, Party::Server, Party::Both].map(|it| (report.count_of(it), it));
    let sides: Vec<_> = sides.into_iter().filter(|(count, _)| *count > 0).collect();
    let by = |party| match party {
        Party::Both => "of unknown origin".to_owned(),
        party => format!("by the {party}"),
    };
    let whose = match &sides[..] {
        [(1, party)] => format!(", {}", by(*party)),
        [(_, party)] => format!(", all {}", by(*party)),
        sides => {
            let sides: Vec<_> =
                sides.iter().map(|(count, party)| format!("{count} {}", by(*party))).collect();
            format!(" ({})", sides.join(", "))
        }
    };
    format!("Findings: {}{whose}.", levels.join(", "))
}

/// How much was seen.
fn seen(totals: &Totals) -> String {
    let counted = |count: u64, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    };
    let messages = totals.messages.saturating_sub(totals.malformed);
    let mut text = counted(messages, "message", "messages");
    if totals.malformed > 0 {
        let lines = counted(totals.malformed, "that is none", "that are none");
        text.push_str(&format!(" and {lines}"));
    }
    if totals.skipped > 0 {
        text.push_str(&format!("; {} not judged", totals.skipped));
    }
    format!("Seen: {text}.")
}
