//! What decoding keeps, refuses and reads past.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::types::*;
use serde_json::json;

fn text(json: &str) -> Text<'_> {
    Text::parse(json).expect("JSON")
}

fn written<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it can be written")
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#;

#[test]
fn numbers_order_and_foreign_keys_survive() {
    let call = format!(
        r#"{{{META},"progressToken":123456789012345678901234567890,"com.example/b":1.50,"a":null}},"name":"add","arguments":{{"z":1e400,"a":0.10}}}}"#
    );
    let params: CallToolRequestParams = decode(text(&call)).expect("it fits");
    assert_eq!(written(&params), call);
    let progress = params.meta.progress_token.as_ref().map(ToString::to_string);
    assert_eq!(progress.as_deref(), Some("123456789012345678901234567890"));
    assert_eq!(params.meta.other.read::<f64>("com.example/b").and_then(Result::ok), Some(1.5));
    assert!(params.meta.other.contains("a"), "null is not absent");
}

#[test]
fn foreign_keys_are_written_and_taken_out() {
    let mut meta = ResultMeta::default();
    meta.other.write("com.example/x", &json!([1])).expect("JSON");
    meta.other.write("com.example/y", &2).expect("JSON");
    meta.other.write("com.example/x", &1).expect("JSON");
    assert_eq!(written(&meta), r#"{"com.example/x":1,"com.example/y":2}"#);
    assert!(meta.other.remove("com.example/x").is_some());
    assert_eq!(written(&meta), r#"{"com.example/y":2}"#);
}

#[test]
fn deep_arguments_are_kept_without_recursion() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let call = format!(r#"{{{META}}},"name":"a","arguments":{{"a":{deep}}},"unknown":{deep}}}"#);
    let params: CallToolRequestParams = decode(text(&call)).expect("it fits");
    assert_eq!(params.arguments.map(|raw| raw.get().len()), Some(deep.len() + 6));
}

#[test]
fn null_is_a_structured_value() {
    let with = r#"{"resultType":"complete","content":[],"structuredContent":null}"#;
    let result: CallToolResult = decode(text(with)).expect("it fits");
    assert_eq!(written(&result), with);
    assert_eq!(written(&CallToolResult::default()), r#"{"resultType":"complete","content":[]}"#);
}

#[test]
fn integers_are_read_in_any_spelling_and_cut_to_their_type() {
    for (spelled, size) in
        [("7", 7), ("7.0", 7), ("7e3", 7000), ("-0", 0), ("1e300", i64::MAX), ("-1e99", i64::MIN)]
    {
        let resource = format!(r#"{{"uri":"a:b","name":"b","size":{spelled}}}"#);
        let resource: Resource = decode(text(&resource)).expect("it fits");
        assert_eq!(resource.size, Some(size), "{spelled}");
    }
    let progress: ProgressNotificationParams =
        decode(text(r#"{"progressToken":"t","progress":1e400}"#)).expect("it fits");
    assert_eq!(progress.progress, f64::MAX);
}

#[test]
fn an_error_says_all_that_is_wrong() {
    let call =
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":2026},"name":null,"arguments":[]}"#;
    let error = decode::<CallToolRequestParams>(text(call)).expect_err("it does not fit");
    assert_eq!(
        error.to_string(),
        "`/_meta/io.modelcontextprotocol~1protocolVersion` is a number, but RequestMeta needs a \
         string there. `/_meta/io.modelcontextprotocol~1clientCapabilities` is missing, but \
         RequestMeta needs an object (ClientCapabilities) there. `/name` is null, but \
         CallToolRequestParams needs a string there. `/arguments` is an array, but \
         CallToolRequestParams needs an object there."
    );
}

#[test]
fn text_that_is_no_unicode_has_a_place() {
    let content = r#"{"type":"text","text":"\ud800"}"#;
    let error = decode::<TextContent>(text(content)).expect_err("it cannot be kept");
    match error {
        DecodeError::Value { pointer, .. } => assert_eq!(pointer.as_str(), "/text"),
        DecodeError::Shape(found) => panic!("{found}"),
    }
}

#[test]
fn a_union_names_the_member_that_decides() {
    for (block, sentence) in [
        (r#"{"text":"a"}"#, "`/content/0/type` is missing, but ContentBlock needs one of"),
        (r#"{"type":"video"}"#, "`/content/0/type` is \"video\", but ContentBlock needs one of"),
        (r#"{"type":5}"#, "`/content/0/type` is a number, but ContentBlock needs one of"),
        (r#"{"type":"text"}"#, "`/content/0/text` is missing, but TextContent needs a string"),
        (r#""text""#, "`/content/0` is a string, but CallToolResult needs an object"),
    ] {
        let result = format!(r#"{{"resultType":"complete","content":[{block}]}}"#);
        let error = decode::<CallToolResult>(text(&result)).expect_err("it does not fit");
        assert!(error.to_string().starts_with(sentence), "{error}");
    }
}

#[test]
fn clients_read_past_what_the_specification_tells_them_to() {
    for list in [
        r#"{"tools":[]}"#,
        r#"{"resultType":"complete","tools":[],"ttlMs":-5,"cacheScope":"private"}"#,
        r#"{"tools":[],"nextCursor":null}"#,
    ] {
        let result: ListToolsResult = decode_result(text(list)).expect("clients read this");
        assert_eq!(
            written(&result),
            r#"{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}"#
        );
        assert!(decode::<ListToolsResult>(text(list)).is_err(), "{list}");
    }
    for list in [
        r#"{"tools":[],"nextCursor":5}"#,
        r#"{"tools":[],"ttlMs":"5"}"#,
        r#"{"tools":[],"resultType":null}"#,
        r#"{"tools":null}"#,
    ] {
        assert!(decode_result::<ListToolsResult>(text(list)).is_err(), "{list}");
    }
}

#[test]
fn the_word_of_a_result_decides_its_shape() {
    let fits = |method: &str, result: &str| {
        let shape = result_shape(method, text(result)).expect("a request method");
        mcpwire_protocol::rules::judge(
            text(result),
            shape,
            mcpwire_protocol::rules::RuleId("result-not-object"),
        )
        .fits()
    };
    assert!(fits("tools/call", r#"{"resultType":"complete","content":[]}"#));
    assert!(!fits("tools/call", r#"{"resultType":"complete"}"#), "trap S-1");
    assert!(fits("tools/call", r#"{"resultType":"input_required","requestState":""}"#));
    assert!(!fits("tools/call", r#"{"resultType":"input_required"}"#), "it asks nothing");
    assert!(!fits("tools/call", r#"{"resultType":"input_required","requestState":5}"#));
    assert!(fits("tools/list", r#"{"resultType":"com.example/later"}"#));
    assert!(!fits("tools/list", r#"{"resultType":5}"#));
    assert!(result_shape("notifications/progress", text("{}")).is_none());
    assert!(result_shape("no/such", text("{}")).is_none());
}

#[test]
fn error_data_have_a_shape_where_the_code_demands_one() {
    use mcpwire_protocol::jsonrpc::ErrorCode;
    use mcpwire_protocol::rules::{RuleId, judge};
    for (code, data, rules) in [
        (-32022, r#"{"supported":["2026-07-28"],"requested":"x"}"#, &[][..]),
        (
            -32022,
            r#"{"supported":[1]}"#,
            &["version-unsupported-data-supported", "version-unsupported-data-requested"],
        ),
        (-32021, r#"{"requiredCapabilities":{"elicitation":{}}}"#, &[]),
        (-32021, r#"{"requiredCapabilities":["elicitation"]}"#, &["capability-missing-data"]),
    ] {
        let shape = error_data_shape(ErrorCode(code)).expect("a shape");
        let found = judge(text(data), shape, RuleId("capability-missing-data"));
        let found: Vec<_> = found.mismatches.iter().map(|one| one.rule.as_str()).collect();
        assert_eq!(found, rules, "{data}");
    }
    assert!(error_data_shape(ErrorCode::INVALID_PARAMS).is_none());
}

#[test]
fn every_method_of_the_core_has_its_shapes() {
    for (method, is_request) in [
        ("server/discover", true),
        ("tools/list", true),
        ("tools/call", true),
        ("prompts/list", true),
        ("prompts/get", true),
        ("resources/list", true),
        ("resources/templates/list", true),
        ("resources/read", true),
        ("completion/complete", true),
        ("subscriptions/listen", true),
        ("notifications/cancelled", false),
        ("notifications/progress", false),
        ("notifications/message", false),
        ("notifications/subscriptions/acknowledged", false),
        ("notifications/tools/list_changed", false),
        ("notifications/prompts/list_changed", false),
        ("notifications/resources/list_changed", false),
        ("notifications/resources/updated", false),
    ] {
        let row = method_shapes(method).unwrap_or_else(|| panic!("{method}"));
        assert_eq!(row.result.is_some(), is_request, "{method}");
        assert_eq!(row.params_optional, method.ends_with("list_changed"), "{method}");
    }
}

#[test]
fn ids_are_the_same_in_any_spelling() {
    let id = |spelled: &str| serde_json::from_str::<RequestId>(spelled);
    assert_eq!(id("1").unwrap(), id("1.0").unwrap());
    assert_eq!(id("1").unwrap(), RequestId::from(1));
    assert_ne!(id("1").unwrap(), RequestId::from("1"));
    assert_eq!(written(&id("1e2").unwrap()), "1e2");
    for wrong in ["1.5", "null", "true", "[]"] {
        assert!(id(wrong).is_err(), "{wrong}");
    }
}
