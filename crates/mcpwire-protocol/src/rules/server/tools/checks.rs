//! The names of tools, and what older revisions left behind.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::json::Text;
use crate::method::Method;
use crate::rules::basic::transports::streamable_http::custom_headers::checks::headers;
use crate::rules::findings::{Findings, Site};

/// The longest name that the page recommends, in characters.
const LONGEST: usize = 128;

/// One tool; `names` are those of the tools before it in the same list.
pub(in crate::rules) fn tool<'a>(
    tool: &Site<'_, 'a>,
    names: &mut HashSet<Cow<'a, str>>,
    findings: &mut Findings<'_, '_>,
) {
    for (key, value) in tool.text.members() {
        match &*key.name() {
            "name" => {
                name(tool, value, findings);
                unique(tool, value, names, findings);
            }
            "execution" if value.get("taskSupport").is_some() => {
                let advice = "Leave it out; a tool that runs as a task says so by its result.";
                findings.at("tool-execution-field", tool, "execution", advice);
            }
            "inputSchema" => headers(tool, value, findings),
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

/// A list of tools has each name once; other messages may repeat the tools of several servers.
fn unique<'a>(
    tool: &Site<'_, 'a>,
    name: Text<'a>,
    names: &mut HashSet<Cow<'a, str>>,
    findings: &mut Findings<'_, '_>,
) {
    let Some(known) = name.as_string().filter(|_| tool.method == Some("tools/list")) else {
        return;
    };
    if names.contains(&known) && !findings.is_full() {
        let seen = format!("A tool before this one is named `{known:.80}` too.");
        let place = (name, tool.pointer().member("name"));
        findings.add("tool-name-duplicate", place, seen, "Give each tool a name of its own.");
    }
    names.insert(known);
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
