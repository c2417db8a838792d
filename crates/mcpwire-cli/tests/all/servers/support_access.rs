//! Who may see what of `support`, and what its log says about it.

use std::sync::{Arc, Mutex};

use mcpwire_cli::servers::support::{MEMBERS, Member, server};
use serde_json::{Value, json};

use super::support::talk_as;
use super::talk::{Outcome, Talk};

/// Everything a caller can ask for, with the scope that it needs.
fn questions() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        (
            "tools/call",
            json!({"name": "search_knowledge", "arguments": {"query": "refund"}}),
            "knowledge:read",
        ),
        (
            "tools/call",
            json!({"name": "get_ticket", "arguments": {"ticket_id": "T-30001"}}),
            "tickets:read",
        ),
        ("resources/read", json!({"uri": "policy://larkfield/returns-policy"}), "knowledge:read"),
        ("resources/read", json!({"uri": "policy://larkfield/none"}), "knowledge:read"),
        (
            "prompts/get",
            json!({"name": "draft_reply", "arguments": {"ticket_id": "T-30001"}}),
            "tickets:read",
        ),
    ]
}

#[tokio::test]
async fn who_is_no_member_gets_nothing() {
    let mut talk = talk_as("piet");
    for (method, params, _) in questions() {
        let answer = talk.ask(method, params).await;
        assert_eq!(answer["error"]["code"], 4030, "{answer}");
        assert_eq!(
            answer["error"]["data"],
            json!({"rule": "caller-forbidden", "check": "membership"})
        );
        let text = answer["error"]["message"].as_str().expect("a text");
        assert!(text.starts_with("forbidden: ") && text.contains("piet"), "{text}");
    }
    let listed = talk.ask("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"], json!([]));
}

#[tokio::test]
async fn without_the_scope_there_are_no_tickets() {
    let mut talk = talk_as("ines");
    for (method, params, scope) in questions() {
        let answer = talk.ask(method, params.clone()).await;
        if scope == "tickets:read" {
            assert_eq!(answer["error"]["code"], 4031, "{answer}");
            let data = json!({"rule": "scope-insufficient", "check": "scope", "required": ["tickets:read"]});
            assert_eq!(answer["error"]["data"], data);
            let text = answer["error"]["message"].as_str().expect("a text");
            assert!(text.starts_with("insufficient_scope: ") && text.contains(scope), "{text}");
        } else {
            assert!(![json!(4030), json!(4031)].contains(&answer["error"]["code"]), "{answer}");
        }
    }
}

#[tokio::test]
async fn what_another_organisation_has_is_not_there() {
    for (user, theirs, nobodys) in [("sam", "T-40003", "T-39999"), ("wren", "T-30002", "T-49999")] {
        let mut talk = talk_as(user);
        let mut told = Vec::new();
        for ticket_id in [theirs, nobodys] {
            let text = talk.call("get_ticket", json!({"ticket_id": ticket_id})).await.failed();
            assert!(text.contains("there is no ticket") && text.contains("in this organisation"));
            told.push(text.replace(ticket_id, "…"));
        }
        assert_eq!(told[0], told[1], "the words do not tell which ticket exists elsewhere");
    }
    for (user, theirs) in [
        ("sam", "policy://bramble-books/membership"),
        ("sam", "policy://bramble-books/returns-policy"),
        ("wren", "policy://larkfield/gift-cards"),
        ("wren", "policy://larkfield/returns-policy"),
    ] {
        let mut talk = talk_as(user);
        let mut told = Vec::new();
        for uri in [theirs, "policy://nobody/nothing"] {
            let answer = talk.ask("resources/read", json!({"uri": uri})).await;
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
            told.push(answer["error"]["message"].clone());
        }
        assert_eq!(told[0], told[1]);
    }
    for (user, word) in [("sam", "spine"), ("wren", "goodwill")] {
        let found = talk_as(user).call("search_knowledge", json!({"query": word})).await.done();
        assert_eq!(found["results"], json!([]), "{word} is a word of the other organisation");
    }
}

#[tokio::test]
async fn the_log_says_who_did_what_and_quotes_nobody() {
    for member in &MEMBERS {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let heard = lines.clone();
        let log = move |line: &str| heard.lock().expect("no panic").push(line.to_owned());
        let notices = log.clone();
        let server = server(member, log).expect("the data are right").on_notice(notices);
        let mut talk = Talk::with(server);
        let mut texts = vec!["refund".to_owned(), "Ｔ".to_owned()];
        for ticket_id in (30001..30006).chain(40001..40004).map(|number| format!("T-{number}")) {
            if let Outcome::Done(ticket) =
                talk.call("get_ticket", json!({"ticket_id": ticket_id})).await
            {
                texts_of(&ticket, &mut texts);
            }
        }
        for (method, params, _) in questions() {
            talk.ask(method, params).await;
        }
        talk.call("get_ticket", json!({"ticket_id": "Ｔ"})).await.failed();
        let lines = lines.lock().expect("no panic").join("\n");
        assert!(lines.contains(&format!("get_ticket: {}: ", member.user)), "{lines}");
        for text in texts {
            assert!(!lines.contains(&text), "`{text}` is in the log:\n{lines}");
        }
    }
}

/// What a ticket says, without its id and dates.
fn texts_of(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if text.starts_with("T-") || text.starts_with("2026-") => {}
        // Too short to be told from a word of the log itself.
        Value::String(text) if ["open", "shop"].contains(&text.as_str()) => {}
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts_of(value, texts)),
        Value::Object(members) => members.values().for_each(|value| texts_of(value, texts)),
        _ => {}
    }
}

#[test]
fn an_unknown_user_is_told_who_there_is() {
    let text = Member::named("sam ").expect_err("no such user");
    assert_eq!(text, "There is no user `sam `. Use one of these: sam, wren, ines, piet.");
}
