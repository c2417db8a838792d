//! The examples of the rules, judged as conversations.

use std::collections::BTreeSet;

use mcpwire_check::{EXCHANGE_RULES, Report, check_example, examples_of, is_checked, probe};
use mcpwire_protocol::rules::fixture::{Example, Fixture, examples};
use mcpwire_protocol::rules::{Grade, catalogue, rule};

/// The message from 1, the rule and the pointer of each finding.
type Found = BTreeSet<(u64, String, String)>;

fn found(report: &Report) -> Found {
    let findings = report.causes.iter().flat_map(|cause| &cause.findings);
    findings
        .map(|finding| {
            let pointer = finding.at.pointer.as_str().to_owned();
            (finding.at.event, finding.rule.to_string(), pointer)
        })
        .collect()
}

fn expected(fixture: &Fixture<'_>) -> Found {
    let messages = (1..).zip(fixture.messages());
    let expected = |(number, message)| {
        let message: &mcpwire_protocol::rules::fixture::Message<'_> = message;
        let all = message.expected.iter();
        all.map(move |one| (number, one.rule.to_owned(), one.pointer.to_owned()))
            .collect::<Vec<_>>()
    };
    messages.flat_map(expected).collect()
}

fn name(example: &Example) -> String {
    format!("{}/{}", example.topic, example.name)
}

#[test]
fn examples_of_several_messages_are_found_and_nothing_else() {
    let mut wrong = Vec::new();
    // What a process does at the end of its input shows in no message.
    let of_probes = probe::RULES.iter().filter(|rule| **rule != "stdio-server-eof-exit");
    for rule in EXCHANGE_RULES.iter().chain(of_probes) {
        let own = examples_of(rule);
        assert!(own.iter().any(Example::is_good), "{rule} has no good example");
        assert!(own.iter().any(|example| !example.is_good()), "{rule} has no bad example");
        for example in own {
            let fixture = example.fixture().expect("readable");
            let report = check_example(&fixture, rule, false);
            let expected = expected(&fixture);
            let found = found(&report);
            if found != expected {
                wrong.push(format!("{}\n  found {found:?}\n  said  {expected:?}", name(example)));
            }
            let broken = expected.iter().any(|(_, found, _)| found == rule);
            assert_eq!(broken, !example.is_good(), "{}", name(example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What shows only in a conversation, and is not what examples of single messages are about.
fn is_about_the_exchange(rule: &str) -> bool {
    EXCHANGE_RULES.contains(&rule)
}

#[test]
fn examples_of_one_message_give_the_same_findings_in_a_conversation() {
    for example in examples() {
        let guesses = rule(example.topic).is_some_and(|rule| rule.grade == Grade::Heuristic);
        let fixture = example.fixture().expect("readable");
        let report = check_example(&fixture, example.topic, guesses);
        let only_messages = |all: Found| -> Found {
            all.into_iter().filter(|(_, rule, _)| !is_about_the_exchange(rule)).collect()
        };
        let expected = only_messages(expected(&fixture));
        // A report keeps three of a cause.
        let found = only_messages(found(&report));
        let missing: Vec<_> = expected.difference(&found).take(report.causes.len()).collect();
        assert!(found.is_subset(&expected), "{}: {found:?}", name(example));
        let many = report.causes.iter().any(|cause| cause.count > 3);
        assert!(missing.is_empty() || many, "{}: {missing:?}", name(example));
    }
}

#[test]
fn single_messages_break_no_rule_about_several() {
    let mut all = Vec::new();
    for example in examples().iter().filter(|example| example.topic != "seeds") {
        let fixture = example.fixture().expect("readable");
        let report = check_example(&fixture, example.topic, false);
        let wrong: Vec<_> = found(&report)
            .into_iter()
            .filter(|(_, rule, _)| is_about_the_exchange(rule) && rule != example.topic)
            .filter(|(_, rule, _)| {
                // That nothing came is a note where the example just ends.
                rule != "response-missing"
            })
            .collect();
        if !wrong.is_empty() {
            all.push(format!("{}: {wrong:?}", name(example)));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn what_is_checked_here_is_not_checked_for_one_message() {
    for id in EXCHANGE_RULES {
        let rule = rule(id).unwrap_or_else(|| panic!("{id} is no rule"));
        assert!(is_checked(rule) && !rule.is_checked(), "{id}");
    }
    assert!(catalogue().any(|rule| !is_checked(rule)));
}
