//! Where a tool's schema may ask for a header, and how the header is named.

use std::collections::HashSet;

use super::schemas::{Schemas, Way};
use crate::json::Text;
use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site, excerpt};
use crate::rules::formats::is_token;

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[TypeCheck { of: "Tool", check: headers }];

const HEADER: &str = "x-mcp-header";

fn headers(tool: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(root) = tool.get("inputSchema").filter(|schema| schema.as_str().contains(HEADER))
    else {
        return;
    };
    let mut names = HashSet::new();
    let mut schemas = Schemas::of(root);
    while let Some(index) = schemas.advance() {
        let way = Way { tool, schemas: &schemas, index, member: HEADER };
        annotation(way, &mut names, findings);
    }
}

fn annotation(way: Way<'_>, names: &mut HashSet<String>, findings: &mut Findings<'_, '_>) {
    let schema = way.schemas.get(way.index);
    let Some(value) = schema.text.get(HEADER) else { return };
    let mut add = |rule, advice: &'static str| {
        findings.add(rule, (value, way), format!("`{HEADER}` is {}.", excerpt(value)), advice);
    };
    if let Some(rule) = schema.broken {
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
    let kind = schema.text.get("type").and_then(Text::as_string);
    if !kind.is_some_and(|kind| matches!(&*kind, "integer" | "string" | "boolean")) {
        add("xhdr-param-type", "Annotate only properties of type integer, string or boolean.");
    }
}
