//! Conversations that a model is asked to continue, and what it says.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::json::{Kind, Pointer, Text};
use crate::rules::findings::{Findings, Site};

/// What a server asks of a model.
pub(in crate::rules) fn question(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    context(params, findings);
    balance(params, findings);
}

fn context(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if params
        .string("includeContext")
        .is_some_and(|word| matches!(&*word, "thisServer" | "allServers"))
    {
        let advice = "Leave it out, or send `none`; the other values are deprecated.";
        findings.at("sampling-context-avoid", params, "includeContext", advice);
    }
}

/// One message of the conversation: who speaks, and the blocks.
struct Turn<'a> {
    index: usize,
    assistant: bool,
    content: Text<'a>,
    blocks: Vec<Text<'a>>,
}

impl Turn<'_> {
    /// The pointer to a block, spelled out only where something is wrong.
    fn pointer(&self, params: &Site<'_, '_>, block: usize) -> Pointer {
        let message = params.pointer().member("messages").element(self.index).member("content");
        if self.content.kind() == Kind::Array { message.element(block) } else { message }
    }
}

fn turns<'a>(params: &Site<'_, 'a>) -> Vec<Turn<'a>> {
    let messages = params.get("messages").into_iter().flat_map(Text::elements);
    let turn = |(index, message): (usize, Text<'a>)| {
        let content = message.get("content")?;
        let blocks = match content.kind() {
            Kind::Array => content.elements().collect(),
            _ => vec![content],
        };
        let assistant = message.get("role")?.is_string("assistant");
        Some(Turn { index, assistant, content, blocks })
    };
    messages.enumerate().filter_map(turn).collect()
}

fn is_a(block: Text<'_>, kind: &str) -> bool {
    block.get("type").is_some_and(|word| word.is_string(kind))
}

fn ids<'a>(turn: &Turn<'a>, kind: &str, member: &str) -> HashSet<Cow<'a, str>> {
    let blocks = turn.blocks.iter().filter(|block| is_a(**block, kind));
    blocks.filter_map(|block| block.get(member)?.as_string()).collect()
}

fn balance(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let turns = turns(params);
    for (at, turn) in turns.iter().enumerate() {
        if findings.is_full() {
            return;
        }
        if misplaced(params, turn, findings) {
            continue;
        }
        alone(params, turn, findings);
        let before = at.checked_sub(1).map(|before| ids(&turns[before], "tool_use", "id"));
        known(params, turn, &before.unwrap_or_default(), findings);
        resolved(params, turn, turns.get(at + 1), findings);
    }
}

/// Each tool result answers a tool use of the message before.
fn known(
    params: &Site<'_, '_>,
    turn: &Turn<'_>,
    uses: &HashSet<Cow<'_, str>>,
    findings: &mut Findings<'_, '_>,
) {
    for (index, block) in turn.blocks.iter().enumerate() {
        let Some(id) = block.get("toolUseId").filter(|_| is_a(*block, "tool_result")) else {
            continue;
        };
        if id.as_string().is_some_and(|id| !uses.contains(&id)) && !findings.is_full() {
            let seen = format!("No tool use of the message before has the id {id:.80}.");
            let advice = "Repeat the `id` of the tool use that this answers.";
            let place = (*block, turn.pointer(params, index));
            findings.add("sampling-tool-balance-id", place, seen, advice);
        }
    }
}

/// Each tool use is answered by the message after it.
fn resolved(
    params: &Site<'_, '_>,
    turn: &Turn<'_>,
    next: Option<&Turn<'_>>,
    findings: &mut Findings<'_, '_>,
) {
    let uses = ids(turn, "tool_use", "id");
    let results = next.map(|next| ids(next, "tool_result", "toolUseId")).unwrap_or_default();
    // A result with a foreign id is told where it stands; that a use lacks one is the same slip.
    if results.len() < uses.len() && !uses.is_subset(&results) {
        let seen = "The next message does not resolve each tool use.";
        let advice = "Send a user message with one tool result for each tool use right after it.";
        let place = (turn.content, turn.pointer(params, 0));
        findings.add("sampling-tool-balance", place, seen, advice);
    }
}

/// A tool use by the user, or a tool result by the model.
fn misplaced(params: &Site<'_, '_>, turn: &Turn<'_>, findings: &mut Findings<'_, '_>) -> bool {
    let (who, kind, advice) = if turn.assistant {
        ("assistant", "tool_result", "Send tool results in messages of the user.")
    } else {
        ("user", "tool_use", "Send tool uses in messages of the assistant.")
    };
    let Some(index) = turn.blocks.iter().position(|block| is_a(*block, kind)) else {
        return false;
    };
    let seen = format!("A message of the {who} holds a {kind}.");
    let place = (turn.blocks[index], turn.pointer(params, index));
    findings.add("sampling-tool-use-role", place, seen, advice);
    true
}

/// Tool results stand among nothing else.
fn alone(params: &Site<'_, '_>, turn: &Turn<'_>, findings: &mut Findings<'_, '_>) {
    let result = |block: &Text<'_>| is_a(*block, "tool_result");
    if turn.assistant || !turn.blocks.iter().any(result) {
        return;
    }
    if let Some(index) = turn.blocks.iter().position(|block| !result(block)) {
        let seen = "Another block stands beside tool results.";
        let advice = "Send tool results in a message of their own.";
        let place = (turn.blocks[index], turn.pointer(params, index));
        findings.add("sampling-tool-result-only", place, seen, advice);
    }
}

pub(in crate::rules) fn answer(answer: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if answer.get("role").is_some_and(|role| role.is_string("user")) {
        findings.at("sampling-result-role", answer, "role", "Send the role `assistant`.");
    }
    let Some(content) = answer.get("content") else { return };
    let uses = match content.kind() {
        Kind::Array => content.elements().any(|block| is_a(block, "tool_use")),
        _ => is_a(content, "tool_use"),
    };
    let says = answer.string("stopReason").map(|reason| reason == "toolUse");
    if says.is_some_and(|says| says != uses) {
        let advice = "Send the stop reason `toolUse` exactly where the content uses a tool.";
        findings.at("sampling-stop-reason-tool-use", answer, "stopReason", advice);
    }
}
