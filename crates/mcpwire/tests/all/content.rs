//! Content of every kind, and what can be said about what is listed.

use mcpwire::{
    Content, Icon, IconTheme, Link, Message, Prompt, Resource, ResourceContents, ResourceTemplate,
    Role, Server, Tool,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, initialize, legacy, modern};

const WHEN: &str = "2026-07-28T12:00:00Z";

fn icon() -> Icon {
    Icon::new("https://example.com/i.png")
        .mime_type("image/png")
        .size(48, 48)
        .any_size()
        .theme(IconTheme::Dark)
}

fn icon_json() -> Value {
    json!([{
        "src": "https://example.com/i.png", "mimeType": "image/png", "sizes": ["48x48", "any"], "theme": "dark"
    }])
}

/// Blocks, and how they are written for clients of the newest revision.
pub(crate) fn blocks() -> Vec<(Content, Value)> {
    let both = [Role::User, Role::Assistant];
    let text = ResourceContents::text("t").mime_type("text/x").meta("com.example/a", 1).unwrap();
    vec![
        (Content::text("a\"b"), json!({"type": "text", "text": "a\"b"})),
        (
            Content::text("a").audience(both).priority(0.5).last_modified(WHEN),
            json!({"type": "text", "text": "a", "annotations":
                {"audience": ["user", "assistant"], "priority": 0.5, "lastModified": WHEN}}),
        ),
        (
            Content::image(&[1, 2], "image/png").priority(7.0).meta("com.example/a", "b").unwrap(),
            json!({"type": "image", "data": "AQI=", "mimeType": "image/png",
                "annotations": {"priority": 1.0}, "_meta": {"com.example/a": "b"}}),
        ),
        (
            Content::audio(&[1, 2], "audio/wav").priority(f64::NAN),
            json!({"type": "audio", "data": "AQI=", "mimeType": "audio/wav"}),
        ),
        (Content::link("x:y", "n"), json!({"type": "resource_link", "uri": "x:y", "name": "n"})),
        (
            Link::new("x:y", "n")
                .title("T")
                .describe("D")
                .mime_type("text/x")
                .size(7)
                .icon(icon())
                .priority(1.0)
                .meta("com.example/a", true)
                .into(),
            json!({"type": "resource_link", "uri": "x:y", "name": "n", "title": "T",
                "description": "D", "mimeType": "text/x", "size": 7, "icons": icon_json(),
                "annotations": {"priority": 1.0}, "_meta": {"com.example/a": true}}),
        ),
        (
            Content::embedded("x:y", &text).audience([Role::User]),
            json!({"type": "resource", "resource": {"uri": "x:y", "mimeType": "text/x", "text": "t",
                "_meta": {"com.example/a": 1}}, "annotations": {"audience": ["user"]}}),
        ),
        (
            Content::embedded("x:y", &ResourceContents::blob([1, 2]).at("x:z")),
            json!({"type": "resource", "resource": {"uri": "x:z", "blob": "AQI="}}),
        ),
        (
            Content::embedded_text("x:y", "text/x", "t"),
            json!({"type": "resource", "resource": {"uri": "x:y", "mimeType": "text/x", "text": "t"}}),
        ),
        (
            Content::embedded_blob("x:y", "a/b", &[1]),
            json!({"type": "resource", "resource": {"uri": "x:y", "mimeType": "a/b", "blob": "AQ=="}}),
        ),
        // By hand, also what the kind itself demands.
        (
            Content::text("a").with("text", "b").with("annotations", json!({"priority": 1})),
            json!({"type": "text", "text": "b", "annotations": {"priority": 1}}),
        ),
    ]
}

#[tokio::test]
async fn blocks_of_every_kind_are_written_in_tools_and_prompts() {
    let (contents, due): (Vec<_>, Vec<_>) = blocks().into_iter().unzip();
    let messages = contents.clone();
    let server = Server::new("tests", "1")
        .tool(Tool::new("t", move || {
            let contents = contents.clone();
            async move { contents }
        }))
        .prompt(Prompt::new("p", move || {
            let messages: Vec<_> = messages.iter().cloned().map(Message::assistant).collect();
            async move { messages }
        }));
    let mut client = Client::of(server);
    let answer = client.ask(modern("1", "tools/call", json!({"name": "t"}))).await;
    assert_eq!(answer["result"]["content"], Value::Array(due.clone()));
    client.ask(initialize("0", "2025-11-25")).await;
    let answer = client.ask(legacy("1", "tools/call", json!({"name": "t"}))).await;
    assert_eq!(answer["result"]["content"], Value::Array(due.clone()), "all of it is as old");
    let answer = client.ask(modern("1", "prompts/get", json!({"name": "p"}))).await;
    let messages: Vec<_> =
        due.into_iter().map(|content| json!({"role": "assistant", "content": content})).collect();
    assert_eq!(answer["result"]["messages"], Value::Array(messages));
}

