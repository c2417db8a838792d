//! `mcpwire rules`: the rulebook as a table.

use clap::Args;
use mcpwire_check::is_checked;
use mcpwire_protocol::rules::{Level, Rule, catalogue};
use serde::Serialize;

use crate::failure::{Ending, Failure, Verdict};
use crate::screen::{Cell, Column, Screen, Table, json_line, say, style};

/// List the rules: one name for each requirement of the specification that can be seen on the
/// wire.
///
/// A filter is a level (`must`, `should`, `note`), a party (`client`, `server`, `both`), `checked`
/// for what `mcpwire check` can see, or a part of an id or page. All filters have to fit.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire rules
  mcpwire rules must server checked
  mcpwire rules basic/index meta
  mcpwire rules --json tools

Exit codes: 0 rules are listed, 1 no rule fits, 2 usage.")]
pub struct Rules {
    /// What the rules must fit.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// One JSON object for each rule, a line each, for programs.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    level: &'static str,
    party: &'static str,
    pages: Vec<&'static str>,
    scope: &'static str,
    grade: &'static str,
    checked: bool,
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<i64>,
}

impl Rules {
    /// Prints the rules that fit.
    pub fn run(self) -> Ending {
        let fits = |rule: &&Rule| self.filters.iter().all(|filter| fits(rule, filter));
        let rules: Vec<_> = catalogue().filter(fits).collect();
        let mut screen = Screen::new();
        if self.json {
            let lines: String = rules.iter().map(|rule| json_line(&Row::of(rule))).collect();
            screen.print(&lines)?;
        } else {
            print(&mut screen, &rules)?;
        }
        Ok(Verdict::found(rules.is_empty()))
    }
}

fn fits(rule: &Rule, filter: &str) -> bool {
    let filter = filter.to_lowercase();
    match filter.as_str() {
        "checked" => is_checked(rule),
        word if word == rule.level.as_str() || word == rule.party.as_str() => true,
        // Names of levels and parties also stand in ids: `client-caps-shape`.
        "must" | "should" | "note" | "client" | "server" | "both" => false,
        word => {
            let within = |text: &str| text.to_lowercase().contains(word);
            within(rule.id.as_str()) || rule.pages().any(within)
        }
    }
}

impl Row {
    fn of(rule: &Rule) -> Self {
        Row {
            id: rule.id.as_str(),
            level: rule.level.as_str(),
            party: rule.party.as_str(),
            pages: rule.pages().collect(),
            scope: rule.scope.as_str(),
            grade: rule.grade.as_str(),
            checked: is_checked(rule),
            summary: rule.summary,
            code: rule.code.map(|code| code.0),
        }
    }
}

fn print(screen: &mut Screen, rules: &[&'static Rule]) -> Result<(), Failure> {
    let columns = [
        Column::new("level"),
        Column::new("party"),
        Column::new("checked"),
        Column::new("rule"),
        Column::new(""),
    ];
    let mut table = Table::new(&columns);
    for rule in rules {
        let level = match rule.level {
            Level::Must => style::BAD,
            Level::Should => style::CARE,
            Level::Note => style::QUIET,
        };
        let checked = if is_checked(rule) { "✓" } else { "" };
        table.row([
            Cell::new(level, rule.level.as_str()),
            Cell::from(rule.party.as_str()),
            Cell::new(style::GOOD, checked),
            Cell::new(style::STRONG, rule.id.as_str()),
            Cell::from(rule.summary),
        ]);
    }
    if !table.is_empty() {
        screen.print(&table.print(0, screen.columns()))?;
    }
    let checked = rules.iter().filter(|rule| is_checked(rule)).count();
    say(&match rules.len() {
        0 => "No rule fits. A filter is a level, a party, `checked`, or a part of an id or page."
            .to_owned(),
        count => format!("{count} rules, {checked} of them checked (✓)."),
    });
    Ok(())
}
