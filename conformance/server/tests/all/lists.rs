//! The names by which the suite asks.

use serde_json::{Value, json};

use crate::talk::Talk;

/// What the suite asks for by name and this server has; the README names what is still missing.
const NAMES: [(&str, &str, &[&str]); 4] = [
    (
        "tools/list",
        "/tools",
        &[
            "test_simple_text",
            "test_image_content",
            "test_audio_content",
            "test_embedded_resource",
            "test_multiple_content_types",
            "test_error_handling",
            "json_schema_2020_12_tool",
            "test_tool_with_progress",
            "test_tool_with_logging",
            "test_logging_tool",
            "test_sampling",
            "test_elicitation",
            "test_elicitation_sep1034_defaults",
            "test_elicitation_sep1330_enums",
            "test_input_required_result_elicitation",
            "test_input_required_result_sampling",
            "test_input_required_result_list_roots",
            "test_input_required_result_request_state",
            "test_input_required_result_multiple_inputs",
            "test_input_required_result_multi_round",
            "test_input_required_result_tampered_state",
            "test_input_required_result_capabilities",
            "test_streaming_elicitation",
            "test_missing_capability",
            "test_custom_header",
            "greet",
            "slow_compute",
            "failing_job",
            "protocol_error_job",
            "confirm_delete",
            "multi_input",
            "test_tool_with_task",
        ],
    ),
    (
        "prompts/list",
        "/prompts",
        &[
            "test_simple_prompt",
            "test_prompt_with_arguments",
            "test_prompt_with_embedded_resource",
            "test_prompt_with_image",
            "test_input_required_result_prompt",
        ],
    ),
    (
        "resources/list",
        "/resources",
        &["test://static-text", "test://static-binary", "test://watched-resource"],
    ),
    ("resources/templates/list", "/resourceTemplates", &["test://template/{id}/data"]),
];

fn name(entry: &Value) -> &str {
    let members = ["uriTemplate", "uri", "name"];
    members.iter().find_map(|member| entry[member].as_str()).expect("every entry has a name")
}

#[tokio::test]
async fn everything_has_the_name_by_which_the_suite_asks_and_a_description() {
    let mut talk = Talk::new();
    for (method, place, names) in NAMES {
        let (_, answer) = talk.ask(method, json!({})).await;
        let listed = answer["result"].pointer(place).and_then(Value::as_array);
        let listed = listed.unwrap_or_else(|| panic!("{method} lists nothing: {answer}"));
        let missing: Vec<_> =
            names.iter().filter(|name| !listed.iter().any(|it| &&self::name(it) == name)).collect();
        assert!(missing.is_empty(), "{method} lists no {missing:?}");
        for entry in listed {
            let is_described = entry["description"].as_str().is_some_and(|it| !it.is_empty());
            assert!(is_described, "{method}: {entry}");
        }
    }
}

#[tokio::test]
async fn the_first_tool_takes_an_empty_object_and_the_first_resource_can_be_read() {
    let mut talk = Talk::new();
    let (_, tools) = talk.ask("tools/list", json!({})).await;
    let call = json!({"name": tools["result"]["tools"][0]["name"], "arguments": {}});
    let (_, answer) = talk.ask("tools/call", call).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let (_, resources) = talk.ask("resources/list", json!({})).await;
    let read = json!({"uri": resources["result"]["resources"][0]["uri"]});
    let (_, answer) = talk.ask("resources/read", read).await;
    assert!(answer["result"]["ttlMs"].is_u64(), "{answer}");
}

#[tokio::test]
async fn the_schema_with_many_keywords_is_listed_as_it_is() {
    let (_, answer) = Talk::new().ask("tools/list", json!({})).await;
    let tools = answer["result"]["tools"].as_array().expect("a list");
    let tool = tools.iter().find(|tool| tool["name"] == "json_schema_2020_12_tool");
    let schema = &tool.expect("the tool is listed")["inputSchema"];
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["additionalProperties"], false);
    for place in ["/$defs/address/$anchor", "/allOf/0/anyOf/0", "/if", "/then", "/else"] {
        assert!(schema.pointer(place).is_some(), "{place} is gone from {schema}");
    }
}
