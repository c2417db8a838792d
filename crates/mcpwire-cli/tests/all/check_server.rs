//! `mcpwire check -- COMMAND`: what it says of servers, and what it does to them.

use std::path::{Path, PathBuf};

use mcpwire_cli::servers::support::MEMBERS;
use serde_json::Value;

use crate::command::{Run, mcpwire};

pub(super) const MCPWIRE: &str = env!("CARGO_BIN_EXE_mcpwire");

/// A file name for a recording that no other test uses.
pub(super) fn recording(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{name}.jsonl"))
}

/// Removes what an earlier run of the tests left.
fn clear(file: &Path) {
    if let Err(error) = std::fs::remove_file(file) {
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{}: {error}", file.display());
    }
}

/// Checks a server; the report comes as JSON.
pub(super) fn check(name: &str, options: &[&str], command: &[&str]) -> (Run, Value) {
    let file = recording(name);
    clear(&file);
    let file = file.to_str().expect("the path is UTF-8");
    let mut arguments = vec!["check", "--format", "json", "--record", file];
    arguments.extend(options);
    arguments.push("--");
    arguments.extend(command);
    let run = mcpwire(&arguments);
    let report = serde_json::from_str(&run.stdout).unwrap_or(Value::Null);
    (run, report)
}

/// The rules that the causes name, in their order.
pub(super) fn rules(report: &Value) -> Vec<&str> {
    let causes = report["causes"].as_array().expect("there are causes");
    causes.iter().filter_map(|cause| cause["rule"].as_str()).collect()
}

fn verdict<'a>(report: &'a Value, rule: &str) -> Option<&'a str> {
    let rules = report["rules"].as_array()?;
    rules.iter().find(|one| one["id"] == rule)?["verdict"].as_str()
}