#[tokio::test]
async fn older_clients_get_what_they_can_take() {
    let link = Link::new("x:y", "n").icon(icon()).meta("com.example/a", 1);
    let said = Content::text("a").priority(0.5).meta("com.example/a", 1).unwrap();
    let contents: Vec<Content> = vec![link.into(), said, Content::audio(&[1], "audio/wav")];
    let server = || {
        let contents = contents.clone();
        Server::new("tests", "1").tool(Tool::new("t", move || {
            let contents = contents.clone();
            async move { contents }
        }))
    };
    let bare = json!({"type": "text", "text": "a", "annotations": {"priority": 0.5}});
    let full = json!({"type": "text", "text": "a", "annotations": {"priority": 0.5}, "_meta": {"com.example/a": 1}});
    let audio = json!({"type": "audio", "data": "AQ==", "mimeType": "audio/wav"});
    let link =
        json!({"type": "resource_link", "uri": "x:y", "name": "n", "_meta": {"com.example/a": 1}});
    let link_text = json!({"type": "text", "text": "n: x:y"});
    let audio_text = json!({"type": "text", "text": "(A sound of type audio/wav, which this client cannot take.)"});
    for (version, due) in [
        ("2024-11-05", json!([link_text, bare, audio_text])),
        ("2025-03-26", json!([link_text, bare, audio])),
        ("2025-06-18", json!([link, full, audio])),
    ] {
        let mut client = Client::of(server());
        client.ask(initialize("0", version)).await;
        let answer = client.ask(legacy("1", "tools/call", json!({"name": "t"}))).await;
        assert_eq!(answer["result"]["content"], due, "{version}");
    }
}

#[test]
fn keys_of_the_protocol_are_not_for_content() {
    for key in ["io.modelcontextprotocol/x", "a b", "progressToken", "-/a"] {
        let misuse = Content::text("a").meta(key, 1).unwrap_err();
        assert!(misuse.reasons[0].contains("cannot be set in `_meta`"), "{misuse}");
        assert_eq!(ResourceContents::text("a").meta(key, 1), Err(misuse));
    }
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code)]
struct Arguments {
    /// D
    #[schemars(title = "T")]
    a: String,
}

/// Everything that can be said about an entry.
pub(crate) fn described() -> Server {
    Server::new("tests", "1")
        .title("Tests")
        .icon(icon())
        .tool(
            Tool::new("t", || async {})
                .title("T")
                .describe("D")
                .icon(icon())
                .meta("com.example/a", 1)
                .read_only()
                .destructive(false)
                .idempotent()
                .open_world(false),
        )
        .prompt(
            Prompt::new("p", |_: Arguments| async { "" })
                .title("T")
                .describe("D")
                .icon(icon())
                .meta("com.example/a", 1),
        )
        .resource(
            Resource::new("x:y", "r", || async {
                ResourceContents::text("t").meta("com.example/b", 2).unwrap()
            })
            .title("T")
            .describe("D")
            .mime_type("text/x")
            .size(1)
            .audience([Role::User])
            .priority(0.0)
            .last_modified(WHEN)
            .icon(icon())
            .meta("com.example/a", 1),
        )
        .template(
            ResourceTemplate::new("x:{a}", "r", |_: Value| async { "" })
                .priority(1.0)
                .icon(icon())
                .meta("com.example/a", 1),
        )
}

#[tokio::test]
async fn what_is_said_about_an_entry_stands_in_its_list() {
    let hints = json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false});
    let meta = json!({"com.example/a": 1});
    let mut client = Client::of(described());
    let tool = client.ask(modern("1", "tools/list", json!({}))).await["result"]["tools"][0].clone();
    assert_eq!(
        (&tool["annotations"], &tool["icons"], &tool["_meta"]),
        (&hints, &icon_json(), &meta)
    );
    let prompts = client.ask(modern("1", "prompts/list", json!({}))).await;
    assert_eq!(
        prompts["result"]["prompts"][0],
        json!({"name": "p", "arguments": [{"name": "a", "title": "T", "description": "D", "required": true}],
            "title": "T", "description": "D", "icons": icon_json(), "_meta": meta})
    );
    let resources = client.ask(modern("1", "resources/list", json!({}))).await;
    assert_eq!(
        resources["result"]["resources"][0],
        json!({"uri": "x:y", "name": "r", "title": "T", "description": "D", "mimeType": "text/x", "size": 1,
            "annotations": {"audience": ["user"], "priority": 0.0, "lastModified": WHEN},
            "icons": icon_json(), "_meta": meta})
    );
    let templates = client.ask(modern("1", "resources/templates/list", json!({}))).await;
    assert_eq!(
        templates["result"]["resourceTemplates"][0],
        json!({"uriTemplate": "x:{a}", "name": "r", "annotations": {"priority": 1.0}, "icons": icon_json(), "_meta": meta})
    );
    let read = client.ask(modern("1", "resources/read", json!({"uri": "x:y"}))).await;
    assert_eq!(read["result"]["contents"][0]["_meta"], json!({"com.example/b": 2}));
    let server = &read["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&server["title"], &server["icons"]), (&json!("Tests"), &icon_json()));
}

#[tokio::test]
async fn an_older_revision_lists_what_it_knows() {
    for (version, absent) in [
        ("2025-06-18", vec!["/icons"]),
        (
            "2025-03-26",
            vec!["/icons", "/title", "/_meta", "/annotations/lastModified", "/arguments/0/title"],
        ),
    ] {
        let mut client = Client::of(described());
        client.ask(initialize("0", version)).await;
        for (method, member) in
            [("tools/list", "tools"), ("prompts/list", "prompts"), ("resources/list", "resources")]
        {
            let answer = client.ask(legacy("1", method, json!({}))).await;
            let entry = &answer["result"][member][0];
            assert_eq!(entry["description"], "D");
            for pointer in &absent {
                assert_eq!(entry.pointer(pointer), None, "{version} {method} {pointer}");
            }
        }
        let read = client.ask(legacy("1", "resources/read", json!({"uri": "x:y"}))).await;
        let knows_meta = version == "2025-06-18";
        assert_eq!(read["result"]["contents"][0].get("_meta").is_some(), knows_meta);
    }
}
