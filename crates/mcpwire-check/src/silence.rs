//! What should have been answered and was not.

use std::time::Duration;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{ErrorCode, IdKind, Malformed};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::recording::Exit;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Level, Party};

use crate::asked::{Asked, Due, Kept, Spot, place_of};
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// A line of the client that is no message and has no id that an answer could repeat.
#[derive(Debug)]
pub(crate) struct Unread {
    pub(crate) spot: Spot,
    pub(crate) at: Duration,
    pub(crate) text: Kept,
    pub(crate) due: Due,
    pub(crate) revision: Revision,
}

impl Unread {
    /// The rule that says what is due.
    pub(crate) fn rule(&self) -> Exchange {
        rule_for(self.due.code)
    }
}

/// How many lines that are no messages may wait for an answer at once.
const MOST_UNREAD: usize = 64;

pub(crate) fn rule_for(code: ErrorCode) -> Exchange {
    match code {
        ErrorCode::PARSE_ERROR => Exchange::ParseErrorCode,
        _ => Exchange::InvalidRequestCode,
    }
}

impl Stream {
    /// Takes in a line of the client that is no message.
    pub(crate) fn unreadable_line(&mut self, here: &Here<'_>, malformed: &Malformed<'_>) {
        self.unreadable += 1;
        if !wants_answer(malformed) || self.unread.len() >= MOST_UNREAD {
            return;
        }
        let fault = &malformed.fault;
        self.unread.push_back(Unread {
            spot: here.spot.clone(),
            at: self.now,
            text: Kept::of(here.bytes),
            due: Due { rule: fault.rule, code: fault.code, malformed: true },
            revision: here.revision,
        });
    }

    /// Ends the stream: what is still open gets no answer any more.
    pub(crate) fn end(mut self, desk: &mut Desk) {
        if let Some((exchange, finding)) = self.stray.take() {
            self.asked.remove(&exchange);
            desk.add(finding);
        }
        for finding in self.known.findings_if_modern() {
            desk.add(finding);
        }
        if !desk.options.silence {
            return;
        }
        let asked = std::mem::take(&mut self.asked);
        for (exchange, asked) in &asked {
            self.never_answered(desk, *exchange, asked);
        }
        for unread in std::mem::take(&mut self.unread) {
            self.never_read(desk, &unread);
        }
    }

    fn never_answered(&self, desk: &mut Desk, exchange: u64, asked: &Asked) {
        let is_listen = asked.method == Some(Method::SubscriptionsListen);
        if asked.shares_id || self.has_gaps || is_listen {
            return;
        }
        let waited = self.now.saturating_sub(asked.at);
        let long = waited >= desk.options.patience;
        let place = (Party::Server, asked.place());
        if let Some(due) = asked.fault.filter(|due| due.malformed) {
            if long || self.ended_by_itself() {
                let seen = self.silence(waited, "this line, which is no valid request");
                let rule = rule_for(due.code);
                let advice = "Answer what is no valid request with -32600 and its id.";
                let finding = desk.broken(rule, asked.revision, place, (seen, advice));
                let repeat = asked.text.repeat(self.command.as_deref());
                desk.add(finding.map(|finding| finding.repeat(repeat)));
            }
            return;
        }
        let overtaken = self.last_answered.is_some_and(|last| last > exchange);
        // An error is due, or the server may have read the id as none.
        let doubtful = asked.fault.is_some() || !asked.plain_id;
        let level = match long && overtaken && is_quick(asked.method) {
            false => Level::Note,
            true if doubtful || waited < desk.options.patience * HOPELESS => Level::Should,
            true => Level::Must,
        };
        let mut seen = self.silence(waited, &format!("this request, id {:.40}", asked.id.as_str()));
        if overtaken {
            seen.truncate(seen.len() - 1);
            seen.push_str(", though later requests were answered.");
        }
        let advice = "Answer every request with a result or an error.";
        let finding = desk.broken(Exchange::Missing, asked.revision, place, (seen, advice));
        let repeat = asked.text.repeat(self.command.as_deref().filter(|_| level > Level::Note));
        desk.add(finding.map(|finding| finding.at_most(level).repeat(repeat)));
    }

    fn never_read(&self, desk: &mut Desk, unread: &Unread) {
        let waited = self.now.saturating_sub(unread.at);
        if self.has_gaps || waited < desk.options.patience && !self.ended_by_itself() {
            return;
        }
        let what = match unread.rule() {
            Exchange::ParseErrorCode => "this line, which is no JSON",
            _ => "this line, which is no valid request",
        };
        let advice = match unread.rule() {
            Exchange::ParseErrorCode => "Answer what is no JSON with -32700, without an id.",
            _ => {
                "Answer what is no valid request with -32600, without an id where it cannot be repeated."
            }
        };
        let place = (Party::Server, place_of(&unread.spot, &unread.text));
        let seen = self.silence(waited, what);
        let repeat = unread.text.repeat(self.command.as_deref());
        let finding = desk.broken(unread.rule(), unread.revision, place, (seen, advice));
        desk.add(finding.map(|finding| finding.repeat(repeat)));
    }

    /// Whether the server ended its output and was not stopped.
    fn ended_by_itself(&self) -> bool {
        self.output_ended && matches!(self.exit, None | Some(Exit::Status(_)))
    }

    fn silence(&self, waited: Duration, what: &str) -> String {
        let end = if self.output_ended { "its output ended" } else { "the evidence ended" };
        match waited {
            Duration::ZERO => format!("The server did not answer {what}, until {end}."),
            waited => {
                let seconds = waited.as_secs_f64();
                format!("The server did not answer {what}, in {seconds:.1} s, until {end}.")
            }
        }
    }
}

/// After how many times the patience even a slow server would have answered.
const HOPELESS: u32 = 10;

/// Whether nothing has to be done for the answer but to look it up, or to refuse.
fn is_quick(method: Option<Method>) -> bool {
    matches!(
        method,
        None | Some(
            Method::ServerDiscover
                | Method::Ping
                | Method::ToolsList
                | Method::PromptsList
                | Method::ResourcesList
                | Method::ResourcesTemplatesList
        )
    )
}

/// Whether an error is due for a line without a usable id. What may be meant as a notification or
/// as an answer gets none.
fn wants_answer(malformed: &Malformed<'_>) -> bool {
    if malformed.fault.rule.as_str() == "limit-depth" {
        return false;
    }
    if !malformed.is_json {
        return true;
    }
    let text = std::str::from_utf8(malformed.bytes).ok().and_then(|text| Text::parse(text).ok());
    let Some(whole) = text else { return true };
    if whole.kind() != Kind::Object {
        return true;
    }
    let answers = whole.get("result").is_some() || whole.get("error").is_some();
    malformed.id_kind != IdKind::Absent && !answers
}
