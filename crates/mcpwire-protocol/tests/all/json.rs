//! What the scanner accepts and finds is what serde_json accepts and finds.

use mcpwire_protocol::json::{Key, KeySet, Kind, Pointer, Scanner, Text, write_string};
use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::generate::{
    Ranges, Tree, escaped, mutate, mutations, spaces, string_inside, tree, units,
};

/// Both readers give the same verdict and, where it is good, the same value.
fn same_verdict(text: &str) {
    let ours = Text::parse(text);
    assert_eq!(
        ours.is_ok(),
        serde_json::from_str::<IgnoredAny>(text).is_ok(),
        "{text:?}: {ours:?}"
    );
    let raw = serde_json::from_str::<&RawValue>(text).ok().map(RawValue::get);
    assert_eq!(ours.ok().map(Text::as_str), raw, "{text:?}");
    if let Err(fault) = ours {
        assert!(text.is_char_boundary(fault.at), "{text:?}: {fault}");
    }
}

#[test]
fn texts_at_the_edges_of_the_grammar() {
    let table = "|[|]|{|}|\"|\\|-|0|00|-0|-01|1.|.1|1.0|1e|1e+|1e+0|1E-00|+1|1x|1 1|0x1|tru|truE|true1|\
        nulll|NaN|Infinity|[1,]|[,1]|[1 2]|{\"a\"}|{\"a\":}|{\"a\":1,}|{,}|{a:1}|{1:1}|{\"a\":1 \"b\":2}|\
        [}|{]|[[]|[]]|{\"a\":[}|\"\\u12\"|\"\\u12g4\"|\"\\ud800\"|\"\\udc00\\ud800\"|\"\\x\"|\"\\\"|\"\t\"|\
        \"\u{7f}\"|\u{a0}1|\u{feff}1|1\u{c}| 1 |\r\n\t 1|//|/**/1|'a'|[1]x|\"a\"\"b\"|\"aaaaaaa\nb\"|\"é\\é\"";
    table.split('|').for_each(same_verdict);
}

/// Walks text and tree together; every value must stand exactly where it was written.
fn walk(
    message: &str,
    text: Text<'_>,
    tree: &Tree,
    ranges: &mut std::slice::Iter<'_, std::ops::Range<usize>>,
) {
    assert_eq!(text.range_in(message).as_ref(), ranges.next());
    match tree {
        Tree::Scalar(scalar) => assert_eq!(text.as_str(), scalar),
        Tree::Array(elements) => {
            assert_eq!((text.kind(), text.elements().count()), (Kind::Array, elements.len()));
            text.elements()
                .zip(elements)
                .for_each(|(text, tree)| walk(message, text, tree, ranges));
        }
        Tree::Object(members) => {
            assert_eq!((text.kind(), text.members().count()), (Kind::Object, members.len()));
            for ((key, text), (name, tree)) in text.members().zip(members) {
                assert_eq!(key.spelled(), name);
                walk(message, text, tree, ranges);
            }
        }
    }
}

fn depth(tree: &Tree) -> usize {
    match tree {
        Tree::Scalar(text) => usize::from(text == "{}" || text == "[]"),
        Tree::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        Tree::Object(members) => 1 + members.iter().map(|(_, tree)| depth(tree)).max().unwrap_or(0),
    }
}

/// The pointers to all values in `value`.
fn pointers(value: &Value, here: &Pointer, found: &mut Vec<Pointer>) {
    found.push(here.clone());
    match value {
        Value::Array(elements) => elements
            .iter()
            .enumerate()
            .for_each(|(index, value)| pointers(value, &here.element(index), found)),
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| pointers(value, &here.member(key), found));
        }
        _ => {}
    }
}

