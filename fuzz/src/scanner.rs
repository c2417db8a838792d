//! The scanner accepts what serde_json accepts, and what it finds is where it says.

use std::collections::HashMap;

use mcpwire_protocol::json::{Kind, Scanner, Text, is_integer, same_number, write_string};
use mcpwire_protocol::jsonrpc::Id;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// Deeper values are only scanned: looking at each level anew takes quadratic time.
const LOOKED_AT: usize = 32;

pub fn hold(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let ours = Text::parse(text);
    assert_eq!(ours.is_ok(), serde_json::from_str::<IgnoredAny>(text).is_ok(), "{ours:?}");
    let raw = serde_json::from_str::<&RawValue>(text).ok().map(RawValue::get);
    assert_eq!(ours.ok().map(Text::as_str), raw);
    match ours {
        Err(fault) => assert!(text.is_char_boundary(fault.at), "{fault}"),
        Ok(whole) => {
            let mut scanner = Scanner::new(text);
            assert_eq!(scanner.value(), Ok(whole));
            if scanner.deepest() <= LOOKED_AT {
                look_at(text, whole);
            }
        }
    }
}

fn look_at(message: &str, whole: Text<'_>) {
    let mut numbers: Vec<&str> = Vec::new();
    let mut left = vec![whole];
    while let Some(value) = left.pop() {
        let range = value.range_in(message).expect("a value stands in its message");
        assert_eq!(&message[range], value.as_str());
        match value.kind() {
            Kind::Object => object(value, &mut left),
            Kind::Array => {
                let elements: Vec<&RawValue> = serde_json::from_str(value.as_str()).unwrap();
                let texts = elements.iter().map(|element| element.get());
                assert!(value.elements().map(Text::as_str).eq(texts));
                left.extend(value.elements());
            }
            Kind::String => string(value),
            Kind::Number if numbers.len() < 12 => numbers.push(value.as_str()),
            Kind::Number => {}
            Kind::Boolean => assert_eq!(value.boolean(), serde_json::from_str(value.as_str()).ok()),
            Kind::Null => assert_eq!(value.as_str(), "null"),
        }
    }
    compare(&numbers);
}

fn object<'a>(value: Text<'a>, left: &mut Vec<Text<'a>>) {
    let mut first = HashMap::new();
    for (key, member) in value.members() {
        string(key.text());
        if let Ok(name) = key.decoded() {
            first.entry(name).or_insert(member.as_str());
        }
        left.push(member);
    }
    // A decoded map needs keys that are Unicode text; it keeps the last of repeated ones.
    if let Ok(map) = serde_json::from_str::<HashMap<String, &RawValue>>(value.as_str()) {
        assert_eq!(map.len(), first.len());
        assert!(map.keys().all(|name| first.contains_key(name.as_str())));
    }
    for (name, text) in first.iter().take(8) {
        assert_eq!(value.get(name).map(Text::as_str), Some(*text));
    }
}

fn string(value: Text<'_>) {
    let theirs = serde_json::from_str::<String>(value.as_str()).ok();
    assert_eq!(value.as_string().as_deref(), theirs.as_deref());
    let Some(theirs) = theirs else { return };
    assert!(value.is_string(&theirs));
    let mut written = Vec::new();
    write_string(&mut written, &theirs);
    assert_eq!(serde_json::from_slice::<String>(&written).unwrap(), theirs);
    let written = std::str::from_utf8(&written).unwrap();
    let (one, other) = (Id::new(value).unwrap(), Id::new(Text::parse(written).unwrap()).unwrap());
    assert!(one == other && one.key() == other.key());
}

/// Whole numbers that are the same have the same key, and doubles do not contradict.
fn compare(numbers: &[&str]) {
    for one in numbers {
        let float: f64 = one.parse().expect("JSON's numbers are Rust's as well");
        if float.abs() < 1e15 && float.abs() > 1e-300 && one.len() < 15 {
            assert_eq!(is_integer(one), float.fract() == 0.0, "{one}");
        }
        for other in numbers {
            let same = same_number(one, other);
            assert!(!same || Ok(float) == other.parse(), "{one} {other}");
            let [one, other] = [one, other].map(|text| Id::new(Text::parse(text).unwrap()));
            if let (Some(one), Some(other)) = (one, other) {
                assert_eq!(same, one == other);
                assert_eq!(same, one.key() == other.key(), "{one} {other}");
            }
        }
    }
}
