//! What is sent for tools, resources and prompts, of what is there and of what is not.

use serde_json::{Value, json};

use super::due::{Due, Group, Probe};
use super::line::Lines;
use super::offer::{Named, Offer, ToolOffer};
use super::{broken_arguments, sample_arguments};

/// The most tools that are called, and the most that are called with broken arguments.
const MOST_CALLS: usize = 8;

/// Calls, reads and prompts: of what is there, and of what is not.
///
/// `calls` are tools to call beside those that only read, with their arguments. Second come tools
/// that were not called although they only read, because no arguments could be made for them.
pub fn features(
    lines: &mut Lines,
    offer: &Offer,
    calls: &[(String, Value)],
) -> (Group, Vec<String>) {
    let mut probes = Vec::new();
    let mut left_out = Vec::new();
    for (name, arguments) in calls {
        probes.push(call(lines, name, arguments));
    }
    let named = |tool: &&ToolOffer| calls.iter().any(|(name, _)| *name == tool.name);
    let readers = offer.tools.iter().filter(|tool| tool.reads_only && !named(tool));
    for tool in readers.take(MOST_CALLS) {
        match sample_arguments(&tool.schema) {
            Some(arguments) => {
                probes.push(call(lines, &tool.name, &arguments));
                probes.extend(wrong_call(lines, tool, &arguments));
            }
            None => left_out.push(tool.name.clone()),
        }
    }
    if offer.has("tools") {
        probes.push(unknown_tool(lines));
    }
    if offer.has("resources") {
        probes.extend(resources(lines, offer));
    }
    if offer.has("prompts") {
        probes.extend(prompts(lines, offer));
    }
    (Group { probes }, left_out)
}

fn call(lines: &mut Lines, name: &str, arguments: &Value) -> Probe {
    let (line, id) =
        lines.request("tools/call", &[("name", &json!(name)), ("arguments", arguments)]);
    let sends = format!("a call of the tool `{name}`");
    Probe::new("call", sends, Due::Answer).line(line, Some(id)).patiently()
}

fn wrong_call(lines: &mut Lines, tool: &ToolOffer, fitting: &Value) -> Option<Probe> {
    let (arguments, wrong) = broken_arguments(&tool.schema, fitting)?;
    let (line, id) =
        lines.request("tools/call", &[("name", &json!(tool.name)), ("arguments", &arguments)]);
    let sends = format!("a call of the tool `{}` {wrong}", tool.name);
    let probe = Probe::new("call-wrong", sends, Due::Refusal)
        .line(line, Some(id))
        .failed("tools-call-invalid-arguments")
        .served("tools-server-validate-input");
    Some(probe.patiently())
}

fn unknown_tool(lines: &mut Lines) -> Probe {
    let name = json!("mcpwire_no_such_tool");
    let (line, id) = lines.request("tools/call", &[("name", &name), ("arguments", &json!({}))]);
    Probe::new("tool-unknown", "a call of a tool that does not exist", Due::Error(-32602))
        .line(line, Some(id))
        .failed("tools-call-unknown-tool")
        .served("tools-call-unknown-tool")
}

fn resources(lines: &mut Lines, offer: &Offer) -> Vec<Probe> {
    let mut probes = Vec::new();
    if let Some(uri) = offer.resources.first() {
        let (line, id) = lines.request("resources/read", &[("uri", &json!(uri))]);
        let probe = Probe::new("read", format!("reading `{uri}`"), Due::Answer);
        probes.push(probe.line(line, Some(id)).patiently());
    }
    let uri = json!("mcpwire-check://no/such/resource");
    let (line, id) = lines.request("resources/read", &[("uri", &uri)]);
    let sends = "reading a resource that does not exist";
    let probe = Probe::new("resource-unknown", sends, Due::Error(-32602));
    probes.push(
        probe
            .line(line, Some(id))
            .failed("resources-not-found-code")
            .served("resources-not-found-empty")
            .patiently(),
    );
    probes
}

fn prompts(lines: &mut Lines, offer: &Offer) -> Vec<Probe> {
    let mut probes = Vec::new();
    if let Some(prompt) = offer.prompts.first() {
        let arguments: Value =
            prompt.required.iter().map(|name| (name.clone(), json!("example"))).collect();
        let (line, id) = get(lines, &prompt.name, &arguments);
        let probe = Probe::new("prompt", format!("the prompt `{}`", prompt.name), Due::Answer);
        probes.push(probe.line(line, Some(id)).patiently());
    }
    let needs = |prompt: &&Named| !prompt.required.is_empty();
    if let Some(prompt) = offer.prompts.iter().find(needs) {
        let (line, id) = get(lines, &prompt.name, &json!({}));
        let sends = format!("the prompt `{}` without its arguments", prompt.name);
        let probe = Probe::new("prompt-incomplete", sends, Due::Error(-32602)).line(line, Some(id));
        let rule = "prompts-missing-argument-code";
        probes.push(probe.failed(rule).served(rule).patiently());
    }
    let (line, id) = get(lines, "mcpwire_no_such_prompt", &json!({}));
    let probe = Probe::new("prompt-unknown", "a prompt that does not exist", Due::Error(-32602));
    let probe = probe.line(line, Some(id));
    probes.push(probe.failed("prompts-unknown-code").served("prompts-unknown-code"));
    probes
}

fn get(lines: &mut Lines, name: &str, arguments: &Value) -> (String, String) {
    lines.request("prompts/get", &[("name", &json!(name)), ("arguments", arguments)])
}