proptest! {
    #[test]
    fn a_text_and_its_mutants_get_the_verdict_of_serde_json(
        tree in tree(), spaces in spaces(), mutations in mutations(),
    ) {
        let (text, _) = tree.render(&spaces);
        prop_assert!(Text::parse(&text).is_ok(), "{}", text);
        same_verdict(&text);
        same_verdict(&mutate(&text, &mutations));
    }

    #[test]
    fn long_strings_end_where_they_should(before in 0..200_usize, bit in "[\"\\\\\n\u{1f}é\u{7f}a]", after in 0..80_usize) {
        same_verdict(&format!("\"{}{bit}{}\"", "x".repeat(before), "é".repeat(after)));
    }

    #[test]
    fn every_value_stands_where_it_was_written(tree in tree(), spaces in spaces()) {
        let (message, ranges): (String, Ranges) = tree.render(&spaces);
        let mut scanner = Scanner::new(&message);
        let text = scanner.value().unwrap();
        prop_assert!(scanner.end().is_ok());
        prop_assert_eq!(scanner.deepest(), depth(&tree));
        walk(&message, text, &tree, &mut ranges.iter());
    }

    #[test]
    fn pointers_lead_where_those_of_serde_json_lead(
        tree in tree(), spaces in spaces(), odd in "(/(0|00|\\+0|-1|1|a|~0|~1|)){0,2}",
    ) {
        let (text, _) = tree.render(&spaces);
        // serde_json keeps the last of repeated members, and refuses halves and huge numbers.
        let value = serde_json::from_str::<Value>(&text);
        let Some(value) = value.ok().filter(|_| !has_repeated(&tree)) else { return Ok(()) };
        let text = Text::parse(&text).unwrap();
        let mut all = Vec::new();
        pointers(&value, &Pointer::root(), &mut all);
        all.push(Pointer::spelled(odd));
        for pointer in all {
            let ours = text.at(&pointer);
            let ours = ours.map(|text| serde_json::from_str::<Value>(text.as_str()).unwrap());
            prop_assert_eq!(ours.as_ref(), value.pointer(pointer.as_str()), "{}", pointer);
        }
    }

    #[test]
    fn strings_are_decoded_as_serde_json_decodes_them(inside in string_inside()) {
        let quoted = format!("\"{inside}\"");
        let text = Text::parse(&quoted).unwrap();
        let ours = text.string().unwrap().ok();
        let theirs = serde_json::from_str::<String>(&quoted).ok();
        prop_assert_eq!(ours.as_deref(), theirs.as_deref());
        prop_assert_eq!(ours, String::from_utf16(&units(&inside)).ok().map(Into::into));
        prop_assert_eq!(text.is_string(&inside), !inside.contains('\\'));
        if let Some(theirs) = theirs {
            prop_assert!(text.is_string(&theirs));
            let object = format!("{{{quoted}:1}}");
            prop_assert!(Text::parse(&object).unwrap().get(&theirs).is_some());
        }
    }

    #[test]
    fn what_is_written_is_read_again(string in any::<String>(), filler in 0..20_usize) {
        let string = "x".repeat(filler) + &string;
        let mut written = Vec::new();
        write_string(&mut written, &string);
        let written = String::from_utf8(written).unwrap();
        prop_assert_eq!(&serde_json::from_str::<String>(&written).unwrap(), &string);
        prop_assert_eq!(Text::parse(&written).unwrap().as_string().unwrap(), string);
    }

    #[test]
    fn a_key_is_repeated_if_it_means_the_same(keys in prop::collection::vec(string_inside(), 0..30)) {
        let object: Vec<String> = keys.iter().map(|key| format!("\"{key}\":1")).collect();
        let object = format!("{{{}}}", object.join(","));
        let (mut ours, mut theirs) = (KeySet::default(), std::collections::HashSet::new());
        for (key, _) in Text::parse(&object).unwrap().members() {
            prop_assert_eq!(ours.insert(key), theirs.insert(units(key.spelled())), "{}", key.spelled());
        }
    }
}

fn has_repeated(tree: &Tree) -> bool {
    match tree {
        Tree::Scalar(_) => false,
        Tree::Array(elements) => elements.iter().any(has_repeated),
        Tree::Object(members) => {
            let keys: std::collections::HashSet<_> =
                members.iter().map(|(key, _)| units(key)).collect();
            keys.len() < members.len() || members.iter().any(|(_, tree)| has_repeated(tree))
        }
    }
}

#[test]
fn half_a_surrogate_pair_is_a_name_of_its_own() {
    let repeated = |object: &str| {
        let mut keys = KeySet::default();
        Text::parse(object).unwrap().members().any(|(key, _): (Key<'_>, _)| !keys.insert(key))
    };
    assert!(repeated(r#"{"\ud800":1,"\uD800":2}"#));
    assert!(!repeated(r#"{"\ud800":1,"\\ud800":2}"#));
    assert!(!repeated(r#"{"\ud800":1,"\ud801":2}"#));
    assert!(Text::parse(r#"{"\ud800":1}"#).unwrap().get(r"\ud800").is_none());
}

#[test]
fn large_texts_take_linear_time() {
    for levels in [63, 64, 65, 128, 129, 100_000, 1_000_000] {
        let (open, close) = (r#"{"a":["#.repeat(levels / 2), "]}".repeat(levels / 2));
        let text = format!("{open}{close}");
        assert!(Text::parse(&text).is_ok(), "{levels}");
        assert!(Text::parse(&text[..text.len() - 1]).is_err(), "{levels}");
        assert!(Text::parse(&format!("{open}]{close}")).is_err(), "{levels}");
    }
    let members: Vec<String> =
        (0..100_000).map(|n| format!("\"{}\":{n}", escaped(&n.to_string()))).collect();
    let text = format!("{{{}}}", members.join(","));
    let text = Text::parse(&text).unwrap();
    assert_eq!(text.members().count(), 100_000);
    assert_eq!(text.get("99999").unwrap().as_str(), "99999");
    let mut keys = KeySet::default();
    assert!(text.members().all(|(key, _)| keys.insert(key)));
    let escapes = format!("\"{}\"", r"\ud800".repeat(100_000));
    assert!(Text::parse(&escapes).unwrap().string().unwrap().is_err());
}
