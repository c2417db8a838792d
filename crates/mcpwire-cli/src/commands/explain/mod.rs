//! `mcpwire explain ID`: a rule with a wrong and a right example.

mod close;
mod examples;

use std::fmt::Write as _;

use clap::Args;
use mcpwire_check::is_checked;
use mcpwire_protocol::jsonrpc::ErrorCode;
use mcpwire_protocol::rules::{Grade, Party, Refusal, Rule, refusals, rule};

use crate::failure::{Ending, Failure, Verdict};
use crate::message::address;
use crate::screen::{Screen, paint, style, wrap};

/// Tell what a rule demands, why, and how it looks wrong and right.
///
/// The ids are those of `mcpwire rules`, of the findings of `mcpwire check`, and of `data.rule` in
/// the errors that a server of this project sends.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire explain meta-missing
  mcpwire explain tool-unknown

Exit codes: 0 the id is known, 2 it is not.")]
pub struct Explain {
    /// The id of a rule or of a refusal.
    id: String,
}

impl Explain {
    /// Prints what is known of the id.
    pub fn run(self) -> Ending {
        let mut screen = Screen::new();
        let refusal = refusals().iter().find(|refusal| refusal.id.as_str() == self.id);
        let text = match (rule(&self.id), refusal) {
            (Some(rule), _) => of_rule(rule, screen.columns()),
            (None, Some(refusal)) => of_refusal(refusal, screen.columns()),
            (None, None) => return Err(Failure::Usage(close::unknown(&self.id))),
        };
        screen.print(&text)?;
        Ok(Verdict::Clean)
    }
}

fn of_rule(rule: &Rule, columns: usize) -> String {
    let mut out = String::new();
    let level = rule.level.as_str();
    let _ = writeln!(out, "{} · {level} · {}", paint(style::STRONG, rule.id.as_str()), whose(rule));
    prose(&mut out, rule.summary, columns);
    let why = why(rule);
    if !why.is_empty() {
        heading(&mut out, "Why");
        prose(&mut out, &why, columns);
    }
    heading(&mut out, if rule.pages().count() > 1 { "Pages" } else { "Page" });
    for page in rule.pages() {
        let _ = writeln!(out, "  {}", address(page));
    }
    examples::show(&mut out, rule.id.as_str(), columns);
    if !is_checked(rule) {
        heading(&mut out, "Not checked");
        prose(&mut out, "`mcpwire check` cannot see yet whether this rule is kept.", columns);
    }
    out
}

fn whose(rule: &Rule) -> &'static str {
    match rule.party {
        Party::Client => "a demand on clients",
        Party::Server => "a demand on servers",
        Party::Both => "a demand on both sides",
        Party::Intermediary => "a demand on gateways and proxies",
        Party::AuthorizationServer => "a demand on authorization servers",
    }
}

/// Where the demand comes from, where it is not simply stated, and what follows where it is not
/// met; empty where there is nothing to say.
fn why(rule: &Rule) -> String {
    let source = match rule.grade {
        Grade::Stated => "The specification says so",
        Grade::JsonRpc => "JSON-RPC 2.0 or JSON says so, and the specification makes it binding",
        Grade::Derived => "It follows from what the specification describes, without a keyword",
        Grade::Heuristic => "It is a guess at meaning, and off unless asked for",
    };
    let since = match rule.since {
        since if since.is_modern() => String::new(),
        since => format!(", since revision {since}"),
    };
    let mut sentences = Vec::new();
    if rule.grade != Grade::Stated || !since.is_empty() {
        sentences.push(format!("{source}{since}."));
    }
    match (rule.code, rule.code_due()) {
        (_, Some(code)) => {
            sentences.push(format!("A receiver refuses what breaks it with {}.", told(code)));
        }
        (Some(code), None) => sentences.push(format!("The code that is due is {}.", told(code))),
        (None, None) => {}
    }
    if let Some(status) = rule.status {
        sentences.push(format!("Over HTTP the status is {status}."));
    }
    sentences.join(" ")
}

fn told(code: ErrorCode) -> String {
    match code.name() {
        Some(name) => format!("{code} ({name})"),
        None => code.to_string(),
    }
}

fn of_refusal(refusal: &Refusal, columns: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} · a refusal", paint(style::STRONG, refusal.id.as_str()));
    prose(&mut out, refusal.summary, columns);
    heading(&mut out, "Why");
    let text = format!(
        "The caller broke no rule of the specification. The server answers with {} and this id in `data.rule`, so that the many causes of one code can be told apart.",
        told(refusal.code)
    );
    prose(&mut out, &text, columns);
    out
}

fn heading(out: &mut String, title: &str) {
    let _ = writeln!(out, "\n{}", paint(style::STRONG, title));
}

fn prose(out: &mut String, text: &str, columns: usize) {
    for line in wrap(text, columns.saturating_sub(2)) {
        let _ = writeln!(out, "  {line}");
    }
}
