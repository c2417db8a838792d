//! The names of tools, and what older revisions left behind.

use std::collections::HashSet;

use crate::json::Text;
use crate::method::Method;
use crate::rules::findings::{Findings, Site};

/// The longest name that the page recommends, in characters.
const LONGEST: usize = 128;

pub(in crate::rules) fn tool(tool: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    for (key, value) in tool.text.members() {
        match &*key.name() {
            "name" => name(tool, value, findings),
            "execution" if value.get("taskSupport").is_some() => {
                let advice = "Leave it out; a tool that runs as a task says so by its result.";
                findings.at("tool-execution-field", tool, "execution", advice);
            }
            _ => {}
        }
    }
}

fn name(tool: &Site<'_, '_>, name: Text<'_>, findings: &mut Findings<'_, '_>) {
    let Some(name) = name.as_string() else { return };
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

pub(in crate::rules) fn unique(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(tools) = result.get("tools") else { return };
    let mut names = HashSet::new();
    for (index, tool) in tools.elements().enumerate() {
        let Some(text) = tool.get("name") else { continue };
        let Some(name) = text.as_string() else { continue };
        if !names.insert(name.clone()) && !findings.is_full() {
            let place = (text, result.pointer().member("tools").element(index).member("name"));
            let seen = format!("A tool before this one is named `{name:.80}` too.");
            findings.add("tool-name-duplicate", place, seen, "Give each tool a name of its own.");
        }
    }
}

pub(in crate::rules) fn task(
    params: &Site<'_, '_>,
    method: Option<Method>,
    findings: &mut Findings<'_, '_>,
) {
    if method == Some(Method::ToolsCall) && params.get("task").is_some() {
        let advice = "Declare the tasks extension instead; servers ignore this member.";
        findings.at("tools-call-task-field", params, "task", advice);
    }
}
