//! Ten situations that were once recorded with another server of the same tools: what that server
//! answered, and what `support` answers. Where they differ, the difference is meant.

use serde_json::{Value, json};

use super::support::talk_as;
use super::talk::{meta, modern};

struct Situation {
    name: &'static str,
    steps: Vec<Step>,
}

/// A message, with a word for what came back then and now.
struct Step {
    send: Value,
    then: &'static str,
    now: &'static str,
}

const NOTHING: &str = "nothing";

fn ask(method: &str, params: Value, then: &'static str, now: &'static str) -> Step {
    let send = json!({"jsonrpc": "2.0", "id": 0, "method": method, "params": modern(params)});
    Step { send, then, now }
}

fn call(tool: &str, arguments: Value, then: &'static str, now: &'static str) -> Step {
    ask("tools/call", json!({"name": tool, "arguments": arguments}), then, now)
}

fn bare(send: Value, then: &'static str, now: &'static str) -> Step {
    Step { send, then, now }
}

fn initialize(then: &'static str, now: &'static str) -> Step {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1.0"},
    });
    bare(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}), then, now)
}

fn situations() -> Vec<Situation> {
    let discover = || ask("server/discover", json!({}), "2026-07-28", "2026-07-28");
    let read = |uri: &str, then, now| ask("resources/read", json!({"uri": uri}), then, now);
    let too_new = json!({"_meta": meta("2099-01-01")});
    let list = |params: Value| json!({"jsonrpc": "2.0", "id": 0, "method": "tools/list", "params": params});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let situation = |name, steps| Situation { name, steps };
    vec![
        situation(
            "discovery",
            vec![
                discover(),
                ask("tools/list", json!({}), "2 tools", "2 tools"),
                ask("resources/list", json!({}), "9 resources", "9 resources"),
                ask("resources/templates/list", json!({}), "1 template", "1 template"),
                ask("prompts/list", json!({}), "1 prompt", "1 prompt"),
            ],
        ),
        situation(
            "a valid call",
            vec![call("get_ticket", json!({"ticket_id": "T-30002"}), "T-30002", "T-30002")],
        ),
        situation(
            "a validation failure",
            vec![call("get_ticket", json!({"ticket_id": "30002"}), "tool error", "tool error")],
        ),
        situation(
            // The specification wants a protocol error.
            "an unknown tool",
            vec![call("delete_ticket", json!({}), "tool error", "-32602")],
        ),
        situation(
            "another organisation's ticket",
            vec![call("get_ticket", json!({"ticket_id": "T-40003"}), "tool error", "tool error")],
        ),
        situation(
            "two resource reads",
            vec![
                read("policy://larkfield/returns-policy", "a text", "a text"),
                read("policy://bramble-books/returns-policy", "-32602", "-32602"),
            ],
        ),
        situation("a version mismatch", vec![bare(list(too_new), "-32022", "-32022")]),
        situation("no _meta", vec![bare(list(json!({})), "-32602", "-32602")]),
        situation(
            "an older client",
            vec![
                initialize("2025-11-25", "2025-11-25"),
                bare(initialized, NOTHING, NOTHING),
                bare(list(json!({})), "2 tools", "2 tools"),
            ],
        ),
        situation(
            // Nothing is to be inferred from earlier requests, so the handshake is served as well.
            "two eras on one connection",
            vec![discover(), initialize("-32022", "2025-11-25")],
        ),
    ]
}

/// An answer in a word.
fn word(answer: &Value) -> String {
    if let Some(error) = answer.get("error") {
        return error["code"].to_string();
    }
    let result = &answer["result"];
    let count = |member: &str| result[member].as_array().map(Vec::len);
    for (member, one) in [
        ("tools", "tool"),
        ("resources", "resource"),
        ("resourceTemplates", "template"),
        ("prompts", "prompt"),
    ] {
        match count(member) {
            None => {}
            Some(1) => return format!("1 {one}"),
            Some(count) => return format!("{count} {one}s"),
        }
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    if result["isError"] == true {
        return "tool error".to_owned();
    }
    text(&result["structuredContent"]["ticket_id"])
        .or_else(|| text(&result["protocolVersion"]))
        .or_else(|| text(&result["supportedVersions"][0]))
        .or_else(|| result["contents"][0]["text"].as_str().map(|_| "a text".to_owned()))
        .unwrap_or_else(|| format!("something else: {answer}"))
}

#[tokio::test]
async fn the_ten_situations_are_answered_as_the_table_says() {
    let situations = situations();
    assert_eq!(situations.len(), 10);
    let mut differ = Vec::new();
    for Situation { name, steps } in situations {
        let mut talk = talk_as("sam");
        for (at, Step { mut send, then, now }) in steps.into_iter().enumerate() {
            if then != now {
                differ.push(name);
            }
            if send.get("id").is_some() {
                send["id"] = json!(at);
            }
            talk.send(&send).await;
            if now == NOTHING {
                // The next answer has the next request's id, so nothing came in between.
                continue;
            }
            let answer = talk.hear().await;
            assert_eq!(answer["id"], json!(at), "{name}: {answer}");
            assert_eq!(word(&answer), now, "{name}: {answer}");
        }
    }
    assert_eq!(differ, ["an unknown tool", "two eras on one connection"]);
}

#[tokio::test]
async fn a_version_mismatch_names_what_is_spoken() {
    let mut talk = talk_as("sam");
    let params = json!({"_meta": meta("2099-01-01")});
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params});
    talk.send(&request).await;
    assert_eq!(talk.hear().await["error"]["data"]["supported"], json!(["2026-07-28"]));
}
