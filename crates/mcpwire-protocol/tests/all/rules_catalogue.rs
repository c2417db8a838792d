//! The catalogue of rules, and that all ids in use are in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mcpwire_protocol::jsonrpc::ErrorCode;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Grade, Level, Party, Scope, catalogue, page_url, refusals, rule};

#[test]
fn no_id_stands_twice_and_each_is_found() {
    let mut ids = BTreeSet::new();
    for entry in catalogue() {
        assert!(ids.insert(entry.id), "{} stands twice", entry.id);
        assert!(std::ptr::eq(rule(entry.id.as_str()).expect("found"), entry));
    }
    for refusal in refusals() {
        assert!(ids.insert(refusal.id), "{} stands twice", refusal.id);
    }
    assert!(rule("no-such-rule").is_none());
}

#[test]
fn ids_are_words_joined_by_hyphens() {
    for id in catalogue().map(|rule| rule.id).chain(refusals().iter().map(|refusal| refusal.id)) {
        assert!(is_id(id.as_str()), "{id}");
    }
}

#[test]
fn each_rule_says_what_it_demands_and_where_that_stands() {
    for rule in catalogue() {
        assert!(rule.summary.ends_with('.') && rule.summary.len() > 15, "{}", rule.id);
        assert!(rule.pages().all(|page| !page.is_empty()), "{}", rule.id);
        let pages: BTreeSet<_> = rule.pages().collect();
        assert_eq!(pages.len(), rule.pages().count(), "{} names a page twice", rule.id);
    }
}

#[test]
fn pages_lead_to_the_specification() {
    let cases = [
        ("basic/index#meta", "/specification/2026-07-28/basic#meta"),
        ("basic/transports/stdio", "/specification/2026-07-28/basic/transports/stdio"),
        ("changelog#major-changes", "/specification/2026-07-28/changelog#major-changes"),
        ("schema#RequestMetaObject", "/specification/2026-07-28/schema#requestmetaobject"),
        ("index", "/specification/2026-07-28"),
        ("tasks/task-polling", "/seps/2663-tasks-extension#task-polling"),
    ];
    for (page, url) in cases {
        assert_eq!(page_url(page), format!("https://modelcontextprotocol.io{url}"));
    }
}

#[test]
fn what_the_specification_does_not_state_is_no_more_than_a_note() {
    for rule in catalogue() {
        let note = matches!(rule.grade, Grade::Derived | Grade::Heuristic);
        assert_eq!(rule.level == Level::Note, note, "{}", rule.id);
        assert_eq!(rule.is_on_by_default(), rule.grade != Grade::Heuristic, "{}", rule.id);
    }
}

#[test]
fn the_grades_that_were_decided() {
    let level = |id| rule(id).expect(id).level;
    for id in ["parse-error-code", "invalid-request-code", "tools-call-unknown-tool"] {
        assert_eq!(level(id), Level::Should, "{id}");
    }
    for id in ["json-invalid", "message-not-object", "response-duplicate", "jsonrpc-batch"] {
        assert_eq!(level(id), Level::Must, "{id}");
    }
}

#[test]
fn only_the_core_of_json_rpc_holds_in_older_revisions() {
    let old: BTreeSet<_> = catalogue()
        .filter(|rule| rule.holds_in(Revision::V2024_11_05))
        .map(|rule| rule.page.split(['#', '/']).next().unwrap_or_default())
        .collect();
    assert_eq!(old.into_iter().collect::<Vec<_>>(), ["basic"]);
    let batch = rule("jsonrpc-batch").expect("the rule");
    assert!(!batch.holds_in(Revision::V2025_03_26) && batch.holds_in(Revision::V2025_06_18));
}

#[test]
fn a_code_is_due_only_for_what_can_be_refused() {
    let due = |id| rule(id).expect(id).code_due();
    assert_eq!(due("tools-call-name-missing"), Some(ErrorCode::INVALID_PARAMS));
    assert_eq!(due("json-invalid"), Some(ErrorCode::PARSE_ERROR));
    assert_eq!(due("meta-rejection-code"), None);
    let server =
        |rule: &&_| matches!(rule, mcpwire_protocol::rules::Rule { party: Party::Server, .. });
    assert!(catalogue().filter(server).all(|rule| rule.code_due().is_none()));
    assert!(catalogue().any(|rule| rule.scope == Scope::Http));
}

/// Every id that the sources of the workspace name, seen as text.
#[test]
fn every_id_in_use_is_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 50, "{} files", files.len());
    let mut unknown = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        // Here every word with hyphens is the name of a rule, save these.
        let tables = ["src/types/", "src/jsonrpc/", "src/meta/", "src/rules/"];
        let protocol = file.to_string_lossy().replace('\\', "/");
        let all = protocol.contains("mcpwire-protocol")
            && tables.iter().any(|folder| protocol.contains(folder));
        for (before, word) in literals(&text) {
            let named =
                ["RuleId(", "refuse(", "invalid("].iter().any(|call| before.ends_with(call));
            if (named || all) && is_id(word) && !NO_RULES.contains(&word) && !known(word) {
                unknown.insert(format!("{word} in {}", file.display()));
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// Words with hyphens that are not names of rules.
const NO_RULES: &[&str] =
    &["api-key", "date-time", "kebab-case", "authorization-server", "json-rpc", "x-mcp-header"];

fn known(id: &str) -> bool {
    rule(id).is_some() || refusals().iter().any(|refusal| refusal.id.as_str() == id)
}

fn is_id(word: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    word.contains('-') && word.split('-').all(part) && word.as_bytes()[0].is_ascii_lowercase()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "target" && name != "tests" && name != "benches" {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The string literals on each line, with the text before them. Tests inside sources, which make
/// up ids of their own, are left out.
fn literals(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| {
        let parts: Vec<_> = line.split('"').collect();
        let count = parts.len();
        (1..count).step_by(2).map(move |at| (parts[at - 1], parts[at])).collect::<Vec<_>>()
    })
}
