//! A line for each finding, as compilers write them.

use mcpwire_check::{Finding, Report};
use mcpwire_protocol::rules::Level;

use crate::screen::{clip, escape, paint, style};

/// The most columns of what was seen.
const SEEN: usize = 160;

/// `file:line:column: level party rule: what was seen`, the column being the byte in the line
/// where the place begins, from 1. Events of a recording spell the message in another way: there
/// is no column.
pub(in super::super) fn concise(report: &Report) -> String {
    let mut out = String::new();
    for cause in &report.causes {
        for (number, finding) in cause.findings.iter().enumerate() {
            let more = cause.count - cause.findings.len() as u64;
            let last = number + 1 == cause.findings.len();
            let more = match more {
                1.. if last => format!(" (and {more} more like this)"),
                _ => String::new(),
            };
            let seen = escape(&finding.seen);
            let column = finding.at.column.map_or(String::new(), |column| format!(":{column}"));
            out.push_str(&format!(
                "{}{column}: {} {} {}: {}{more}\n",
                place(finding),
                paint(level_style(finding.level), finding.level.as_str()),
                finding.party,
                finding.rule,
                clip(&seen, SEEN),
            ));
        }
    }
    out
}

/// The file and the line, or the number of the event where there is no file.
pub(super) fn place(finding: &Finding) -> String {
    let at = &finding.at;
    match (&at.file, at.line) {
        (Some(file), Some(line)) => format!("{}:{line}", escape(file)),
        (Some(file), None) => format!("{}:event {}", escape(file), at.event),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => format!("event {}", at.event),
    }
}

/// How a level looks.
pub(super) fn level_style(level: Level) -> anstyle::Style {
    match level {
        Level::Must => style::BAD,
        Level::Should => style::CARE,
        Level::Note => style::QUIET,
    }
}
