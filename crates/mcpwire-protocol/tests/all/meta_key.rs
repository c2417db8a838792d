//! The grammar of the keys of `_meta`.

use mcpwire_protocol::meta::{DEFINED_KEYS, KEY_GRAMMAR, KEY_SAMPLES, Key, KeyStatus};
use proptest::prelude::*;

fn say(text: &str) -> String {
    match Key::parse(text) {
        Ok(key) => match key.status() {
            KeyStatus::Defined(defined) => format!("defined in {}", defined.page),
            KeyStatus::Reserved => {
                let label = key.second_label().expect("a reserved key has a second label");
                format!("reserved by {}", &text[label])
            }
            KeyStatus::Free => "free".to_owned(),
        },
        Err(fault) => format!("{} at {:?}", fault.rule(), fault.bytes),
    }
}

#[test]
fn keys_are_free_reserved_defined_or_wrong() {
    let table = [
        ("com.example.mcp/scanId", "free"),
        ("mcp.example/thing", "free"),
        ("mcp/thing", "free"),
        ("com.example/", "free"),
        ("com.example/a.b-c_d", "free"),
        ("a/b", "free"),
        ("foo", "free"),
        ("", "free"),
        ("dev.mcp/x", "reserved by mcp"),
        ("com.mcp.tools/x", "reserved by mcp"),
        ("org.modelcontextprotocol.api/", "reserved by modelcontextprotocol"),
        ("io.modelcontextprotocol/related-task", "reserved by modelcontextprotocol"),
        ("dev.MCP/x", "free"),
        ("io.modelcontextprotocol/protocolVersion", "defined in basic/index#meta"),
        ("progressToken", "defined in basic/patterns/progress"),
        ("traceparent", "defined in basic/index#meta"),
        ("/x", "meta-key-prefix-grammar at 0..0"),
        ("com..example/a", "meta-key-prefix-grammar at 4..4"),
        (".com/a", "meta-key-prefix-grammar at 0..0"),
        ("com./a", "meta-key-prefix-grammar at 4..4"),
        ("com.example/a/b", "meta-key-prefix-grammar at 13..14"),
        ("com.1example/a", "meta-key-label at 4..5"),
        ("com.-e/a", "meta-key-label at 4..5"),
        ("com.example-/a", "meta-key-label at 11..12"),
        ("com.ex_ample/a", "meta-key-label at 6..7"),
        ("com.exämple/a", "meta-key-label at 6..8"),
        ("com.example/_a", "meta-key-name at 12..13"),
        ("com.example/a-", "meta-key-name at 13..14"),
        ("a\u{e9}", "meta-key-name at 1..3"),
        ("com.example/a b", "meta-key-name-chars at 13..14"),
        ("a\u{e9}b", "meta-key-name-chars at 1..3"),
    ];
    for (key, expected) in table {
        assert_eq!(say(key), expected, "{key}");
    }
}

#[test]
fn a_key_comes_apart_into_labels_and_name() {
    let key = Key::parse("com.example.mcp/scan.id").expect("a valid key");
    assert_eq!(key.prefix(), Some("com.example.mcp"));
    assert_eq!(key.name(), "scan.id");
    assert_eq!(key.labels().collect::<Vec<_>>(), [0..3, 4..11, 12..15]);
    assert_eq!(key.second_label(), Some(4..11));
    let bare = Key::parse("scan").expect("a valid key");
    assert_eq!((bare.prefix(), bare.name(), bare.labels().count()), (None, "scan", 0));
}

/// The grammar told a second time, the slow way.
fn is_key(key: &str) -> bool {
    let letter_or_digit = |c: char| c.is_ascii_alphanumeric();
    let label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.ends_with(letter_or_digit)
            && label.chars().all(|c| letter_or_digit(c) || c == '-')
    };
    let name = |name: &str| {
        name.is_empty()
            || name.starts_with(letter_or_digit)
                && name.ends_with(letter_or_digit)
                && name.chars().all(|c| letter_or_digit(c) || "-_.".contains(c))
    };
    match key.rsplit_once('/') {
        Some((prefix, rest)) => prefix.split('.').all(label) && name(rest),
        None => name(key),
    }
}

proptest! {
    #[test]
    fn the_grammar_is_the_reference_s(key in "[aZ0._/é -]{0,8}") {
        let parsed = Key::parse(&key);
        prop_assert_eq!(parsed.is_ok(), is_key(&key));
        if let Err(fault) = parsed {
            prop_assert!(key.get(fault.bytes.clone()).is_some(), "{:?} is no part of the key", fault);
        }
    }
}

#[test]
fn the_samples_are_whose_the_table_says() {
    let shown = |status| KEY_SAMPLES.iter().any(|sample| sample.status == status);
    assert!(shown(KeyStatus::Reserved) && shown(KeyStatus::Free));
    for sample in KEY_SAMPLES {
        let key = Key::parse(sample.key).expect("a sample keeps the grammar");
        assert_eq!(key.status(), sample.status, "{}", sample.key);
    }
    for defined in DEFINED_KEYS {
        let key = Key::parse(defined.name).expect("a defined key keeps the grammar");
        assert_eq!(key.status(), KeyStatus::Defined(defined));
    }
}

#[test]
fn each_fault_of_a_key_belongs_to_one_part_of_the_grammar() {
    // The part that is wrong, and a key that shows how.
    let table = [
        ("prefix", "/x"),
        ("prefix", "a..b/x"),
        ("prefix", "a.b/x/y"),
        ("label", "1a/x"),
        ("label", "a-/x"),
        ("label", "a_b/x"),
        ("name", "-x"),
        ("name", "x-"),
        ("name", "x:y"),
    ];
    let problems: usize = KEY_GRAMMAR.iter().map(|part| part.problems.len()).sum();
    assert_eq!(problems, table.len());
    for (part, key) in table {
        let fault = Key::parse(key).expect_err(key);
        let parts: Vec<&str> = KEY_GRAMMAR
            .iter()
            .filter(|part| part.problems.contains(&fault.problem))
            .map(|part| part.name)
            .collect();
        assert_eq!(parts, [part], "{key}");
    }
}
