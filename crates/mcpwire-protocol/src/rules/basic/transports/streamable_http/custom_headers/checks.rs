//! Where a tool's schema may ask for a header, and how the header is named.

use std::collections::HashSet;

use crate::json::{Kind, Pointer, Text};
use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site, excerpt};
use crate::rules::formats::is_token;

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[TypeCheck { of: "Tool", check: headers }];

const HEADER: &str = "x-mcp-header";

/// A schema inside a schema, and what makes an annotation there invalid, if anything does.
struct Node<'a> {
    schema: Text<'a>,
    pointer: Pointer,
    broken: Option<&'static str>,
}

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

fn headers(tool: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(schema) = tool.get("inputSchema").filter(|schema| schema.as_str().contains(HEADER))
    else {
        return;
    };
    let mut names = HashSet::new();
    let root = tool.pointer().member("inputSchema");
    let mut open = vec![Node { schema, pointer: root, broken: Some("xhdr-reachable-root") }];
    while let Some(node) = open.pop() {
        annotation(&node, &mut names, findings);
        for (key, value) in node.schema.members() {
            let key = key.name();
            let pointer = node.pointer.member(&key);
            let broken = node.broken.filter(|rule| *rule != "xhdr-reachable-root");
            if key == "properties" {
                each_member(value, &pointer, broken, &mut open);
            } else if let Some((name, rule)) = UNREACHABLE.iter().find(|(name, _)| *name == key) {
                let broken = Some(broken.unwrap_or(rule));
                match value.kind() {
                    Kind::Array => {
                        for (index, schema) in value.elements().enumerate() {
                            open.push(Node { schema, pointer: pointer.element(index), broken });
                        }
                    }
                    _ if name.starts_with('$') || *name == "definitions" => {
                        each_member(value, &pointer, broken, &mut open);
                    }
                    _ => open.push(Node { schema: value, pointer, broken }),
                }
            }
        }
    }
}

fn each_member<'a>(
    map: Text<'a>,
    pointer: &Pointer,
    broken: Option<&'static str>,
    open: &mut Vec<Node<'a>>,
) {
    for (key, schema) in map.members() {
        open.push(Node { schema, pointer: pointer.member(&key.name()), broken });
    }
}

fn annotation(node: &Node<'_>, names: &mut HashSet<String>, findings: &mut Findings<'_, '_>) {
    let Some(value) = node.schema.get(HEADER) else { return };
    let mut add = |rule, advice: &'static str| {
        let place = (value, node.pointer.member(HEADER));
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
