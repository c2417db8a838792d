//! Lists are read to their ends, within bounds.

use std::collections::HashMap;

use mcpwire_check::probe::{Lines, MOST_PAGES, Offer, Opening, Pages, modern};
use serde_json::{Value, json};

fn declared() -> Offer {
    Offer { capabilities: vec!["tools".to_owned(), "prompts".to_owned()], ..Offer::default() }
}

/// The cursors that are sent to a server whose answer names the cursor that `next` says for the one
/// that was sent, by method; and the lists that were cut.
fn follow(next: impl Fn(&str, Option<&str>) -> Value) -> (Vec<(String, String)>, Vec<String>) {
    let mut lines = Lines::new(Opening::PerRequest, 1);
    let mut group = modern::lists(&mut lines, &declared());
    let mut pages = Pages::of(&group);
    let (mut answers, mut sent) = (HashMap::new(), Vec::new());
    while !group.probes.is_empty() {
        for probe in &group.probes {
            let asked: Value = serde_json::from_str(&probe.line).expect("JSON");
            let method = asked["method"].as_str().expect("a method");
            let cursor = asked["params"]["cursor"].as_str();
            sent.extend(cursor.map(|cursor| (method.to_owned(), cursor.to_owned())));
            let result = json!({"nextCursor": next(method, cursor)});
            let answer = json!({"jsonrpc": "2.0", "id": asked["id"], "result": result});
            answers.insert(asked["id"].to_string(), answer.to_string().into_bytes());
        }
        group = pages.next(&mut lines, |id| answers.get(id).cloned());
    }
    (sent, pages.cut().to_vec())
}

fn pair(method: &str, cursor: impl ToString) -> (String, String) {
    (method.to_owned(), cursor.to_string())
}

#[test]
fn each_list_is_followed_to_its_last_page() {
    let (sent, cut) = follow(|method, cursor| match (method, cursor) {
        ("tools/list", None) => json!("b"),
        ("tools/list", Some("b")) => json!(""),
        // An empty cursor is one; what is no string is none.
        ("tools/list", Some("")) => json!(3),
        ("prompts/list", None) => json!("p"),
        _ => Value::Null,
    });
    assert_eq!(sent, [pair("tools/list", "b"), pair("prompts/list", "p"), pair("tools/list", "")]);
    assert_eq!(cut, Vec::<String>::new());
}

#[test]
fn a_list_without_end_is_cut_and_one_that_goes_round_is_left() {
    let counted = |_: &str, cursor: Option<&str>| {
        json!(cursor.map_or(1, |cursor| cursor.parse::<u32>().expect("ours") + 1).to_string())
    };
    let (sent, cut) = follow(|method, cursor| match method {
        "tools/list" => counted(method, cursor),
        _ => json!("again"),
    });
    let of_tools = sent.iter().filter(|(method, _)| method == "tools/list").count();
    assert_eq!((of_tools + 1, sent.len() - of_tools), (MOST_PAGES, 1));
    assert_eq!(cut, ["tools/list"]);
}
