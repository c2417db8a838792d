//! What is said beside the findings: what was left out, and how a server died.

use mcpwire_check::probe::Offer;
use mcpwire_schema::{Limits, tool_input};

use super::run::Plan;
use super::talk::Talk;
use crate::screen::{escape, escape_bytes};

/// Why a tool was not called that says that it only reads.
pub(super) fn without_arguments(offer: &Offer, name: &str) -> String {
    let tool = offer.tools.iter().find(|tool| tool.name == name);
    let is_valid = tool.is_none_or(|tool| tool_input(&tool.schema, &Limits::default()).is_ok());
    let why = match is_valid {
        true => "its schema does not tell which arguments it takes",
        false => "no arguments can be made by its schema, which is broken or cannot be read",
    };
    let name = escape(name);
    format!("The tool `{name}` was not called: {why}. `--call {name}=JSON` names some.")
}

/// Which tools were not called because they do not say that they only read.
pub(super) fn not_called(offer: &Offer, plan: &Plan) -> Option<String> {
    let named = |name: &String| plan.calls.iter().any(|(called, _)| called == name);
    let others = offer.tools.iter().filter(|tool| !tool.reads_only && !named(&tool.name));
    let names: Vec<_> = others.map(|tool| format!("`{}`", escape(&tool.name))).collect();
    let shown = names.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
    let more = if names.len() > 5 { ", …" } else { "" };
    (!names.is_empty()).then(|| {
        format!(
            "Tools that do not say that they only read were not called: {shown}{more}. \
             `--call NAME=JSON` calls one."
        )
    })
}

/// How the server ended in the middle of the conversation.
pub(super) fn stopped(plan: &Plan, talk: &Talk) -> String {
    let mut text = died(talk, "The server stopped answering: ");
    if !talk.has_ended() {
        let seconds = plan.timeout.as_secs();
        text.push_str(&format!(
            "\nIt had {seconds} s. If its tools take longer and it serves one request after the \
             other, `--timeout SECONDS` gives it more."
        ));
    }
    text
}

/// How the server ended, with the end of its log.
pub(super) fn died(talk: &Talk, what: &str) -> String {
    let how = match talk.last_status() {
        Some(status) => &format!("no message came, but HTTP status {status}"),
        None if talk.has_ended() => "its process ended its output",
        None => "no answer came",
    };
    let after = talk.last_sent().map(|sent| format!(" after {}", escape(sent))).unwrap_or_default();
    let mut text = format!("{what}{how}{after}.");
    if talk.is_over_http() {
        return text;
    }
    let tail = talk.log_tail();
    if talk.has_gaps() {
        text.push_str(
            " It wrote more lines to standard output than are kept of a conversation: an answer may \
             be among those that were dropped.",
        );
    }
    if tail.is_empty() {
        text.push_str(" It wrote nothing to standard error.");
    } else {
        text.push_str(" The end of its standard error:");
        for line in tail {
            text.push_str("\n  ");
            text.push_str(&escape_bytes(&line));
        }
    }
    text
}