/// A server of `examples/broken`.
pub(super) fn broken(name: &str) -> String {
    let folder = Path::new(MCPWIRE).parent().expect("the program is in a folder");
    let program = folder.join("examples").join(format!("broken-{name}"));
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is not built: cargo build --examples", program.display());
    program.to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn our_own_servers_break_no_rule() {
    let names = [&["hello"][..], &["atrium"], &["cases"], &["hello", "--modern-only"]];
    let members = MEMBERS.iter().map(|member| vec!["support", "--as", member.user]);
    for server in names.into_iter().map(<[&str]>::to_vec).chain(members) {
        let command = [&[MCPWIRE, "serve"], &*server].concat();
        let (run, report) = check(&server.join(""), &["--fail-on", "note"], &command);
        assert_eq!(rules(&report), Vec::<&str>::new(), "{server:?}: {}", run.stdout);
        assert_eq!(run.code, Some(0), "{server:?}: {}", run.stderr);
    }
}

#[test]
fn what_was_tried_is_kept() {
    let (_, report) = check("kept", &[], &[MCPWIRE, "serve", "support"]);
    let tried = [
        "discover-implemented",
        "tools-list-served",
        "tools-call-unknown-tool",
        "tools-server-validate-input",
        "resources-not-found-code",
        "prompts-unknown-code",
        "prompts-missing-argument-code",
        "version-unsupported-code",
        "meta-rejection-code",
        "method-not-found-code",
        "parse-error-code",
        "invalid-request-code",
        "response-missing",
        "notification-answered",
        "jsonschema-valid",
        "tool-output-nonconforming",
        "stdio-server-eof-exit",
    ];
    for rule in tried {
        assert_eq!(verdict(&report, rule), Some("kept"), "{rule}");
    }
    let client = verdict(&report, "id-null");
    assert_eq!(client, Some("not-verifiable"), "rules of the client are not judged");
    let totals = ["broken", "kept", "notVerifiable"].map(|name| report["totals"][name].as_u64());
    let all = mcpwire_protocol::rules::catalogue().count() as u64;
    assert_eq!(totals.into_iter().flatten().sum::<u64>(), all, "each rule has a verdict");
}

#[test]
fn the_fault_of_each_broken_server_is_named_first_and_alone() {
    let faults = [
        ("first", "stdio-stdout-not-mcp", ""),
        ("second", "result-type-missing", "/result/resultType"),
        ("third", "jsonschema-valid", "/result/tools/0/inputSchema/properties/name/required"),
    ];
    for (name, rule, pointer) in faults {
        let (run, report) = check(name, &[], &[&broken(name)]);
        assert_eq!(rules(&report), [rule], "{name}: {}", run.stderr);
        let finding = &report["findings"][0];
        assert_eq!(finding["party"], "server");
        assert_eq!(finding["at"]["pointer"], pointer, "{finding}");
        assert_eq!(run.code, Some(1));
    }
}

#[test]
fn without_arguments_the_bundled_server_is_checked() {
    let run = mcpwire(&["check"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("No rule is broken"), "{}", run.stdout);
    let (_, file) =
        run.stderr.split_once("All that was said is in ").expect("the recording is named");
    let file = file.trim().trim_end_matches('.');
    let recorded = std::fs::read_to_string(file).expect("the recording is there");
    assert!(recorded.starts_with(r#"{"mcpwire":"recording""#));
    std::fs::remove_file(file).expect("the recording can be removed");
}

#[test]
fn only_tools_that_say_that_they_read_are_called_unless_named() {
    let called = |name: &str| {
        let recorded = std::fs::read_to_string(recording(name)).expect("the recording is there");
        recorded.contains(r#"tools/call\",\"params\":{\"name\":\"book\""#)
    };
    let server = [MCPWIRE, "serve", "atrium"];
    let (run, report) = check("uncalled", &[], &server);
    assert!(!called("uncalled"), "{}", run.stdout);
    assert!(report["remarks"].to_string().contains("`book`"), "{}", report["remarks"]);
    let book = r#"book={"room_id":"no-such-room","start":"2026-07-28T09:00","minutes":30}"#;
    let (run, report) = check("called", &["--call", book, "--fail-on", "note"], &server);
    assert!(called("called"), "{}", run.stdout);
    assert_eq!(run.code, Some(0), "{report}");
    assert!(!report["remarks"].to_string().contains("`book`"), "{}", report["remarks"]);
}

#[test]
fn a_call_that_cannot_be_made_is_a_mistake_of_the_user() {
    for arguments in [
        &["check", "--call", "hello={"][..],
        &["check", "--call", "hello=[]"],
        &["check", "--call", "hello={}", "recording.jsonl"],
        &["check", "recording.jsonl", "--", "server"],
        &["check", "--timeout", "0"],
    ] {
        assert_eq!(mcpwire(arguments).code, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_server_that_cannot_be_started_is_out_of_reach() {
    let (run, _) = check("absent", &[], &["no-such-program-of-mcpwire"]);
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert!(run.stderr.contains("no-such-program-of-mcpwire"), "{}", run.stderr);
}

#[cfg(unix)]
mod by_shell {
    use super::*;

    #[test]
    fn a_server_that_writes_more_than_is_kept_is_told_so() {
        // More than fits into a pipe, so that it is read before the server can end.
        let flood = "yes x | head -n 300000";
        let (run, _) = check("flood", &[], &["sh", "-c", flood]);
        assert_eq!(run.code, Some(4), "{}", run.stderr);
        assert!(
            run.stderr.contains("more lines to standard output than are kept"),
            "{}",
            run.stderr
        );
    }

    #[test]
    fn a_server_that_dies_at_its_start_shows_the_end_of_its_log() {
        let script = "echo 'the database is locked' >&2; exit 3";
        let (run, _) = check("dead", &[], &["sh", "-c", script]);
        assert_eq!(run.code, Some(4), "{}", run.stderr);
        assert!(run.stderr.contains("the database is locked"), "{}", run.stderr);
    }

    #[test]
    fn a_server_that_dies_later_is_told_with_what_was_sent_last() {
        let script = r#"read line; echo '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}'; read line; echo 'out of memory' >&2; exit 9"#;
        let (run, report) = check("dies", &[], &["sh", "-c", script]);
        assert_eq!(run.code, Some(4), "{}", run.stderr);
        assert!(run.stderr.contains("out of memory"), "{}", run.stderr);
        assert!(run.stderr.contains("`server/discover`"), "{}", run.stderr);
        assert_eq!(rules(&report), ["server-info-missing"], "what was found is still told");
    }

    /// It answers what it knows with the id that it finds, and everything else as unknown.
    const LEGACY: &str = r#"while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p')
        case "$line" in
            *'"jsonrpc":"2.0"'*'"method":"initialize"'*'}') result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}}' ;;
            *'"jsonrpc":"2.0"'*'"method":"tools/list"'*'}') result='{"tools":[]}' ;;
            *'"jsonrpc":"2.0"'*'"method":"ping"'*'}') result='{}' ;;
            *notifications/*) continue ;;
            *'"jsonrpc":"2.0"'*'}') echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32601,"message":"Method not found"}}'; continue ;;
            *) continue ;;
        esac
        echo '{"jsonrpc":"2.0","id":'"$id"',"result":'"$result"'}'
    done"#;

    #[test]
    fn an_older_server_is_judged_by_what_all_revisions_share_and_told_so() {
        let (run, report) = check("legacy", &[], &["sh", "-c", LEGACY]);
        assert!(report["remarks"].to_string().contains("handshake"), "{report}");
        assert_eq!(verdict(&report, "response-missing"), Some("kept"), "{report}");
        assert_eq!(verdict(&report, "notification-answered"), Some("kept"), "{report}");
        assert_eq!(run.code, Some(0), "{}", run.stdout);
        assert!(rules(&report).iter().all(|rule| !rule.contains("discover")), "{report}");
    }

    #[test]
    fn a_server_that_knows_neither_discovery_nor_a_handshake_is_told_so() {
        let script = r#"while read -r line; do
            id=$(printf '%s' "$line" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p')
            echo '{"jsonrpc":"2.0","id":'"${id:-0}"',"error":{"code":-32601,"message":"Method not found"}}'
        done"#;
        let (run, report) = check("nothing", &[], &["sh", "-c", script]);
        assert!(rules(&report).contains(&"discover-implemented"), "{report}");
        assert_ne!(run.code, Some(0), "{}", run.stderr);
    }
}

#[cfg(unix)]
mod processes {
    use super::{MCPWIRE, check, rules};

    #[test]
    fn a_log_without_end_ends_no_check() {
        let script =
            format!("yes 'a line of a log' | head -n 30000 >&2; exec {MCPWIRE} serve hello");
        let (run, report) = check("chatty", &["--fail-on", "note"], &["sh", "-c", &script]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        assert_eq!(rules(&report), Vec::<&str>::new());
        assert!(!report["remarks"].to_string().contains("missing"), "{report}");
    }

    #[test]
    fn what_a_server_has_started_ends_with_the_check() {
        let script = format!("sleep 600 & echo \"pid $!\" >&2; {MCPWIRE} serve hello");
        let (run, _) = check("family", &[], &["sh", "-c", &script]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let recorded = std::fs::read_to_string(super::recording("family")).expect("it is text");
        let pids: Vec<_> = recorded
            .split("pid ")
            .skip(1)
            .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next())
            .filter(|digits| !digits.is_empty())
            .collect();
        assert!(!pids.is_empty(), "{recorded}");
        for pid in pids {
            let state = std::process::Command::new("ps").args(["-o", "stat=", "-p", pid]).output();
            let state = String::from_utf8(state.expect("ps runs").stdout).expect("it is text");
            // One that was ended and that nobody has waited for yet is a zombie.
            assert!(state.is_empty() || state.starts_with('Z'), "{pid} is {state}");
        }
    }
}
