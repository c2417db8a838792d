//! The keys of `_meta`.

use mcpwire_protocol::meta::DEFINED_KEYS;

use super::messages::capital;
use super::reference::{Row, Section};

const PAGE: &str = "basic/index#meta";

pub(super) fn grammar() -> Section {
    Section {
        key: "keyGrammar",
        title: "Keys of _meta: how they are spelled",
        says: "A key is an optional prefix, a slash, and a name: `com.example/traceId`.",
        columns: ["Part", "Rule"],
        rows: vec![
            Row::new(
                "prefix",
                "Labels separated by single dots, then one slash. Reverse DNS order is advised: `com.example/`.",
                PAGE,
            ),
            Row::new(
                "label",
                "Starts with a letter, ends with a letter or digit; letters, digits and hyphens between.",
                PAGE,
            ),
            Row::new(
                "name",
                "May be empty. Otherwise starts and ends with a letter or digit; letters, digits, `-`, `_` and `.` between.",
                PAGE,
            ),
        ],
    }
}

pub(super) fn statuses() -> Section {
    Section {
        key: "keyStatuses",
        title: "Keys of _meta: whose they are",
        says: "The second label of the prefix decides. `mcpwire meta-key NAME` judges a key.",
        columns: ["Key", "Whose"],
        rows: vec![
            Row::new("dev.mcp/anything", "Reserved: the second label is `mcp`.", PAGE),
            Row::new(
                "org.modelcontextprotocol.api/x",
                "Reserved: the second label is `modelcontextprotocol`.",
                PAGE,
            ),
            Row::new("com.example.mcp/scanId", "Free: `mcp` is the third label.", PAGE),
            Row::new("mcp.example/thing", "Free: `mcp` is the first label.", PAGE),
            Row::new("traceId", "Free, but without a prefix it may collide with anybody's.", PAGE),
        ],
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
