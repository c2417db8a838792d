//! Conversations that a model is asked to continue, and what it says.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::json::{Kind, Pointer, Text};
use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site};
use crate::rules::path::Path;

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[
    TypeCheck { of: "CreateMessageRequestParams", check: context },
    TypeCheck { of: "CreateMessageRequestParams", check: balance },
    TypeCheck { of: "CreateMessageResult", check: answer },
];

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
    assistant: bool,
    content: Text<'a>,
    blocks: Vec<Block<'a>>,
}

/// A block of content, and where it stands.
#[derive(Clone, Copy)]
struct Block<'a> {
    text: Text<'a>,
    message: usize,
    /// Its place in the content, where that is an array.
    index: Option<usize>,
}

/// The way to a block of these parameters, spelled out where something is wrong with it.
struct Way<'w> {
    params: &'w Site<'w, 'w>,
    message: usize,
    index: Option<usize>,
}

impl From<Way<'_>> for Pointer {
    fn from(way: Way<'_>) -> Self {
        let messages = Path::Named(&way.params.path, "messages");
        let message = Path::Element(&messages, way.message);
        let content = Path::Named(&message, "content");
        way.index.map_or(content, |index| Path::Element(&content, index)).pointer()
    }
}

impl<'a> Block<'a> {
    fn is_a(self, kind: &str) -> bool {
        is_a(self.text, kind)
    }

    fn place<'w>(self, params: &'w Site<'w, 'w>) -> (Text<'a>, Way<'w>) {
        (self.text, Way { params, message: self.message, index: self.index })
    }
}

fn turns<'a>(params: &Site<'_, 'a>) -> Vec<Turn<'a>> {
    let messages = params.get("messages").into_iter().flat_map(Text::elements);
    let turn = |(index, message): (usize, Text<'a>)| {
        let content = message.get("content")?;
        let block = |(at, text)| Block { text, message: index, index: Some(at) };
        let blocks = match content.kind() {
            Kind::Array => content.elements().enumerate().map(block).collect(),
            _ => vec![Block { text: content, message: index, index: None }],
        };
        let assistant = message.get("role")?.is_string("assistant");
        Some(Turn { assistant, content, blocks })
    };
    messages.enumerate().filter_map(turn).collect()
}

fn is_a(block: Text<'_>, kind: &str) -> bool {
    block.get("type").is_some_and(|word| word.is_string(kind))
}

fn ids<'a>(turn: &Turn<'a>, kind: &str, member: &str) -> HashSet<Cow<'a, str>> {
    let blocks = turn.blocks.iter().filter(|block| block.is_a(kind));
    blocks.filter_map(|block| block.text.get(member)?.as_string()).collect()
}

fn balance(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let turns = turns(params);
    for (at, turn) in turns.iter().enumerate() {
        if misplaced(params, turn, findings) {
            continue;
        }
        let uses = ids(turn, "tool_use", "id");
        let results = ids(turn, "tool_result", "toolUseId");
        let before = at.checked_sub(1).map(|before| ids(&turns[before], "tool_use", "id"));
        alone(params, turn, findings);
        for block in turn.blocks.iter().filter(|block| block.is_a("tool_result")) {
            let Some(id) = block.text.get("toolUseId").and_then(Text::as_string) else { continue };
            if !before.as_ref().is_some_and(|uses| uses.contains(&id)) {
                let seen = format!("No tool use of the message before has the id `{id:.80}`.");
                let advice = "Repeat the `id` of the tool use that this answers.";
                findings.add("sampling-tool-balance-id", block.place(params), seen, advice);
            }
        }
        // A result with a foreign id was told; that the use lacks one is the same slip.
        let next = turns.get(at + 1).map(|next| ids(next, "tool_result", "toolUseId"));
        let answered =
            next.as_ref().is_some_and(|next| uses.is_subset(next) || next.len() >= uses.len());
        if let (Some(first), false) = (turn.blocks.first(), answered)
            && !uses.is_empty()
            && results.is_empty()
        {
            let (_, way) = first.place(params);
            let seen = "The next message does not resolve each tool use.";
            let advice =
                "Send a user message with one tool result for each tool use right after it.";
            findings.add("sampling-tool-balance", (turn.content, way), seen, advice);
        }
    }
}

/// A tool use by the user, or a tool result by the model.
fn misplaced(params: &Site<'_, '_>, turn: &Turn<'_>, findings: &mut Findings<'_, '_>) -> bool {
    let (kind, advice) = if turn.assistant {
        ("tool_result", "Send tool results in messages of the user.")
    } else {
        ("tool_use", "Send tool uses in messages of the assistant.")
    };
    let found = turn.blocks.iter().find(|block| block.is_a(kind));
    if let Some(block) = found {
        let who = if turn.assistant { "assistant" } else { "user" };
        let seen = format!("A message of the {who} holds a {kind}.");
        findings.add("sampling-tool-use-role", block.place(params), seen, advice);
    }
    found.is_some()
}

/// Tool results stand among nothing else.
fn alone(params: &Site<'_, '_>, turn: &Turn<'_>, findings: &mut Findings<'_, '_>) {
    let result = |block: &&Block<'_>| block.is_a("tool_result");
    if turn.assistant || !turn.blocks.iter().any(|block| result(&block)) {
        return;
    }
    if let Some(block) = turn.blocks.iter().find(|block| !result(block)) {
        let seen = "Another block stands beside tool results.";
        let advice = "Send tool results in a message of their own.";
        findings.add("sampling-tool-result-only", block.place(params), seen, advice);
    }
}

fn answer(answer: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
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
