//! What the suite calls, reads and gets in one round, and what it looks for in the answer.

use serde_json::{Value, json};

use crate::talk::Talk;

fn call(name: &str) -> Value {
    // The suite leaves `arguments` out here.
    json!({ "name": name })
}

/// Method, parameters, a place in the answer, what stands there.
fn table() -> Vec<(&'static str, Value, &'static str, Value)> {
    let tool = |name: &str, place: &'static str, due: Value| ("tools/call", call(name), place, due);
    let read = |uri: &str, place: &'static str, due: Value| {
        ("resources/read", json!({ "uri": uri }), place, due)
    };
    let unknown = "test://nonexistent-resource-for-conformance-testing";
    let arguments = json!({"arg1": "testValue1", "arg2": "testValue2"});
    let embedded = json!({"resourceUri": "test://example-resource"});
    let get = |name: &str, arguments: &Value| json!({ "name": name, "arguments": arguments });
    vec![
        tool("test_simple_text", "/result/content/0/type", json!("text")),
        tool("test_image_content", "/result/content/0/mimeType", json!("image/png")),
        tool("test_audio_content", "/result/content/0/mimeType", json!("audio/wav")),
        tool(
            "test_embedded_resource",
            "/result/content/0/resource/uri",
            json!("test://embedded-resource"),
        ),
        tool("test_multiple_content_types", "/result/content/1/type", json!("image")),
        tool("test_multiple_content_types", "/result/content/2/type", json!("resource")),
        tool("test_error_handling", "/result/isError", json!(true)),
        (
            "tools/call",
            json!({"name": "greet", "arguments": {"name": "Amira"}}),
            "/result/content/0/text",
            json!("Hello, Amira!"),
        ),
        read("test://static-text", "/result/contents/0/mimeType", json!("text/plain")),
        read("test://static-binary", "/result/contents/0/mimeType", json!("image/png")),
        read(
            "test://template/123/data",
            "/result/contents/0/text",
            json!(r#"{"id":"123","data":"Data for ID: 123"}"#),
        ),
        read(unknown, "/error/code", json!(-32602)),
        read(unknown, "/error/data/uri", json!(unknown)),
        ("prompts/get", call("test_simple_prompt"), "/result/messages/0/role", json!("user")),
        (
            "prompts/get",
            get("test_prompt_with_arguments", &arguments),
            "/result/messages/0/content/text",
            json!("Prompt with arguments: arg1='testValue1', arg2='testValue2'"),
        ),
        (
            "prompts/get",
            get("test_prompt_with_embedded_resource", &embedded),
            "/result/messages/0/content/resource/uri",
            json!("test://example-resource"),
        ),
        (
            "prompts/get",
            call("test_prompt_with_image"),
            "/result/messages/0/content/mimeType",
            json!("image/png"),
        ),
    ]
}

#[tokio::test]
async fn what_is_asked_for_is_answered_with_what_the_suite_looks_for() {
    let mut talk = Talk::new();
    for (method, params, place, due) in table() {
        let (_, answer) = talk.ask(method, params.clone()).await;
        assert_eq!(answer.pointer(place), Some(&due), "{method} {params}: {place} in {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn progress_and_logs_are_told_only_to_who_asked_for_them() {
    let mut talk = Talk::new();
    let (said, _) = talk.ask("tools/call", call("test_tool_with_progress")).await;
    assert_eq!(said, Vec::<Value>::new());
    let (said, _) = talk.ask("tools/call", call("test_logging_tool")).await;
    assert_eq!(said, Vec::<Value>::new());

    let mut with_token = call("test_tool_with_progress");
    with_token["_meta"] = json!({"progressToken": "progress-test-1"});
    let (said, _) = talk.ask("tools/call", with_token).await;
    let told: Vec<_> = said.iter().map(|it| it["params"]["progress"].as_f64()).collect();
    assert_eq!(told, [Some(0.0), Some(50.0), Some(100.0)], "{said:?}");

    let mut with_level = call("test_tool_with_logging");
    with_level["_meta"] = json!({"io.modelcontextprotocol/logLevel": "debug"});
    let (said, _) = talk.ask("tools/call", with_level).await;
    let methods: Vec<_> = said.iter().map(|it| &it["method"]).collect();
    assert_eq!(methods, ["notifications/message"; 3], "{said:?}");
}
