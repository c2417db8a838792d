//! Nothing is called kept that nobody could have broken, and examples of others break nothing.

use std::fs;
use std::path::{Path, PathBuf};

use mcpwire_check::{Checker, Verdict, direction_of};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::rules::Level;

use crate::talk::{broken, judge, no_tools, request};

#[test]
fn verdicts_follow_what_was_seen() {
    let nothing = Checker::new().finish();
    assert!(nothing.rules.iter().all(|judged| judged.verdict == Verdict::NotVerifiable));
    assert_eq!(nothing.totals.not_verifiable, nothing.rules.len() as u64);
    let report = judge(&[&request(1, "tools/list"), &format!("<{}", no_tools(1))]);
    assert_eq!(broken(&report), Vec::<&str>::new());
    let table = [
        ("meta-missing", Verdict::Kept),
        ("result-type-missing", Verdict::Kept),
        ("tools-list-missing", Verdict::Kept),
        ("response-duplicate", Verdict::Kept),
        ("prompts-list-missing", Verdict::NotVerifiable),
        ("error-code-missing", Verdict::NotVerifiable),
        ("parse-error-code", Verdict::NotVerifiable),
        ("stdio-restart", Verdict::NotVerifiable),
    ];
    for (rule, verdict) in table {
        assert_eq!(report.verdict(rule), Some(verdict), "{rule}");
    }
    let sum = report.totals.broken + report.totals.kept + report.totals.not_verifiable;
    assert_eq!(sum, report.rules.len() as u64);
}

#[test]
fn members_tell_the_direction() {
    use Direction::{ClientToServer, ServerToClient};
    let table = [
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, Some(ClientToServer)),
        (r#"{"jsonrpc":"2.0","id":1,"method":"acme/do"}"#, Some(ClientToServer)),
        (r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#, Some(ServerToClient)),
        (r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, Some(ClientToServer)),
        (r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#, Some(ServerToClient)),
        (r#"{"jsonrpc":"2.0","method":"notifications/message"}"#, Some(ServerToClient)),
        (r#"{"jsonrpc":"2.0","id":9,"method":"notifications/message"}"#, Some(ClientToServer)),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, Some(ServerToClient)),
        (r#"{"jsonrpc":"2.0","id":1,"result":[]}"#, Some(ServerToClient)),
        (r#"{"jsonrpc":"2.0","error":{"code":1,"message":""}}"#, Some(ServerToClient)),
        (r#"{"id":1,"method":"tools/list"}"#, Some(ClientToServer)),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list""#, Some(ClientToServer)),
        ("listening on port 1", None),
        ("[]", None),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#, Some(ClientToServer)),
        (r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#, Some(ServerToClient)),
    ];
    for (text, direction) in table {
        assert_eq!(direction_of(&Incoming::parse(text.as_bytes())), direction, "{text}");
    }
}

/// Requests that stand inside results only.
const EMBEDDED: [&str; 3] = ["CreateMessageRequest", "ElicitRequest", "ListRootsRequest"];

#[test]
fn examples_of_messages_break_no_must() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mcpwire-protocol/tests/examples");
    let official = std::env::var_os("MCPWIRE_SPEC");
    let official = official.map(|folder| PathBuf::from(folder).join("examples-2026-07-28"));
    let mut count = 0;
    for place in [Some(own), official].into_iter().flatten() {
        for folder in fs::read_dir(place).expect("the examples are there") {
            let folder = folder.expect("readable");
            if EMBEDDED.iter().any(|name| folder.file_name() == *name) {
                continue;
            }
            for file in fs::read_dir(folder.path()).expect("readable") {
                let path = file.expect("readable").path();
                let text = fs::read_to_string(&path).expect("readable");
                let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                if value.get("jsonrpc").is_none() {
                    continue;
                }
                count += 1;
                let mut checker = Checker::new();
                checker.bare_line(1, value.to_string().as_bytes());
                let report = checker.finish();
                let musts: Vec<_> =
                    report.causes.iter().filter(|cause| cause.level == Level::Must).collect();
                assert!(musts.is_empty(), "{}: {musts:#?}", path.display());
            }
        }
    }
    assert!(count >= 30, "only {count} messages");
}
