//! The keys of `_meta`.

use mcpwire_protocol::meta::{DEFINED_KEYS, KEY_GRAMMAR, KEY_SAMPLES, KeyStatus};

use super::messages::capital;
use super::reference::{Row, Section};

pub(super) fn grammar() -> Section {
    let rows = KEY_GRAMMAR.iter().map(|part| Row::new(part.name, part.grammar, part.page));
    Section {
        key: "keyGrammar",
        title: "Keys of _meta: how they are spelled",
        says: "A key is an optional prefix, a slash, and a name: `com.example/traceId`.",
        columns: ["Part", "Rule"],
        rows: rows.collect(),
    }
}

pub(super) fn statuses() -> Section {
    let rows = KEY_SAMPLES.iter().map(|sample| {
        let whose = match sample.status {
            KeyStatus::Defined(_) => "Defined",
            KeyStatus::Reserved => "Reserved",
            KeyStatus::Free => "Free",
        };
        Row::new(sample.key, format!("{whose}: {}.", sample.why), sample.page)
    });
    Section {
        key: "keyStatuses",
        title: "Keys of _meta: whose they are",
        says: "The second label of the prefix decides. `mcpwire meta-key NAME` judges a key.",
        columns: ["Key", "Whose"],
        rows: rows.collect(),
    }
}

pub(super) fn defined() -> Section {
    Section {
        key: "definedKeys",
        title: "Keys of _meta: what the specification defines",
        says: "Every request carries the first and the third of these; one without them is refused \
               with -32602. Names and versions of clients and servers are what they say of \
               themselves: for display only.",
        columns: ["Key", "What it is for"],
        rows: DEFINED_KEYS
            .iter()
            .map(|key| Row::new(key.name, format!("{}.", capital(key.meaning)), key.page))
            .collect(),
    }
}
