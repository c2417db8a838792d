//! Whatever the interleaving: a stream hears of every change after its acknowledgement that it
//! asked for, at least once after the change, and of nothing else.

use std::collections::{BTreeMap, BTreeSet};

use mcpwire::{Changes, Limits, Resource, Running, Server, Tool};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::harness::{call, cancel, talk};
use super::streams::{listen, open, take_json};

/// What can change: three lists and three resources.
const SUBJECTS: [&str; 6] = ["tools", "prompts", "resources", "x:a", "x:b", "x:c"];

fn filter(asked: &BTreeSet<usize>) -> Value {
    let uris: Vec<&str> = asked.iter().filter(|it| **it > 2).map(|it| SUBJECTS[*it]).collect();
    json!({
        "toolsListChanged": asked.contains(&0),
        "promptsListChanged": asked.contains(&1),
        "resourcesListChanged": asked.contains(&2),
        "resourceSubscriptions": uris
    })
}

fn tell(changes: &Changes, subject: usize) {
    match subject {
        0 => changes.tools_changed(),
        1 => changes.prompts_changed(),
        2 => changes.resources_changed(),
        uri => changes.resource_updated(SUBJECTS[uri]),
    }
}

/// Which subject a message tells of.
fn subject_of(message: &Value) -> usize {
    let method = message["method"].as_str().unwrap();
    let name = match message["params"]["uri"].as_str() {
        Some(uri) => uri,
        None => method.split('/').nth(1).unwrap(),
    };
    SUBJECTS.iter().position(|subject| *subject == name).unwrap_or_else(|| panic!("{message}"))
}

fn server() -> Server {
    let server = Server::new("tests", "1")
        .on_notice(|_| {})
        .limits(Limits { listeners: 1_000, ..Limits::default() })
        .tools_may_change()
        .prompts_may_change()
        .resources_may_change()
        .resources_may_update();
    SUBJECTS[3..].iter().fold(server, |server, uri| server.resource(Resource::text(*uri, "r", "")))
}

#[derive(Clone, Debug)]
enum Act {
    Open(BTreeSet<usize>),
    Change(usize),
    /// Takes a message from one of the open streams.
    Take(usize),
    Cancel(usize),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        2 => prop::collection::btree_set(0..SUBJECTS.len(), 0..6).prop_map(Act::Open),
        4 => (0..SUBJECTS.len()).prop_map(Act::Change),
        4 => (0usize..100).prop_map(Act::Take),
        1 => (0usize..100).prop_map(Act::Cancel),
    ]
}

/// A stream, and what it ought to hear.
struct Modelled {
    stream: Running,
    asked: BTreeSet<usize>,
    pending: BTreeSet<usize>,
}

impl Modelled {
    /// Takes what is there and compares it with what ought to be.
    fn take(&mut self) -> bool {
        let Some(message) = take_json(&mut self.stream) else {
            assert!(self.pending.is_empty(), "{:?} was not told", self.pending);
            return false;
        };
        assert!(self.pending.remove(&subject_of(&message)), "{message} was not due");
        true
    }
}

proptest! {
    #[test]
    fn a_stream_hears_exactly_what_changed_since_it_last_heard_of_it(
        acts in prop::collection::vec(act(), 0..60)
    ) {
        let endpoint = server().build().unwrap();
        let mut streams: Vec<Modelled> = Vec::new();
        for (id, act) in acts.into_iter().enumerate() {
            let count = streams.len().max(1);
            match act {
                Act::Open(asked) => {
                    let mut stream = open(&endpoint, &id.to_string(), filter(&asked));
                    let said = take_json(&mut stream).unwrap();
                    prop_assert_eq!(&said["method"], "notifications/subscriptions/acknowledged");
                    streams.push(Modelled { stream, asked, pending: BTreeSet::new() });
                }
                Act::Change(subject) => {
                    tell(&endpoint.changes(), subject);
                    for it in streams.iter_mut().filter(|it| it.asked.contains(&subject)) {
                        it.pending.insert(subject);
                    }
                }
                Act::Take(at) => {
                    if let Some(stream) = streams.get_mut(at % count) {
                        stream.take();
                    }
                }
                Act::Cancel(at) => {
                    if at % count < streams.len() {
                        streams.remove(at % count);
                    }
                }
            }
        }
        for stream in &mut streams {
            while stream.take() {}
        }
    }

    #[test]
    fn on_a_wire_each_stream_is_acknowledged_first_and_told_of_the_last_change(
        acts in prop::collection::vec(act(), 0..40)
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let server = server();
        let changes = server.changes();
        let change = Tool::raw("change", json!({"type": "object"}), move |arguments: Value| {
            tell(&changes, arguments["subject"].as_u64().unwrap() as usize);
            async { "changed" }
        });
        let mut open: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut asked = open.clone();
        let mut changed: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut lines = Vec::new();
        for (id, act) in acts.into_iter().enumerate() {
            lines.push(match act {
                Act::Open(filtered) => {
                    open.insert(id, filtered.clone());
                    asked.insert(id, filtered.clone());
                    listen(&id.to_string(), filter(&filtered))
                }
                Act::Change(subject) => {
                    for (id, _) in open.iter().filter(|(_, asked)| asked.contains(&subject)) {
                        changed.entry(*id).or_default().insert(subject);
                    }
                    call(&format!("\"{id}\""), "change", json!({ "subject": subject }))
                }
                Act::Take(_) => continue,
                Act::Cancel(at) => {
                    let Some(id) = open.keys().nth(at % open.len().max(1)).copied() else { continue };
                    open.remove(&id);
                    cancel(&id.to_string())
                }
            });
        }
        let lines = lines.into_iter().map(|line| format!("{line}\n").into_bytes());
        let said = runtime.block_on(talk(server.tool(change), lines));
        let mut heard: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for message in said.iter().map(|text| serde_json::from_str::<Value>(text).unwrap()) {
            let tag = &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
            if let Some(id) = tag.as_u64() {
                heard.entry(id as usize).or_default().push(message);
            }
        }
        for (id, asked) in &asked {
            let messages = &heard[id];
            prop_assert_eq!(&messages[0]["method"], "notifications/subscriptions/acknowledged");
            let told = messages[1..].iter().filter(|it| it["method"] != "notifications/cancelled");
            let told: BTreeSet<usize> = told.map(subject_of).collect();
            prop_assert!(told.is_subset(asked), "{:?} of {:?}", told, asked);
            if open.contains_key(id) {
                let changed = changed.get(id).cloned().unwrap_or_default();
                prop_assert_eq!(told, changed, "stream {}", id);
            }
        }
    }
}
