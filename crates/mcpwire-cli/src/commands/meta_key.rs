//! `mcpwire meta-key NAME…`: a key of `_meta` taken apart, and whose it is.

use std::ops::Range;

use clap::Args;
use mcpwire_protocol::meta::{Key, KeyFault, KeyStatus, RESERVED_LABELS};
use serde::Serialize;

use crate::failure::{Ending, Verdict};
use crate::format::Format;
use crate::message::address;
use crate::screen::{Screen, escape, json_line, paint, style, width, wrap};

/// Take keys of `_meta` apart and say whose they are: the specification's, or anybody's.
///
/// The second label of the prefix decides, wherever else `mcp` may stand.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire meta-key io.modelcontextprotocol/protocolVersion
  mcpwire meta-key dev.mcp/anything com.example.mcp/scanId mcp.example/thing
  mcpwire meta-key --format json traceparent

Exit codes: 0 every key is valid, 1 a key breaks the grammar.")]
pub struct MetaKey {
    /// The keys.
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    /// How to show what was found; JSON is one object for each key.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The page with the grammar.
const PAGE: &str = "basic/index#meta";

/// What is known of one key.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Facts<'a> {
    key: &'a str,
    status: &'static str,
    labels: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_label: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The bytes of the key that decide or that are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<[usize; 2]>,
    page: String,
}

impl MetaKey {
    /// Judges each key.
    pub fn run(self) -> Ending {
        let mut screen = Screen::new();
        let mut invalid = false;
        let mut out = String::new();
        for name in &self.names {
            let parsed = Key::parse(name);
            invalid |= parsed.is_err();
            let facts = match &parsed {
                Ok(key) => of_valid(*key),
                Err(fault) => of_invalid(name, fault),
            };
            match self.format {
                Format::Json => out.push_str(&json_line(&facts)),
                Format::Full => full(&facts, screen.columns(), &mut out),
            }
        }
        screen.print(&out)?;
        Ok(Verdict::found(invalid))
    }
}

fn of_valid(key: Key<'_>) -> Facts<'_> {
    let text = key.as_str();
    let second = key.second_label();
    let (status, why, page) = match key.status() {
        KeyStatus::Defined(defined) => {
            ("defined", format!("The specification defines it: {}.", defined.meaning), defined.page)
        }
        KeyStatus::Reserved => (
            "reserved",
            "Only the specification and its official extensions define keys with such a prefix."
                .to_owned(),
            PAGE,
        ),
        KeyStatus::Free => ("free", free(key), PAGE),
    };
    Facts {
        key: text,
        status,
        labels: key.labels().map(|label| &text[label]).collect(),
        second_label: second.clone().map(|label| &text[label]),
        name: Some(key.name()),
        why,
        rule: None,
        bytes: second.map(|label| [label.start, label.end]),
        page: address(page),
    }
}

fn free(key: Key<'_>) -> String {
    let labels: Vec<&str> = key.labels().map(|label| &key.as_str()[label]).collect();
    let is_ours = |label: &&str| RESERVED_LABELS.contains(label);
    match labels.iter().position(is_ours) {
        Some(at) => format!(
            "Anybody may use it: `{}` is label {} of the prefix, and only label 2 counts.",
            labels[at],
            at + 1
        ),
        None if labels.is_empty() => "Anybody may use it, and so anybody else may too: a prefix \
            of your own, such as `com.example/`, keeps it apart."
            .to_owned(),
        None => {
            "Anybody may use it: the second label of the prefix does not reserve it.".to_owned()
        }
    }
}

fn of_invalid<'a>(name: &'a str, fault: &KeyFault) -> Facts<'a> {
    Facts {
        key: name,
        status: "invalid",
        labels: Vec::new(),
        second_label: None,
        name: None,
        why: fault.to_string(),
        rule: Some(fault.rule().as_str()),
        bytes: Some([fault.bytes.start, fault.bytes.end]),
        page: address(PAGE),
    }
}

const INDENT: &str = "  ";

fn full(facts: &Facts<'_>, columns: usize, out: &mut String) {
    let invalid = facts.rule.is_some();
    let (sign, shade) = match facts.status {
        "invalid" => ("✗", style::BAD),
        "free" => ("✓", style::GOOD),
        _ => ("●", style::MARKED),
    };
    let mark = if invalid { style::BAD } else { style::MARKED };
    let marked = facts.bytes.map_or(0..0, |[from, to]| from..to);
    out.push_str(&key_line(facts.key, &marked, mark));
    if facts.bytes.is_some() {
        let label = if invalid { "here" } else { "second label" };
        let before = width(&escape(&facts.key[..marked.start]));
        let carets = "^".repeat(width(&escape(&facts.key[marked.clone()])).max(1));
        let carets = paint(mark, &format!("{carets} {label}"));
        out.push_str(&format!("{INDENT}{}{carets}\n", " ".repeat(before)));
    }
    let said = format!("{sign} {}: {}", word(facts.status), facts.why);
    for (at, line) in wrap(&said, columns.saturating_sub(4)).iter().enumerate() {
        let line =
            if at == 0 { paint(shade, line) } else { format!("{INDENT}{}", paint(shade, line)) };
        out.push_str(&format!("{INDENT}{line}\n"));
    }
    if let Some(name) = facts.name {
        let labels: Vec<String> = facts
            .labels
            .iter()
            .enumerate()
            .map(|(at, label)| format!("{} {label}", at + 1))
            .collect();
        let labels = if labels.is_empty() { "none".to_owned() } else { labels.join(" · ") };
        let name = if name.is_empty() { "(empty)" } else { name };
        out.push_str(&format!("{INDENT}  labels: {labels}   name: {name}\n"));
    }
    let rule = facts.rule.map_or_else(String::new, |rule| format!("rule {rule} · "));
    out.push_str(&format!(
        "{INDENT}  {}\n\n",
        paint(style::QUIET, &format!("{rule}{}", facts.page))
    ));
}

fn key_line(key: &str, marked: &Range<usize>, mark: anstyle::Style) -> String {
    let (before, rest) = key.split_at(marked.start);
    let (middle, after) = rest.split_at(marked.len());
    let strong = |text: &str| paint(style::STRONG, &escape(text));
    format!("{INDENT}{}{}{}\n", strong(before), paint(mark, &escape(middle)), strong(after))
}

fn word(status: &str) -> &str {
    match status {
        "defined" => "reserved outright",
        "reserved" => "reserved by its second label",
        other => other,
    }
}
