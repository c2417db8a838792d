//! What the conversation showed: a table of answers, and totals.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use mcpwire_protocol::conversation::Answer;

use super::announced::{Announced, Came, audience, kind, what_came};
use super::script::Step;
use super::show::{INDENT, Look};
use super::stage::{Counts, Stage};
use crate::message::Shape;
use crate::screen::{Cell, Column, Table, escape, paint, style};

/// Below this many columns a table of four is narrow.
const NARROW: usize = 88;

/// A step with what came of it.
#[derive(Debug)]
pub(super) struct Played {
    /// Its number among the steps, from 1.
    pub(super) number: usize,
    pub(super) step: &'static Step,
    pub(super) came: Vec<Came>,
    pub(super) waited: Duration,
}

impl Played {
    /// Whether the server took a handshake in this step.
    pub(super) fn took_handshake(&self) -> bool {
        matches!(self.step.announced, Announced::OlderResult { .. })
            && self.came.iter().any(|came| came.answer == Answer::Complete)
    }
}

/// The answers side by side; nothing if the conversation did not get that far.
pub(super) fn answers(played: &[Played], look: Look) -> String {
    // In a narrow window the widest column goes last, where it wraps.
    let mut order = [0, 1, 2, 3];
    if look.columns < NARROW {
        order = [0, 2, 3, 1];
    }
    let titles = ["you sent", "the server answered", "kind", "who reacts"].map(Column::new);
    let mut table = Table::new(&order.map(|at| titles[at]));
    let is_plain =
        |announced| matches!(announced, Announced::Result { .. } | Announced::OlderResult { .. });
    for act in played.iter().filter(|act| !is_plain(act.step.announced)) {
        let who = audience(&act.step.announced, &act.came).unwrap_or("nobody");
        let cells = [
            Cell::from(act.step.sent),
            Cell::from(what_came(&act.came, act.waited)),
            Cell::new(style::CARE, kind(&act.came)),
            Cell::new(style::STRONG, who),
        ];
        table.row(order.map(|at| cells[at].clone()));
    }
    format!(
        "{}{}
",
        look.rule("What the answers tell"),
        table.print(INDENT, look.columns)
    )
}

/// The totals.
pub(super) fn totals(stage: &Stage, recording: &Path, look: Look) -> String {
    let mut table = Table::new(&[Column::new(""), Column::new("")]);
    let mut row = |name: &str, text: String| {
        table.row([Cell::new(style::QUIET, name), Cell::from(text)]);
    };
    let sent = &stage.sent;
    let received = &stage.received;
    let words = [
        counted(sent.of(Shape::Request), "request"),
        counted(sent.of(Shape::Notification), "notification"),
        counted(sent.of(Shape::Malformed), "malformed line"),
    ];
    row("sent", words.join(", "));
    let (results, errors) = (received.of(Shape::ResultResponse), received.of(Shape::ErrorResponse));
    let tool_errors = stage.conversation.totals().tool_errors;
    let words = [
        counted(results.saturating_sub(tool_errors), "result"),
        counted(tool_errors, "tool error"),
        counted(errors, "protocol error"),
    ];
    row("answers", format!("{}: {}", results + errors, words.join(", ")));
    let left = stage.conversation.open_count() as u64;
    if left > 0 {
        row("unanswered", counted(left, "request"));
    }
    row("bytes", format!("{}; {}", amount(sent, "sent"), amount(received, "received")));
    row(
        "log",
        format!(
            "{} on stderr, which the client never sees as messages",
            counted(stage.logs, "line")
        ),
    );
    row("last event", format!("at {:.1} ms", stage.last.as_secs_f64() * 1e3));
    row("recording", escape(&recording.display().to_string()).into_owned());
    format!(
        "{}{}",
        look.rule("The first conversation in numbers"),
        table.print(INDENT, look.columns)
    )
}

/// Whether everything was as announced, and what was not.
pub(super) fn verdict(differences: &[String]) -> String {
    let mut out = String::from("\n");
    if differences.is_empty() {
        let _ = writeln!(out, "   {}", paint(style::GOOD, "✓ Every answer was as announced."));
        return out;
    }
    let count = counted(differences.len() as u64, "difference");
    let _ =
        writeln!(out, "   {}", paint(style::BAD, &format!("✗ {count} from what was announced:")));
    for difference in differences {
        let _ = writeln!(out, "     {difference}");
    }
    out
}

fn amount(counts: &Counts, what: &str) -> String {
    let share = counts.envelopes * 100 / counts.bytes.max(1);
    format!("{} {what}, {share}% of them _meta", counts.bytes)
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
