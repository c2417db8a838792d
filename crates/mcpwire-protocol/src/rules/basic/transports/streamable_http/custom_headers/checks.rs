//! Where a tool's schema may ask for a header, and how the header is named.

use std::collections::HashSet;

use memchr::memmem;

use crate::json::{Key, Kind, Pointer, Text};
use crate::rules::findings::{Findings, Site, excerpt};
use crate::rules::formats::is_token;

const HEADER: &str = "x-mcp-header";

/// A schema inside a schema, and what makes an annotation there invalid, if anything does.
struct Node<'a> {
    schema: Text<'a>,
    /// The number of the schema that it stands in, and the way from there.
    parent: usize,
    way: Way<'a>,
    broken: Option<&'static str>,
}

/// How a schema is reached: by one member, a member of that, or an element of that.
enum Way<'a> {
    Root,
    Member(Key<'a>),
    Inside(Key<'a>, Key<'a>),
    Element(Key<'a>, usize),
}

const ROOT: &str = "xhdr-reachable-root";

/// Keywords that hold schemas which no chain of `properties` leads to.
const UNREACHABLE: &[(&str, &str)] = &[
    ("items", "xhdr-reachable-items"),
    ("prefixItems", "xhdr-reachable-items"),
    ("contains", "xhdr-reachable-items"),
    ("unevaluatedItems", "xhdr-reachable-items"),
    ("oneOf", "xhdr-reachable-composition"),
    ("anyOf", "xhdr-reachable-composition"),
    ("allOf", "xhdr-reachable-composition"),
    ("not", "xhdr-reachable-composition"),
    ("if", "xhdr-reachable-conditional"),
    ("then", "xhdr-reachable-conditional"),
    ("else", "xhdr-reachable-conditional"),
    ("$defs", "xhdr-reachable-ref"),
    ("definitions", "xhdr-reachable-ref"),
];

/// The annotations in the `inputSchema` of a tool.
pub(in crate::rules) fn headers(
    tool: &Site<'_, '_>,
    schema: Text<'_>,
    findings: &mut Findings<'_, '_>,
) {
    if memmem::find(schema.as_str().as_bytes(), HEADER.as_bytes()).is_none() {
        return;
    }
    let mut names = HashSet::new();
    let mut nodes = vec![Node { schema, parent: 0, way: Way::Root, broken: Some(ROOT) }];
    let mut at = 0;
    while at < nodes.len() && !findings.is_full() {
        annotation(tool, &nodes, at, &mut names, findings);
        add_inner(&mut nodes, at);
        at += 1;
    }
}

/// Adds the schemas that stand in one of them.
fn add_inner(nodes: &mut Vec<Node<'_>>, parent: usize) {
    let Node { schema, broken, .. } = nodes[parent];
    let broken = broken.filter(|rule| *rule != ROOT);
    for (key, value) in schema.members() {
        let name = key.name();
        if name == "properties" {
            add_members(nodes, parent, key, value, broken);
        } else if let Some((_, rule)) = UNREACHABLE.iter().find(|(word, _)| *word == name) {
            let broken = Some(broken.unwrap_or(rule));
            if matches!(&*name, "$defs" | "definitions") {
                add_members(nodes, parent, key, value, broken);
            } else if value.kind() == Kind::Array {
                for (index, schema) in value.elements().enumerate() {
                    nodes.push(Node { schema, parent, way: Way::Element(key, index), broken });
                }
            } else {
                nodes.push(Node { schema: value, parent, way: Way::Member(key), broken });
            }
        }
    }
}

fn add_members<'a>(
    nodes: &mut Vec<Node<'a>>,
    parent: usize,
    key: Key<'a>,
    map: Text<'a>,
    broken: Option<&'static str>,
) {
    for (name, schema) in map.members() {
        nodes.push(Node { schema, parent, way: Way::Inside(key, name), broken });
    }
}

/// The pointer to a schema, spelled out only where something is wrong.
fn pointer(tool: &Site<'_, '_>, nodes: &[Node<'_>], mut at: usize) -> Pointer {
    let mut ways = Vec::new();
    while at > 0 {
        ways.push(&nodes[at].way);
        at = nodes[at].parent;
    }
    let mut pointer = tool.pointer().member("inputSchema");
    for way in ways.into_iter().rev() {
        pointer = match way {
            Way::Root => pointer,
            Way::Member(key) => pointer.member(&key.name()),
            Way::Inside(key, name) => pointer.member(&key.name()).member(&name.name()),
            Way::Element(key, index) => pointer.member(&key.name()).element(*index),
        };
    }
    pointer
}

fn annotation(
    tool: &Site<'_, '_>,
    nodes: &[Node<'_>],
    at: usize,
    names: &mut HashSet<String>,
    findings: &mut Findings<'_, '_>,
) {
    let node = &nodes[at];
    let Some(value) = node.schema.get(HEADER) else { return };
    let mut add = |rule, advice: &'static str| {
        let place = (value, pointer(tool, nodes, at).member(HEADER));
        findings.add(rule, place, format!("`{HEADER}` is {}.", excerpt(value)), advice);
    };
    if let Some(rule) = node.broken {
        add(rule, "Annotate only properties that a chain of `properties` leads to.");
        return;
    }
    let Some(name) = value.as_string() else {
        add("xhdr-name-type", "Name the header as a string.");
        return;
    };
    if name.is_empty() {
        add("xhdr-name-empty", "Name the header, such as `Region`.");
    } else if !is_token(&name) {
        add("xhdr-name-token", "Use only characters that HTTP allows in header names.");
    } else if !names.insert(name.to_ascii_lowercase()) {
        add("xhdr-name-duplicate", "Give each property a header of its own; case does not count.");
    }
    let kind = node.schema.get("type").and_then(Text::as_string);
    if !kind.is_some_and(|kind| matches!(&*kind, "integer" | "string" | "boolean")) {
        add("xhdr-param-type", "Annotate only properties of type integer, string or boolean.");
    }
}
