//! The names of tools, and what older revisions left behind.

use std::collections::HashSet;

use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site};
use crate::rules::path::Path;

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[
    TypeCheck { of: "Tool", check: name },
    TypeCheck { of: "Tool", check: execution },
    TypeCheck { of: "ListToolsResult", check: unique },
    TypeCheck { of: "CallToolRequestParams", check: task },
];

/// The longest name that the page recommends, in characters.
const LONGEST: usize = 128;

fn name(tool: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(name) = tool.string("name") else { return };
    let count = name.chars().count();
    if count == 0 || count > LONGEST {
        findings.at("tool-name-length", tool, "name", "Use 1 to 128 characters.");
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !name.chars().all(allowed) {
        let advice = "Use ASCII letters, digits, underscores, hyphens and dots.";
        findings.at("tool-name-charset", tool, "name", advice);
    }
}

fn execution(tool: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if tool.get("execution").is_some_and(|execution| execution.get("taskSupport").is_some()) {
        let advice = "Leave it out; a tool that runs as a task says so by its result.";
        findings.at("tool-execution-field", tool, "execution", advice);
    }
}

fn unique(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(tools) = result.get("tools") else { return };
    let mut names = HashSet::new();
    for (index, tool) in tools.elements().enumerate() {
        let Some(text) = tool.get("name") else { continue };
        let Some(name) = text.as_string() else { continue };
        if !names.insert(name.clone()) {
            let tools = Path::Named(&result.path, "tools");
            let tool = Path::Element(&tools, index);
            let place = (text, Path::Named(&tool, "name"));
            let seen = format!("A tool before this one is named `{name:.80}` too.");
            findings.add("tool-name-duplicate", place, seen, "Give each tool a name of its own.");
        }
    }
}

fn task(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if params.get("task").is_some() {
        let advice = "Declare the tasks extension instead; servers ignore this member.";
        findings.at("tools-call-task-field", params, "task", advice);
    }
}
