//! What the message rules say of whole messages.

use mcpwire_protocol::direction::Direction::{self, ClientToServer, ServerToClient};
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Facts, Level, Violation, message, rule};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::examples::{examples, folders, official};

/// The official examples as messages: the type's folder, and how to make a message of its values.
#[test]
#[ignore = "compares with the official examples: set MCPWIRE_SPEC"]
fn no_official_example_breaks_what_must_be() {
    let place = official().expect("MCPWIRE_SPEC names the folder");
    let place = place.join("examples-2026-07-28");
    let mut count = 0;
    for folder in folders(&place) {
        for (file, text) in examples(&place.join(&folder)) {
            let value: Value = serde_json::from_str(&text).expect("an example is JSON");
            for (whole, direction, method) in whole(&folder, value) {
                count += 1;
                let text = whole.to_string();
                let facts = Facts { direction: Some(direction), method, ..Facts::default() };
                let found = message(&Incoming::parse(text.as_bytes()), &facts);
                let broken: Vec<_> = found
                    .iter()
                    .filter(|found| level(found) == Level::Must)
                    .filter(|found| !SLIPS.contains(&(&*folder, found.rule.as_str())))
                    .collect();
                assert!(broken.is_empty(), "{file}: {broken:#?}\n{text}");
            }
        }
    }
    assert!(count > 80, "only {count} messages");
}

/// Slips in the official examples. The published schema takes this one for a result that asks for
/// input; its page, the caching page and the other example of the type have both members.
const SLIPS: &[(&str, &str)] = &[
    ("ReadResourceResultResponse", "cache-ttl-missing"),
    ("ReadResourceResultResponse", "cache-scope-missing"),
];

fn level(violation: &Violation) -> Level {
    rule(violation.rule.as_str()).expect("a rule of the catalogue").level
}

type Whole = (Value, Direction, Option<&'static str>);

/// The messages that can be made of an example; none for what stands in no message alone.
fn whole(folder: &str, value: Value) -> Vec<Whole> {
    let result = |value: Value, method| {
        vec![(json!({"jsonrpc": "2.0", "id": 1, "result": value}), ServerToClient, method)]
    };
    if value.get("jsonrpc").is_some() {
        let response = value.get("result").is_some() || value.get("error").is_some();
        let server =
            response || folder.ends_with("Notification") && folder != "CancelledNotification";
        let direction = if server { ServerToClient } else { ClientToServer };
        let embedded =
            ["ElicitRequest", "CreateMessageRequest", "ListRootsRequest"].contains(&folder);
        if embedded {
            return ask(value);
        }
        let method = RESULTS.iter().find(|(name, _)| folder == format!("{name}Response"));
        return vec![(value, direction, method.map(|(_, method)| *method))];
    }
    if let Some((_, method)) = RESULTS.iter().find(|(name, _)| *name == folder) {
        return result(value, Some(*method));
    }
    if let Some((_, method)) = PARAMS.iter().find(|(name, _)| *name == folder) {
        let whole = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": value});
        return vec![(whole, ClientToServer, None)];
    }
    match folder {
        "ElicitRequest" | "CreateMessageRequest" | "ListRootsRequest" => ask(value),
        "ElicitRequestFormParams" | "ElicitRequestURLParams" => {
            ask(json!({"method": "elicitation/create", "params": value}))
        }
        "CreateMessageRequestParams" => {
            ask(json!({"method": "sampling/createMessage", "params": value}))
        }
        "InputRequiredResult" => result(value, Some("tools/call")),
        "Tool" => result(list("tools", value), Some("tools/list")),
        "Resource" => result(list("resources", value), Some("resources/list")),
        "ParseError" | "InvalidParamsError" | "MethodNotFoundError" | "InternalError" => {
            vec![(json!({"jsonrpc": "2.0", "id": 1, "error": value}), ServerToClient, None)]
        }
        "TextContent" | "ImageContent" | "AudioContent" | "ResourceLink" | "EmbeddedResource" => {
            result(json!({"resultType": "complete", "content": [value]}), Some("tools/call"))
        }
        "ServerCapabilities" => result(
            json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
                "capabilities": value, "ttlMs": 0, "cacheScope": "public"}),
            Some("server/discover"),
        ),
        "ClientCapabilities" => vec![(request_with(&value), ClientToServer, None)],
        "ElicitResult" | "CreateMessageResult" | "ListRootsResult" => {
            let mut whole = request_with(&json!({"roots": {}, "sampling": {}, "elicitation": {}}));
            whole["method"] = json!("tools/call");
            whole["params"]["name"] = json!("t");
            whole["params"]["inputResponses"] = json!({"a": value});
            vec![(whole, ClientToServer, None)]
        }
        _ => Vec::new(),
    }
}

fn ask(request: Value) -> Vec<Whole> {
    let result = json!({"resultType": "input_required", "inputRequests": {"a": request}});
    vec![(json!({"jsonrpc": "2.0", "id": 1, "result": result}), ServerToClient, Some("tools/call"))]
}

