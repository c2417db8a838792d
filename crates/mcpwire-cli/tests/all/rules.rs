//! `mcpwire rules`.

use super::command::mcpwire;
use mcpwire_check::is_checked;
use mcpwire_protocol::rules::catalogue;
use serde_json::Value;

fn rows(filters: &[&str]) -> Vec<Value> {
    let run = mcpwire(&[&["rules", "--json"], filters].concat());
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn all_rules_are_listed_with_what_is_known_of_them() {
    let rows = rows(&[]);
    assert_eq!(rows.len(), catalogue().count());
    for (row, rule) in rows.iter().zip(catalogue()) {
        assert_eq!(row["id"], rule.id.as_str());
        assert_eq!(row["level"], rule.level.as_str());
        assert_eq!(row["pages"][0], rule.page);
        assert_eq!(row["checked"], is_checked(rule));
    }
    let run = mcpwire(&["rules"]);
    assert!(catalogue().all(|rule| run.stdout.contains(rule.id.as_str())));
}

/// Filters, and what is then true of a member of each row.
type Narrowed = (&'static [&'static str], &'static str, fn(&Value) -> bool);

#[test]
fn filters_narrow() {
    let table: [Narrowed; 5] = [
        (&["must"], "level", |value| value == "must"),
        (&["server"], "party", |value| value == "server"),
        (&["checked"], "checked", |value| value == true),
        (&["META-KEY"], "id", |value| value.as_str().is_some_and(|id| id.contains("meta-key"))),
        (&["server/tools", "should"], "pages", |pages| {
            pages.as_array().is_some_and(|pages| {
                pages
                    .iter()
                    .any(|page| page.as_str().is_some_and(|page| page.contains("server/tools")))
            })
        }),
    ];
    for (filters, member, fits) in table {
        let rows = rows(filters);
        assert!(!rows.is_empty() && rows.len() < catalogue().count(), "{filters:?}");
        assert!(rows.iter().all(|row| fits(&row[member])), "{filters:?}");
    }
    let run = mcpwire(&["rules", "nosuchrule"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
}
