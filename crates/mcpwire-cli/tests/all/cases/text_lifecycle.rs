//! The words of the cases about versions and the two lifecycles.

use serde_json::{Value, json};

use super::message::Message;
use super::outcome::Outcome;

/// The version that the handshakes of the cases ask for.
const LEGACY_VERSION: &str = "2025-11-25";

/// Adds everything in which the outcome differs from the words of the case `id`.
pub(crate) fn check(id: &str, outcome: &Outcome, wrong: &mut Vec<String>) {
    let mut must = |holds: bool, sentence: &str| {
        if !holds {
            wrong.push(sentence.to_owned());
        }
    };
    match id {
        "VER-08" => refused_handshake(outcome, &mut must),
        "VER-10" => handshake_after_probe(outcome, &mut must),
        "VER-11" => both_lifecycles(outcome, &mut must),
        _ => {}
    }
}

fn at(outcome: &Outcome, id: &str, pointer: &str) -> Option<Value> {
    outcome.reply(id)?.at(pointer)
}

fn refused_handshake(outcome: &Outcome, must: &mut impl FnMut(bool, &str)) {
    let code = at(outcome, "0", "/error/code");
    must(code == Some(json!(-32022)), "expected the error -32022 with id 0");
    let requested = at(outcome, "0", "/error/data/requested");
    must(requested == Some(json!(LEGACY_VERSION)), "data.requested must be the version asked for");
    let supported = at(outcome, "0", "/error/data/supported").unwrap_or_default();
    let versions: Vec<&str> =
        supported.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    must(!versions.is_empty(), "data.supported must list the versions");
    let message = outcome.reply("0").map(Message::error_message).unwrap_or_default();
    let in_words = versions.iter().all(|version| message.contains(version));
    must(in_words, "the message must list the versions in words");
}

fn handshake_after_probe(outcome: &Outcome, must: &mut impl FnMut(bool, &str)) {
    let code = at(outcome, "1", "/error/code");
    must(code == Some(json!(-32022)), "expected the error -32022 with id 1");
    legacy_handshake(outcome, must);
    let tools = at(outcome, "3", "/result/tools");
    must(tools.is_some_and(|tools| tools.is_array()), "the legacy list must have tools");
    must(at(outcome, "3", "/result/resultType").is_none(), "a legacy result has no resultType");
}

fn both_lifecycles(outcome: &Outcome, must: &mut impl FnMut(bool, &str)) {
    for id in ["1", "3"] {
        for name in ["resultType", "ttlMs", "cacheScope"] {
            let there = at(outcome, id, &format!("/result/{name}")).is_some();
            must(there, &format!("the modern result {id} must have {name}"));
        }
    }
    legacy_handshake(outcome, must);
}

fn legacy_handshake(outcome: &Outcome, must: &mut impl FnMut(bool, &str)) {
    let version = at(outcome, "2", "/result/protocolVersion");
    must(version == Some(json!(LEGACY_VERSION)), "the handshake must agree on 2025-11-25");
    must(at(outcome, "2", "/result/resultType").is_none(), "a legacy result has no resultType");
}
