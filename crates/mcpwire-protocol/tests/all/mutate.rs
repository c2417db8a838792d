//! Small damage to a JSON value, by number, so that a test can try all of it or draw some.

use serde_json::{Value, json};

/// How many kinds of damage there are for one place.
pub(crate) const KINDS: usize = 18;

/// The places in a value: each is a way of keys and indices.
pub(crate) fn places(value: &Value) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut at = 0;
    while at < all.len() {
        let here = all[at].clone();
        match value.pointer(&here) {
            Some(Value::Object(members)) => all.extend(
                members
                    .keys()
                    .map(|key| format!("{here}/{}", key.replace('~', "~0").replace('/', "~1"))),
            ),
            Some(Value::Array(items)) => {
                all.extend((0..items.len()).map(|index| format!("{here}/{index}")));
            }
            _ => {}
        }
        at += 1;
    }
    all
}

/// Damages the value at a place; `None` where this kind of damage means nothing there.
pub(crate) fn damage(value: &Value, place: &str, kind: usize) -> Option<Value> {
    let mut value = value.clone();
    if kind == 0 {
        let (parent, last) = place.rsplit_once('/')?;
        let key = last.replace("~1", "/").replace("~0", "~");
        match value.pointer_mut(parent)? {
            Value::Object(members) => drop(members.remove(&key)?),
            Value::Array(items) => drop(items.remove(key.parse().ok()?)),
            _ => return None,
        }
        return Some(value);
    }
    let spot = value.pointer_mut(place)?;
    let before = spot.clone();
    *spot = match kind {
        1 => Value::Null,
        2 => json!(true),
        3 => json!("nonsense"),
        4 => json!(""),
        5 => json!(7),
        6 => json!(-1),
        7 => json!(1.0),
        8 => json!(1.5),
        9 => json!(1e300),
        10 => json!([]),
        11 => json!({}),
        12 => json!(["nonsense"]),
        13 => json!([{}]),
        14 => json!({"nonsense": {"nonsense": [1, null]}}),
        15 => json!([before]),
        16 => match before {
            Value::Object(mut members) => {
                members.insert("nonsense".to_owned(), Value::Null);
                Value::Object(members)
            }
            Value::Array(mut items) => {
                items.push(Value::Null);
                Value::Array(items)
            }
            Value::String(text) => json!(text + " "),
            Value::Number(number) => json!(number.as_f64()?),
            _ => return None,
        },
        17 => match before {
            Value::Array(items) if !items.is_empty() => {
                json!(items.iter().cycle().take(101).collect::<Vec<_>>())
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(value)
}
