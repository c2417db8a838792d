//! The verdict on the whole conversation, by the checker that `mcpwire check` uses.

use std::ffi::OsString;

use mcpwire_check::{Checker, Options, Report};
use mcpwire_protocol::rules::Party;

use super::show::{INDENT, Look};
use crate::screen::{Cell, Column, Table, clip, escape, style};
use crate::session::{Track, events};

/// The most columns of what was seen.
const SEEN: usize = 90;

/// What the checker says.
pub(super) struct Judged(pub(super) Report);

impl Judged {
    /// Judges what was seen of all processes.
    pub(super) fn of(argv: &[OsString], tracks: &[Track]) -> Self {
        let mut checker = Checker::with_options(Options { silence: false, ..Options::default() });
        for placed in events(argv, tracks) {
            checker.event(None, &placed.event);
        }
        Judged(checker.finish())
    }

    /// What a server broke, each a sentence.
    pub(super) fn by_server(&self) -> Vec<String> {
        let causes = self.0.causes.iter().flat_map(|cause| cause.findings.first());
        let causes = causes.filter(|finding| finding.party == Party::Server);
        causes.map(|it| format!("The server broke {}: {}", it.rule, escape(&it.seen))).collect()
    }

    /// Both sides: what the client broke on purpose, and what the server kept.
    pub(super) fn print(&self, look: Look) -> String {
        let mut out = look.rule("The verdict");
        let servers = self.by_server();
        let said = match servers.len() {
            0 => {
                "✓ The server broke no rule. The client, that is this conversation, broke these, \
                  all of them on purpose:"
            }
            _ => {
                "✗ The server broke rules, which are named below. The client broke these on \
                  purpose:"
            }
        };
        out.push_str(&look.prose(said, if servers.is_empty() { style::GOOD } else { style::BAD }));
        let titles = ["level", "rule", "what was seen"].map(Column::new);
        let mut table = Table::new(&titles);
        for cause in &self.0.causes {
            let Some(finding) = cause.findings.first() else { continue };
            if finding.party == Party::Server {
                continue;
            }
            let times =
                if cause.count > 1 { format!(" ({} times)", cause.count) } else { String::new() };
            table.row([
                Cell::new(style::CARE, finding.level.as_str()),
                Cell::new(style::STRONG, finding.rule.as_str()),
                Cell::from(format!("{}{times}", clip(&escape(&finding.seen), SEEN))),
            ]);
        }
        out.push_str(&table.print(INDENT, look.columns));
        let says = "`mcpwire explain RULE` has more of each, and `mcpwire check` judges the \
                    recording in the same way.";
        out.push_str(&look.prose(says, style::QUIET));
        out
    }
}
