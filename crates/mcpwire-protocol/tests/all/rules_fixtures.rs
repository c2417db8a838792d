//! The examples of the rules: each is found where it is broken, and nothing else is.

use std::collections::BTreeSet;

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::rules::fixture::{
    Example, Expectation, Fixture, FixtureError, FixtureProblem, Step, examples, examples_of,
};
use mcpwire_protocol::rules::{Facts, Grade, Scope, catalogue, message, rule};

const TOPICS: &[&str] = &["seeds"];

#[test]
fn each_example_breaks_exactly_what_it_says() {
    let mut wrong = Vec::new();
    for example in examples() {
        let guesses = rule(example.topic).is_some_and(|rule| rule.grade == Grade::Heuristic);
        let fixture =
            example.fixture().unwrap_or_else(|error| panic!("{}: {error}", path(example)));
        for judged in fixture.judge(guesses) {
            if !judged.is_as_expected() {
                let found: Vec<_> = judged.violations.iter().map(ToString::to_string).collect();
                wrong.push(format!("{}, line {}: {found:#?}", path(example), judged.message.line));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn good_examples_break_nothing_and_bad_ones_their_rule() {
    for example in examples().iter().filter(|example| !TOPICS.contains(&example.topic)) {
        let fixture = example.fixture().expect("readable");
        let rules: BTreeSet<_> = fixture
            .messages()
            .flat_map(|message| &message.expected)
            .map(|found| found.rule)
            .collect();
        let due = if example.is_good() { BTreeSet::new() } else { BTreeSet::from([example.topic]) };
        assert_eq!(rules, due, "{}", path(example));
    }
}

#[test]
fn each_checked_rule_has_a_good_and_a_bad_example() {
    for rule in catalogue() {
        let own = examples_of(rule.id.as_str());
        let good = own.iter().filter(|example| example.is_good()).count();
        assert_eq!(rule.is_checked(), good > 0 && own.len() > good, "{}", rule.id);
    }
    let known = |topic| rule(topic).is_some() || TOPICS.contains(&topic);
    assert!(examples().iter().all(|example| known(example.topic)), "a folder names no rule");
}

#[test]
fn all_rules_about_one_message_are_checked() {
    let missing: Vec<_> = catalogue()
        .filter(|rule| rule.scope == Scope::Message && !rule.is_checked())
        .map(|rule| rule.id)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn examples_are_found_by_their_topic() {
    assert!(examples().is_sorted_by_key(|example| (example.topic, example.name)));
    assert!(examples_of("id-null").iter().all(|example| example.topic == "id-null"));
    assert_eq!(examples_of("no-such-rule"), []);
    assert!(examples_of("seeds").len() >= 8);
}

#[test]
fn what_is_found_has_a_place_and_words() {
    for example in examples() {
        for judged in example.fixture().expect("readable").judge(true) {
            for found in judged.violations {
                let bytes = found.place.bytes.clone();
                assert!(judged.message.bytes.get(bytes).is_some(), "{}: {found}", path(example));
                assert!(found.seen.ends_with('.') || found.seen.ends_with('…'), "{found}");
                assert!(found.advice.ends_with('.') && found.advice.len() > 10, "{found}");
            }
        }
    }
}

#[test]
fn without_a_direction_nothing_is_said_about_who_may_send() {
    let sent_by_the_wrong_side = [
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}"#,
    ];
    for text in sent_by_the_wrong_side {
        let incoming = Incoming::parse(text.as_bytes());
        assert_eq!(message(&incoming, &Facts::default()), []);
        let wrong = Facts { direction: Some(Direction::ClientToServer), ..Facts::default() };
        assert_eq!(message(&incoming, &wrong).len(), 1);
    }
}

#[test]
fn a_fixture_is_read_line_by_line() {
    let text =
        "# Words.\n> POST /mcp\n> Mcp-Method: ping\n\n--> {}\n! a-b /c\n! d-e\n< 400\n<--x 7bFF\n";
    let fixture = Fixture::parse(text).expect("readable");
    assert_eq!(fixture.steps.len(), 6);
    assert_eq!(fixture.steps[1], Step::Head(Direction::ClientToServer, "POST /mcp"));
    let messages: Vec<_> = fixture.messages().collect();
    assert_eq!((&*messages[0].bytes, messages[0].line), (b"{}".as_slice(), 5));
    let first = Expectation { line: 6, rule: "a-b", pointer: "/c" };
    assert_eq!(messages[0].expected, [first, Expectation { line: 7, rule: "d-e", pointer: "" }]);
    assert_eq!(&*messages[1].bytes, b"{\xff");
    assert_eq!(messages[1].direction, Direction::ServerToClient);
}

#[test]
fn a_line_that_is_none_is_told() {
    let cases = [
        ("-> {}", 1, FixtureProblem::UnknownMark),
        ("# a\n! rule", 2, FixtureProblem::NoMessage),
        ("--> {}\n!", 2, FixtureProblem::BadFinding),
        ("--> {}\n! rule place", 2, FixtureProblem::BadFinding),
        ("-->x 7", 1, FixtureProblem::BadHex),
        ("-->x 7g", 1, FixtureProblem::BadHex),
    ];
    for (text, line, problem) in cases {
        assert_eq!(Fixture::parse(text), Err(FixtureError { line, problem }), "{text}");
    }
}

fn path(example: &Example) -> String {
    format!("rules-fixtures/{}/{}", example.topic, example.name)
}
