//! What the text of a case says beyond its machine keys, where it can be checked.

use serde_json::json;

use super::message::{Message, cut};
use super::outcome::Outcome;
use super::{text_lifecycle, text_stream};

const MODERN_VERSION: &str = "io.modelcontextprotocol~1protocolVersion";
const COUNTER_ID: &str = "\"runner-counter\"";

/// Requests that show what a case left behind.
pub(crate) fn questions(id: &str) -> Vec<String> {
    if id != "ENV-27" {
        return vec![];
    }
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": "counter_get", "arguments": {}, "_meta": meta}).to_string();
    vec![format!(
        r#"{{"jsonrpc":"2.0","id":{COUNTER_ID},"method":"tools/call","params":{params}}}"#
    )]
}

/// Everything in which the outcome differs from the words of the case `id`.
pub(crate) fn check(id: &str, outcome: &Outcome) -> Vec<super::expect::Problem> {
    let mut wrong = Vec::new();
    for raw in must_be_results(id) {
        if !outcome.reply(raw).is_some_and(Message::is_result) {
            wrong.push(format!("expected a result with id {raw}"));
        }
    }
    modern_results(outcome, &mut wrong);
    echoes(outcome, &mut wrong);
    envelope(id, outcome, &mut wrong);
    text_lifecycle::check(id, outcome, &mut wrong);
    tools(id, outcome, &mut wrong);
    let mut problems: Vec<super::expect::Problem> = wrong.into_iter().map(Into::into).collect();
    problems.extend(text_stream::check(id, outcome));
    problems
}

/// The ids, as they are spelled, that must come back with a result.
fn must_be_results(id: &str) -> &'static [&'static str] {
    match id {
        "ENV-01" => &["\"1\""],
        "ENV-06" => &["1.0", "1e3"],
        "ENV-08" => &["9007199254740993", "9223372036854775807"],
        "ENV-09" => &["18446744073709551616"],
        "ENV-10" => &["-1"],
        "ENV-11" => &["\"\""],
        "ENV-12" => &["0"],
        "STD-07" | "STD-10" | "CAN-08" | "SCH-01" => &["1", "2"],
        "STD-08" | "STD-16" | "SCH-19" => &["1"],
        "STD-09" | "VER-11" => &["1", "2", "3"],
        "VER-10" => &["2", "3"],
        "STD-23" | "CAN-01" | "CAN-03" | "VER-08" => &["2"],
        _ => &[],
    }
}

/// Every modern result says of what type it is.
fn modern_results(outcome: &Outcome, wrong: &mut Vec<String>) {
    for request in outcome.requests() {
        let modern = request.at(&format!("/params/_meta/{MODERN_VERSION}")).is_some();
        let Some(reply) = request.id().and_then(|id| outcome.reply(id)) else {
            continue;
        };
        let typed = reply.at("/result/resultType").is_some_and(|value| value.is_string());
        // What is nested too deep for `Value` cannot be asked.
        if modern && reply.at("/result").is_some() && !typed {
            wrong.push(format!("a modern result without resultType: {}", cut(&reply.line)));
        }
    }
}

/// What `echo` was given must come back the same.
fn echoes(outcome: &Outcome, wrong: &mut Vec<String>) {
    for request in outcome.requests() {
        if request.at("/params/name") != Some(json!("echo")) {
            continue;
        }
        let Some(value) = request.at("/params/arguments/value") else {
            continue;
        };
        let Some(reply) = request.id().and_then(|id| outcome.reply(id)) else {
            continue;
        };
        let Some(came) = reply.at("/result/structuredContent") else {
            continue;
        };
        let same =
            came == value || ["result", "value"].iter().any(|name| came.get(name) == Some(&value));
        if !same {
            wrong.push(format!(
                "echo gave back {} instead of {}",
                cut(&came.to_string()),
                cut(&value.to_string())
            ));
        }
    }
}

fn envelope(id: &str, outcome: &Outcome, wrong: &mut Vec<String>) {
    let without_id = outcome.replies_without_id();
    let mut count = |wanted: usize, code: i64| {
        if without_id.len() != wanted
            || without_id.iter().any(|reply| reply.error_code() != Some(code))
        {
            wrong.push(format!(
                "expected {wanted} id-less errors {code}, but {} id-less responses came",
                without_id.len()
            ));
        }
    };
    match id {
        "ENV-03" => count(1, -32600),
        "ENV-07" => count(3, -32600),
        "ENV-21" => count(2, -32600),
        "STD-03" | "STD-05" | "STD-12" => count(1, -32700),
        "ENV-27" => {
            let counter = outcome.own.iter().find(|reply| reply.id() == Some(COUNTER_ID));
            let content = counter.and_then(|reply| reply.at("/result/structuredContent"));
            let untouched = content.as_ref().is_some_and(|content| {
                *content == json!(0)
                    || content
                        .as_object()
                        .is_some_and(|all| all.values().any(|value| *value == json!(0)))
            });
            if !untouched {
                wrong.push(format!("neither method may run, but counter_get says {content:?}"));
            }
        }
        "ENV-29" => {
            let Some(reply) = outcome.reply("1") else {
                return;
            };
            let whole = format!("{}{}", "[".repeat(200), "]".repeat(200));
            let said = reply.raw("error").unwrap_or_default();
            let names_limit =
                ["limit", "nest", "deep", "depth", "level"].iter().any(|word| said.contains(word));
            let came_back = reply.is_result() && reply.line.contains(&whole);
            if !(names_limit || came_back) {
                wrong.push("expected the value back, or an error that names the limit".to_owned());
            }
        }
        _ => {}
    }
}

fn tools(id: &str, outcome: &Outcome, wrong: &mut Vec<String>) {
    let at = |id: &str, pointer: &str| outcome.reply(id).and_then(|reply| reply.at(pointer));
    let text = |id: &str| at(id, "/result/content").unwrap_or_default().to_string();
    let mut must = |holds: bool, sentence: &str| {
        if !holds {
            wrong.push(sentence.to_owned());
        }
    };
    match id {
        "SCH-01" => {
            must(
                at("1", "/result/isError") != Some(json!(true)),
                "counter_get without arguments must be a normal result",
            );
            must(
                at("2", "/result/isError") == Some(json!(true)),
                "add without arguments must be a tool error",
            );
            let said = text("2");
            let names =
                |name: &str| said.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
            must(names("a") && names("b"), "the text must name a and b");
        }
        "SCH-04" => must(text("1").contains("filter"), "the text must name the member filter"),
        "ERR-05" => {
            let said = outcome.reply("1").and_then(|reply| reply.raw("error")).unwrap_or_default();
            must(
                !["panicked", "backtrace", ".rs:"].iter().any(|word| said.contains(word)),
                "the error must not show a back trace",
            );
        }
        _ => {}
    }
}
