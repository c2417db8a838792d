//! Laws: how bytes are cut changes nothing, and every request has exactly one answer.

use std::collections::BTreeMap;

use mcpwire::protocol::jsonrpc::Incoming;
use mcpwire::{Prompt, Resource, Server, Tool};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::harness::{call, cancel, echo, initialize, legacy, modern, notification, talk};

fn server() -> Server {
    Server::new("tests", "1")
        .on_notice(|_| {})
        .tool(echo())
        .tool(Tool::new("text", || async { "hi" }))
        .tool(Tool::new("yields", || async {
            tokio::task::yield_now().await;
            1
        }))
        .tool(Tool::new("panics", || async {
            if true {
                panic!("as asked")
            }
        }))
        .resource(Resource::text("x:y", "r", "text"))
        .prompt(Prompt::new("p", || async { "hello" }))
}

fn id() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u32..10_000).prop_map(|id| id.to_string()),
        "[a-z]{0,3}".prop_map(|id| format!("\"{id}\"")),
        prop_oneof!["1\\.0", "1e3", "-5", "null", "1\\.5", "true", "\\[\\]"],
    ]
}

/// A line whose answer, if any, is made in place.
fn quick() -> impl Strategy<Value = String> {
    let method = prop_oneof![
        "server/discover",
        "tools/list",
        "tools/call",
        "prompts/list",
        "prompts/get",
        "resources/read",
        "ping",
        "initialize",
        "no/such",
        "notifications/x",
    ];
    prop_oneof![
        (id(), 0u8..9).prop_map(|(id, n)| call(&id, "echo", json!({ "n": n }))),
        id().prop_map(|id| call(&id, "text", json!({}))),
        id().prop_map(|id| call(&id, "no_such", json!({}))),
        id().prop_map(|id| modern(&id, "resources/read", json!({"uri": "x:y"}))),
        (id(), method.clone()).prop_map(|(id, method)| modern(&id, &method, json!({}))),
        (id(), method.clone()).prop_map(|(id, method)| legacy(&id, &method, json!({}))),
        id().prop_map(|id| initialize(&id, "2025-06-18")),
        method.prop_map(|method| notification(&method, json!({}))),
        id().prop_map(|id| cancel(&id)),
        id().prop_map(|id| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)),
        id().prop_map(|id| format!(r#"{{"id":{id},"method":"x"}}"#)),
        Just(String::new()),
        "[ -~]{0,20}",
        "\\PC{0,10}",
    ]
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let broken =
        (quick(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(line, at, byte)| {
            let mut bytes = line.into_bytes();
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = if byte == b'\n' { b'?' } else { byte };
            }
            bytes
        });
    prop_oneof![
        4 => quick().prop_map(String::into_bytes),
        1 => broken,
        1 => (0u32..50).prop_map(|id| call(&format!("\"y{id}\""), "yields", json!({})).into_bytes()),
        1 => (0u32..50).prop_map(|id| call(&format!("\"p{id}\""), "panics", json!({})).into_bytes()),
    ]
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().start_paused(true).build().unwrap().block_on(test)
}

/// Cuts `bytes` at these places.
fn cut(bytes: &[u8], places: &[prop::sample::Index]) -> Vec<Vec<u8>> {
    let mut places: Vec<usize> = places.iter().map(|place| place.index(bytes.len() + 1)).collect();
    places.sort_unstable();
    places.dedup();
    let mut pieces = Vec::new();
    let mut from = 0;
    for to in places.into_iter().chain([bytes.len()]) {
        pieces.push(bytes[from..to].to_vec());
        from = to;
    }
    pieces
}

/// The ids that must be answered, each as often as it is asked, by how they are spelled.
fn due(lines: &[Vec<u8>]) -> BTreeMap<String, i32> {
    let mut due = BTreeMap::new();
    for line in lines {
        let id = match Incoming::parse(line.trim_ascii_end()) {
            Incoming::Request(request) => request.id.as_str().to_owned(),
            Incoming::Malformed(malformed) if malformed.is_json => {
                malformed.id.map_or("none", |id| id.as_str()).to_owned()
            }
            _ => continue,
        };
        *due.entry(id).or_default() += 1;
    }
    due
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_cut_of_the_bytes_gives_the_same_answers_in_the_same_order(
        lines in prop::collection::vec(quick(), 0..12),
        end in prop_oneof!["\n", "\r\n"],
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        let bytes = lines.join(&end).into_bytes();
        let whole = run(talk(server(), [bytes.clone()]));
        let pieces = run(talk(server(), cut(&bytes, &places)));
        prop_assert_eq!(&whole, &pieces);
        let bytewise = run(talk(server(), bytes.iter().map(|byte| vec![*byte])));
        prop_assert_eq!(&whole, &bytewise);
    }

    #[test]
    fn every_request_has_one_answer_and_nothing_else_has_any(
        lines in prop::collection::vec(any_line(), 0..40),
    ) {
        let last = modern("\"last\"", "tools/list", json!({}));
        let mut input = lines.clone();
        input.push(last.clone().into_bytes());
        let bytes = input.join(&b'\n');
        let said = run(talk(server(), [bytes]));
        let mut answered = BTreeMap::new();
        let mut noise = 0;
        for text in &said {
            let Incoming::Response(response) = Incoming::parse(text.as_bytes()) else {
                return Err(TestCaseError::fail(format!("this is no response: {text}")));
            };
            let message: Value = serde_json::from_str(text).unwrap();
            if message["error"]["code"] == -32700 && response.id.is_none() {
                noise += 1;
                continue;
            }
            let id = response.id.map_or("none", |id| id.as_str()).to_owned();
            *answered.entry(id).or_insert(0) += 1;
        }
        prop_assert!(noise <= 1, "time stands still, so one answer to noise is due at most");
        // Cancellations in the mix can only silence what still runs.
        let mut due = due(&lines);
        *due.entry("\"last\"".to_owned()).or_default() += 1;
        prop_assert_eq!(answered, due);
    }
}
