//! Lists in pages, and their cursors.

use std::collections::{BTreeMap, BTreeSet};

use mcpwire::{Prompt, Resource, ResourceTemplate, Server, Tool};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::harness::{Client, code, initialize, legacy, modern, rule};

const LISTS: [(&str, &str, &str); 4] = [
    ("tools/list", "tools", "name"),
    ("resources/list", "resources", "uri"),
    ("resources/templates/list", "resourceTemplates", "uriTemplate"),
    ("prompts/list", "prompts", "name"),
];

/// A server with entries of all kinds under these names.
fn server<'a>(names: impl IntoIterator<Item = &'a str>) -> Server {
    names.into_iter().fold(Server::new("tests", "1").seal_keys(&[[7; 32]]), |server, name| {
        server
            .tool(Tool::new(name, || async {}))
            .prompt(Prompt::new(name, || async { "" }))
            .resource(Resource::text(format!("x:{name}"), name, ""))
            .template(ResourceTemplate::new(format!("x:{name}/{{a}}"), name, |_: Value| async {
                ""
            }))
    })
}

fn params(cursor: Option<&Value>) -> Value {
    cursor.map_or(json!({}), |cursor| json!({ "cursor": cursor }))
}

#[tokio::test]
async fn following_the_cursors_gives_every_entry_once_in_both_lifecycles() {
    let names = ["d", "b", "e", "a", "c"];
    let mut client = Client::of(server(names).page_size(2));
    client.ask(initialize("0", "2025-11-25")).await;
    for (method, member, key) in LISTS {
        for request in [modern, legacy] {
            let (mut cursor, mut sizes, mut keys) = (None, Vec::new(), Vec::new());
            loop {
                let answer = client.ask(request("1", method, params(cursor.as_ref()))).await;
                let page = answer["result"][member].as_array().unwrap();
                sizes.push(page.len());
                keys.extend(page.iter().map(|entry| entry[key].as_str().unwrap().to_owned()));
                cursor = answer["result"].get("nextCursor").cloned();
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(sizes, [2, 2, 1], "{method}");
            assert!(keys.is_sorted() && keys.len() == 5, "{method}: {keys:?}");
        }
    }
}

#[tokio::test]
async fn a_page_is_written_as_the_whole_list_is_with_a_cursor() {
    let mut client = Client::of(server(["b", "a"]).hide_identity().page_size(1));
    client.say(modern("1", "prompts/list", json!({}))).await;
    let text = client.text().await.unwrap();
    let rest = text
        .strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","prompts":[{"name":"a"}],"nextCursor":""#)
        .expect(&text);
    let (cursor, rest) = rest.split_once('"').unwrap();
    assert!(cursor.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    assert_eq!(rest, r#","ttlMs":0,"cacheScope":"private"}}"#);
    client.say(modern("2", "prompts/list", json!({ "cursor": cursor }))).await;
    assert_eq!(
        client.text().await.unwrap(),
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","prompts":[{"name":"b"}],"ttlMs":0,"cacheScope":"private"}}"#
    );
    // The same page stays under the same cursor, so that what a client has kept can be found.
    client.say(modern("1", "prompts/list", json!({}))).await;
    assert_eq!(client.text().await.unwrap(), text);
}

#[tokio::test]
async fn a_list_is_one_page_in_the_order_of_registration_without_a_page_size() {
    let mut client = Client::of(server(["b", "c", "a"]));
    let answer = client.ask(modern("1", "prompts/list", json!({}))).await;
    assert_eq!(answer["result"]["prompts"], json!([{"name": "b"}, {"name": "c"}, {"name": "a"}]));
    assert_eq!(answer["result"].get("nextCursor"), None);
    let mut client = Client::of(server(["b", "a"]).page_size(2));
    let answer = client.ask(modern("1", "prompts/list", json!({}))).await;
    assert_eq!(answer["result"].get("nextCursor"), None, "the page is full, and the last one");
}

#[tokio::test]
async fn a_cursor_of_another_list_server_or_hand_is_refused() {
    let mut client = Client::of(server(["a", "b"]).page_size(1));
    let answer = client.ask(modern("1", "tools/list", json!({}))).await;
    let cursor = answer["result"]["nextCursor"].as_str().unwrap().to_owned();
    let other_server = {
        let mut client = Client::of(server(["a", "b"]).seal_keys(&[[8; 32]]).page_size(1));
        client.ask(modern("1", "tools/list", json!({}))).await["result"]["nextCursor"].clone()
    };
    let mut changed = cursor.clone();
    changed.replace_range(40..41, if &cursor[40..41] == "A" { "B" } else { "A" });
    let table = [
        ("tools/list", other_server),
        ("prompts/list", json!(cursor)),
        ("resources/list", json!(cursor)),
        ("tools/list", json!(changed)),
        ("tools/list", json!(format!("{cursor}="))),
        ("tools/list", json!(&cursor[1..])),
        ("tools/list", json!("")),
        ("tools/list", json!("2")),
        ("tools/list", json!("\u{1F980}")),
    ];
    client.ask(initialize("0", "2025-11-25")).await;
    for (method, cursor) in table {
        for request in [modern, legacy] {
            let answer = client.ask(request("1", method, params(Some(&cursor)))).await;
            assert_eq!((code(&answer), rule(&answer)), (-32602, "cursor-unknown"), "{cursor}");
            assert_eq!(answer["error"]["data"]["at"], "/params/cursor");
        }
    }
    // A key that was replaced is still good for what it sealed.
    let mut client = Client::of(server(["a", "b"]).seal_keys(&[[9; 32], [7; 32]]).page_size(1));
    let answer = client.ask(modern("1", "tools/list", json!({ "cursor": cursor }))).await;
    assert_eq!(answer["result"]["tools"][0]["name"], "b", "{answer}");
    // A server of one page has given out none.
    let mut client = Client::of(server(["a", "b"]));
    let answer = client.ask(modern("1", "tools/list", json!({ "cursor": cursor }))).await;
    assert_eq!(rule(&answer), "cursor-unknown");
}

#[tokio::test]
async fn a_cursor_stays_good_while_the_list_changes() {
    let server = server(["a", "b", "c", "d"]).page_size(2).tools_may_change();
    let changes = server.changes();
    let mut client = Client::of(server);
    let first = client.ask(modern("1", "tools/list", json!({}))).await;
    let cursor = first["result"]["nextCursor"].clone();
    // The entry that the cursor names goes; one comes before it, one behind it.
    assert!(changes.remove_tool("b").unwrap());
    changes.add_tool(Tool::new("aa", || async {})).unwrap();
    changes.add_tool(Tool::new("ca", || async {})).unwrap();
    let names = |answer: &Value| -> Vec<String> {
        let tools = answer["result"]["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let second = client.ask(modern("2", "tools/list", params(Some(&cursor)))).await;
    assert_eq!(names(&second), ["c", "ca"]);
    let cursor = second["result"]["nextCursor"].clone();
    let third = client.ask(modern("3", "tools/list", params(Some(&cursor)))).await;
    assert_eq!(names(&third), ["d"]);
    assert_eq!(third["result"].get("nextCursor"), None);
    // What is behind a cursor may be gone altogether.
    assert!(changes.remove_tool("d").unwrap());
    let last = client.ask(modern("4", "tools/list", params(Some(&cursor)))).await;
    assert_eq!((names(&last), last["result"].get("nextCursor")), (vec![], None));
    // What comes later is held to the rules as well.
    let wrong = Tool::new("e", || async {}).meta("a b", 1);
    assert!(changes.add_tool(wrong).is_err());
}

/// One page of a list, from a server that has just these entries.
async fn page(names: &BTreeSet<String>, size: usize, cursor: Option<&Value>) -> Value {
    let server = server(names.iter().map(String::as_str)).page_size(size);
    // A server that has lost all its tools still answers.
    let mut client = Client::of(server.tool(Tool::new("zzz", || async {})));
    client.ask(modern("1", "tools/list", params(cursor))).await["result"].clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The law of cursors: entries come and go between any two pages, and the size of pages
    /// changes; whoever follows the cursors meets what was there all along exactly once, and
    /// nothing twice.
    #[test]
    fn what_was_there_all_along_is_met_exactly_once(
        start in prop::collection::btree_set("[a-e]{1,2}", 0..16),
        changes in prop::collection::vec((prop::collection::btree_set("[a-e]{1,2}", 0..6), 1usize..5), 1..12),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (met, there) = runtime.block_on(async {
            let (mut names, mut there) = (start.clone(), start.clone());
            let (mut met, mut cursor) = (BTreeMap::<String, usize>::new(), None);
            let mut changes = changes.iter().cycle();
            for _ in 0..200 {
                let (toggled, size) = changes.next().unwrap();
                let result = page(&names, *size, cursor.as_ref()).await;
                for tool in result["tools"].as_array().unwrap() {
                    *met.entry(tool["name"].as_str().unwrap().to_owned()).or_default() += 1;
                }
                cursor = result.get("nextCursor").cloned();
                if cursor.is_none() {
                    break;
                }
                for name in toggled {
                    if !names.remove(name) {
                        names.insert(name.clone());
                    }
                }
                there.retain(|name| names.contains(name));
            }
            assert!(cursor.is_none(), "the pages came to no end");
            (met, there)
        });
        prop_assert!(met.values().all(|times| *times == 1), "{:?}", met);
        prop_assert!(there.iter().all(|name| met.contains_key(name)), "{:?} of {:?}", met, there);
    }
}