fn list(name: &str, value: Value) -> Value {
    json!({"resultType": "complete", name: [value], "ttlMs": 0, "cacheScope": "public"})
}

fn request_with(capabilities: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    }}})
}

const RESULTS: &[(&str, &str)] = &[
    ("DiscoverResult", "server/discover"),
    ("ListToolsResult", "tools/list"),
    ("CallToolResult", "tools/call"),
    ("ListPromptsResult", "prompts/list"),
    ("GetPromptResult", "prompts/get"),
    ("ListResourcesResult", "resources/list"),
    ("ListResourceTemplatesResult", "resources/templates/list"),
    ("ReadResourceResult", "resources/read"),
    ("CompleteResult", "completion/complete"),
    ("SubscriptionsListenResult", "subscriptions/listen"),
];

const PARAMS: &[(&str, &str)] = &[
    ("CallToolRequestParams", "tools/call"),
    ("CompleteRequestParams", "completion/complete"),
    ("GetPromptRequestParams", "prompts/get"),
    ("ReadResourceRequestParams", "resources/read"),
    ("PaginatedRequestParams", "tools/list"),
    ("SubscriptionsListenRequestParams", "subscriptions/listen"),
];

#[test]
fn older_revisions_are_judged_by_the_core_of_json_rpc() {
    let judge = |text: &str, revision| {
        let facts =
            Facts { direction: Some(ServerToClient), revision: Some(revision), ..Facts::default() };
        let found = message(&Incoming::parse(text.as_bytes()), &facts);
        found.into_iter().map(|found| found.rule.as_str()).collect::<Vec<_>>()
    };
    let asks = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let answers = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let old_code = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32002,"message":"not found"}}"#;
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#;
    for text in [asks, answers, old_code] {
        assert_eq!(judge(text, Revision::V2025_11_25), [""; 0], "{text}");
        assert!(!judge(text, Revision::LATEST).is_empty(), "{text}");
    }
    assert_eq!(judge(batch, Revision::V2025_03_26), [""; 0]);
    assert_eq!(judge(batch, Revision::V2025_06_18), ["jsonrpc-batch"]);
    assert_eq!(judge(r#"{"id":1}"#, Revision::V2024_11_05), ["jsonrpc-version"]);
}

#[test]
fn a_limit_of_the_reader_is_no_fault_of_the_sender() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"b":{deep}}}}}"#);
    assert_eq!(message(&Incoming::parse(text.as_bytes()), &Facts::default()), []);
}

#[test]
fn violations_come_in_the_order_of_the_text_and_not_without_end() {
    let tools: Vec<_> = (0..500).map(|_| json!({"name": "größe"})).collect();
    let whole = json!({"jsonrpc": "2.0", "id": 1, "result": {
        "resultType": "complete", "tools": tools, "ttlMs": -1, "cacheScope": "private",
    }});
    let text = whole.to_string();
    let facts = Facts { method: Some("tools/list"), ..Facts::default() };
    let found = message(&Incoming::parse(text.as_bytes()), &facts);
    assert_eq!(found.len(), 64);
    assert!(found.is_sorted_by_key(|found| found.place.bytes.start));
}

proptest! {
    #[test]
    fn whatever_comes_is_judged_by_known_rules_at_places_in_it(
        text in prop_oneof![any::<String>(), soup()],
        client in any::<bool>(),
        heuristics in any::<bool>(),
    ) {
        let direction = Some(if client { ClientToServer } else { ServerToClient });
        let facts = Facts { direction, heuristics, ..Facts::default() };
        for found in message(&Incoming::parse(text.as_bytes()), &facts) {
            prop_assert!(rule(found.rule.as_str()).is_some_and(|rule| rule.is_checked()), "{}", found);
            prop_assert!(text.as_bytes().get(found.place.bytes.clone()).is_some());
        }
    }
}

/// Messages with members of the protocol and values that do not belong there.
fn soup() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "jsonrpc",
        "id",
        "method",
        "params",
        "_meta",
        "result",
        "error",
        "code",
        "data",
        "tools",
        "inputRequests",
        "inputResponses",
        "resultType",
        "icons",
        "src",
        "messages",
        "content",
        "requestedSchema",
        "properties",
        "type",
        "roots",
        "uri",
        "contents",
        "task",
        "inputSchema",
        "x-mcp-header",
        "annotations",
        "traceparent",
        "extensions",
        "capabilities",
    ]);
    let leaf = prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!(1)),
        Just(json!(-32022)),
        Just(json!("2.0")),
        Just(json!("tools/list")),
        Just(json!("input_required")),
        Just(json!("complete")),
        Just(json!("elicitation/create")),
        Just(json!("object")),
        Just(json!("a b")),
    ];
    let value = leaf.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map(words.clone(), inner, 0..6).prop_map(|map| {
                map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            }),
        ]
    });
    (value.clone(), value, any::<bool>()).prop_map(|(params, result, call)| {
        let whole = if call {
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        } else {
            json!({"jsonrpc": "2.0", "id": 1, "result": result})
        };
        whole.to_string()
    })
}
