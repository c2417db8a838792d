//! What asks the client, with the answers that the suite gives.

use serde_json::{Map, Value, json};

use crate::talk::Talk;

/// What the suite answers to a form, where it answers by its contents.
fn filled(content: &Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// The suite's answers to what is asked; `content` is for the form.
fn answers(asked: &Value, content: &Value) -> Value {
    let asked = asked.as_object().expect("inputRequests is an object");
    let answer = |request: &Value| match request["method"].as_str() {
        Some("elicitation/create") => filled(content),
        Some("sampling/createMessage") => json!({
            "role": "assistant",
            "content": {"type": "text", "text": "The capital of France is Paris."},
            "model": "test-model",
            "stopReason": "endTurn"
        }),
        Some("roots/list") => json!({"roots": [{"uri": "file:///test/root", "name": "Root"}]}),
        other => panic!("{other:?} is nothing that a client can be asked"),
    };
    let answers: Map<_, _> =
        asked.iter().map(|(key, request)| (key.clone(), answer(request))).collect();
    Value::Object(answers)
}

#[tokio::test]
async fn each_question_is_asked_and_then_answered_as_the_suite_answers_it() {
    let mut talk = Talk::new();
    for (method, name, contents) in [
        ("tools/call", "test_input_required_result_elicitation", vec![json!({"name": "Alice"})]),
        ("tools/call", "test_input_required_result_sampling", vec![json!({})]),
        ("tools/call", "test_input_required_result_list_roots", vec![json!({})]),
        ("tools/call", "test_input_required_result_request_state", vec![json!({"ok": true})]),
        (
            "tools/call",
            "test_input_required_result_multiple_inputs",
            vec![json!({"name": "Alice"})],
        ),
        (
            "tools/call",
            "test_input_required_result_multi_round",
            vec![json!({"name": "Alice"}), json!({"color": "blue"})],
        ),
        ("tools/call", "test_input_required_result_tampered_state", vec![json!({"ok": true})]),
        ("prompts/get", "test_input_required_result_prompt", vec![json!({"context": "test"})]),
    ] {
        let mut params = json!({ "name": name });
        let mut states: Vec<Value> = Vec::new();
        for content in &contents {
            let (_, answer) = talk.ask(method, params.clone()).await;
            let result = &answer["result"];
            assert_eq!(result["resultType"], "input_required", "{name}: {answer}");
            let state = result["requestState"].clone();
            assert!(state.is_string() && !states.contains(&state), "{name}: {answer}");
            states.push(state.clone());
            params["inputResponses"] = answers(&result["inputRequests"], content);
            params["requestState"] = state;
        }
        let (_, answer) = talk.ask(method, params.clone()).await;
        assert_eq!(answer["result"]["resultType"], "complete", "{name}: {answer}");

        let state = params["requestState"].as_str().expect("a text").to_owned();
        params["requestState"] = json!(format!("{state}-TAMPERED"));
        let (_, answer) = talk.ask(method, params).await;
        assert_eq!(answer["error"]["code"], -32602, "{name}: {answer}");
    }
}

#[tokio::test]
async fn an_answer_without_a_state_is_enough_and_others_beside_it_do_no_harm() {
    let mut talk = Talk::new();
    let call = |responses: Value| json!({"name": "test_input_required_result_elicitation", "inputResponses": responses});
    let alice = filled(&json!({"name": "Alice"}));
    let given = json!({"user_name": alice, "unknown_extra_key": filled(&json!({"foo": "bar"}))});
    let (_, answer) = talk.ask("tools/call", call(given)).await;
    assert_eq!(answer["result"]["content"][0]["text"], "Hello, Alice!", "{answer}");
    for unfit in [json!({"wrong_key": alice}), json!({"user_name": 12345}), Value::Null] {
        let (_, answer) = talk.ask("tools/call", call(unfit.clone())).await;
        let is_complete = answer["result"]["resultType"] == "complete";
        assert!(!is_complete, "{unfit}: {answer}");
    }
}
