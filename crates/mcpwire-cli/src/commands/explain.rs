//! `mcpwire explain ID`: a rule with a wrong and a right example.

use std::fmt::Write as _;

use clap::Args;
use mcpwire_check::{Finding, Report, check_example, examples_of, is_checked};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::jsonrpc::ErrorCode;
use mcpwire_protocol::rules::fixture::{Example, Message, Step};
use mcpwire_protocol::rules::{Grade, Party, Refusal, Rule, catalogue, refusals, rule};

use crate::failure::{Ending, Failure, Verdict};
use crate::message::{address, marked};
use crate::screen::{Excerpt, Screen, clip, escape, escape_bytes, paint, style, wrap};

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

/// How many wrong and how many right examples are shown.
const MOST_EXAMPLES: usize = 2;

impl Explain {
    /// Prints what is known of the id.
    pub fn run(self) -> Ending {
        let mut screen = Screen::new();
        let refusal = refusals().iter().find(|refusal| refusal.id.as_str() == self.id);
        let text = match (rule(&self.id), refusal) {
            (Some(rule), _) => of_rule(rule, screen.columns()),
            (None, Some(refusal)) => of_refusal(refusal, screen.columns()),
            (None, None) => return Err(Failure::Usage(unknown(&self.id))),
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
    heading(&mut out, "Why");
    prose(&mut out, &why(rule), columns);
    for page in rule.pages() {
        let _ = writeln!(out, "  {}", address(page));
    }
    let examples = examples_of(rule.id.as_str());
    show(&mut out, "Wrong", examples.iter().filter(|example| !example.is_good()), columns);
    show(&mut out, "Right", examples.iter().filter(|example| example.is_good()), columns);
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
        Party::Both => "a demand on whoever sends",
        Party::Intermediary => "a demand on gateways and proxies",
        Party::AuthorizationServer => "a demand on authorization servers",
    }
}

/// Where the demand comes from, and what follows where it is not met.
fn why(rule: &Rule) -> String {
    let source = match rule.grade {
        Grade::Stated => "The specification says so",
        Grade::JsonRpc => "JSON-RPC 2.0 or JSON says so, and the specification makes it binding",
        Grade::Derived => "It follows from what the specification describes, without a keyword",
        Grade::Heuristic => "It is a guess at meaning, and off unless asked for",
    };
    let since = if rule.since.is_modern() {
        String::new()
    } else {
        format!(", since revision {}", rule.since)
    };
    let code = match (rule.code, rule.code_due()) {
        (_, Some(code)) => format!(" A receiver refuses what breaks it with {}.", told(code)),
        (Some(code), None) => format!(" The code that is due is {}.", told(code)),
        (None, None) => String::new(),
    };
    let status = rule
        .status
        .map_or_else(String::new, |status| format!(" Over HTTP the status is {status}."));
    format!("{source}{since}.{code}{status}")
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

fn show<'e>(
    out: &mut String,
    title: &str,
    examples: impl Iterator<Item = &'e Example>,
    columns: usize,
) {
    for (number, example) in examples.take(MOST_EXAMPLES).enumerate() {
        if number == 0 {
            heading(out, title);
        } else {
            out.push('\n');
        }
        let Ok(fixture) = example.fixture() else { continue };
        let report = check_example(&fixture, example.topic, true);
        let mut event = 0;
        for step in &fixture.steps {
            match step {
                Step::Comment(words) => prose(out, words, columns),
                Step::Head(direction, line) => {
                    let _ = writeln!(out, "  {} {}", arrow(*direction), escape(line));
                }
                Step::Message(message) => {
                    event += 1;
                    show_message(out, message, findings(&report, event, message), columns);
                }
            }
        }
    }
}

/// What the example says that it breaks. It may be about one message of a conversation that has
/// no other.
fn findings<'r>(
    report: &'r Report,
    event: u64,
    message: &'r Message<'_>,
) -> impl Iterator<Item = &'r Finding> {
    let all = report.causes.iter().flat_map(|cause| &cause.findings);
    all.filter(move |finding| {
        let said = message.expected.iter().any(|one| one.rule == finding.rule.as_str());
        said && finding.at.event == event
    })
}

fn show_message<'r>(
    out: &mut String,
    message: &Message<'_>,
    findings: impl Iterator<Item = &'r Finding>,
    columns: usize,
) {
    let way = arrow(message.direction);
    let room = columns.saturating_sub(4);
    let findings: Vec<_> = findings.collect();
    // What is about the head of an HTTP message is at no place in its body.
    let in_body = findings.iter().find(|one| one.at.excerpt.length == message.bytes.len());
    if let Some(first) = in_body {
        let bytes = &first.at.bytes;
        // Carets below everything would point at nothing.
        let is_whole = bytes.len() == message.bytes.len();
        let place = if is_whole { 0..1 } else { marked(&message.bytes, bytes.clone()) };
        let excerpt = Excerpt::new(&message.bytes, &place, room).print("    ");
        let _ = write!(out, "  {way} {}", excerpt.trim_start_matches(' '));
    } else {
        let text = escape_bytes(&message.bytes);
        let _ = writeln!(out, "  {way} {}", clip(&text, room));
        if let Some(first) = findings.first() {
            out.push_str(&Excerpt::new(&first.at.excerpt.bytes, &(0..1), room).print("    "));
        }
    }
    for finding in findings {
        prose(out, &escape(&finding.seen), columns);
        prose(out, &escape(&finding.advice), columns);
    }
}

fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::ClientToServer => "→",
        Direction::ServerToClient => "←",
    }
}

fn heading(out: &mut String, title: &str) {
    let _ = writeln!(out, "\n{}", paint(style::STRONG, title));
}

fn prose(out: &mut String, text: &str, columns: usize) {
    for line in wrap(text, columns.saturating_sub(2)) {
        let _ = writeln!(out, "  {line}");
    }
}

/// A sentence that names ids like the one that was asked for.
fn unknown(id: &str) -> String {
    let known = catalogue().map(|rule| rule.id).chain(refusals().iter().map(|refusal| refusal.id));
    let asked: String = id.chars().take(80).collect();
    let mut close: Vec<_> =
        known.map(|known| (distance(&asked, known.as_str()), known.as_str())).collect();
    close.sort_unstable();
    close.truncate(3);
    let close: Vec<_> = close.iter().map(|(_, id)| format!("`{id}`")).collect();
    format!(
        "There is no rule `{}`. Close are {}. `mcpwire rules` lists all.",
        escape(&asked),
        close.join(", ")
    )
}

/// How unlike two ids are: the words that they do not share count most, then the letters that
/// have to be changed.
fn distance(asked: &str, known: &str) -> usize {
    let words: Vec<_> = known.split('-').collect();
    let shared = asked.split('-').filter(|word| words.contains(word)).count();
    let unshared = words.len().max(asked.split('-').count()) - shared;
    let letters = edits(asked, known);
    // A slip of the finger is closer than half a name.
    if letters <= 2 { letters } else { 3 + unshared * 4 + letters }
}

/// The letters to insert, delete or replace (Levenshtein).
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (to, other) in other.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[to + 1];
            row[to + 1] = change.min(row[to] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
