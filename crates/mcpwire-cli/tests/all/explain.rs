//! `mcpwire explain`.

use super::command::mcpwire;
use mcpwire_check::probe::RULES;
use mcpwire_check::{EXCHANGE_RULES, examples_of};
use mcpwire_protocol::rules::{catalogue, refusals};

#[test]
fn a_rule_is_told_with_its_page_and_a_wrong_and_a_right_example() {
    let some = ["id-null", "meta-missing", "tool-name-missing"];
    // What a process does at the end of its input shows in no message.
    let of_probes = RULES.iter().filter(|id| **id != "stdio-server-eof-exit");
    for id in some.iter().chain(EXCHANGE_RULES).chain(of_probes) {
        let run = mcpwire(&["explain", id]);
        assert_eq!(run.code, Some(0), "{id}: {}", run.stderr);
        for part in [id, "\nPage", "\nWrong\n", "\nRight\n", "https://", "^"] {
            assert!(run.stdout.contains(part), "{id} lacks {part:?}:\n{}", run.stdout);
        }
    }
}

#[test]
fn the_member_that_makes_the_difference_is_in_the_right_example() {
    for (id, member) in [
        ("result-type-missing", "\"resultType\":\"complete\""),
        ("jsonschema-valid", "\"required\":[\"shelf\"]"),
        ("meta-missing", "\"params\":{\"_meta\":"),
    ] {
        let text = mcpwire(&["explain", id]).stdout;
        let (wrong, right) = text.split_once("\nRight\n").expect("there is a right example");
        assert!(right.contains(member), "{id}: {right}");
        assert!(!wrong.contains(member), "{id}: {wrong}");
    }
}

#[test]
fn nothing_is_said_where_there_is_nothing_to_say() {
    let plain = mcpwire(&["explain", "result-type-missing"]).stdout;
    assert!(!plain.contains("Why") && plain.contains("\nPage\n"), "{plain}");
    let refused = mcpwire(&["explain", "meta-missing"]).stdout;
    assert!(refused.contains("\nWhy\n  A receiver refuses"), "{refused}");
}

#[test]
fn what_is_not_checked_is_said() {
    let rule = catalogue().find(|rule| !mcpwire_check::is_checked(rule)).expect("there is one");
    let run = mcpwire(&["explain", rule.id.as_str()]);
    assert_eq!(run.code, Some(0));
    assert!(examples_of(rule.id.as_str()).is_empty());
    assert!(run.stdout.contains("\nNot checked\n"), "{}", run.stdout);
}

#[test]
fn refusals_are_explained_too() {
    let unlisted = refusals()
        .iter()
        .filter(|refusal| mcpwire_protocol::rules::rule(refusal.id.as_str()).is_none());
    for refusal in unlisted {
        let run = mcpwire(&["explain", refusal.id.as_str()]);
        assert_eq!(run.code, Some(0), "{}", refusal.id);
        assert!(run.stdout.contains(&refusal.code.to_string()), "{}", run.stdout);
    }
}

#[test]
fn an_unknown_id_is_2_and_close_ones_are_named() {
    for (wrong, right) in [
        ("meta-mising", "`meta-missing`"),
        ("missing-result-type", "`result-type-missing`"),
        ("tool-unknwn", "`tool-unknown`"),
    ] {
        let run = mcpwire(&["explain", wrong]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{wrong}");
        assert!(run.stderr.contains(right), "{wrong}: {}", run.stderr);
    }
    let run = mcpwire(&["explain", "\u{1b}[2J"]);
    assert!(!run.stderr.contains('\u{1b}'));
}
