//! What is wrong with a payload of the client pages: which rule, and where.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::rules::judge;
use mcpwire_protocol::types::*;

/// Every mismatch as rule and pointer.
pub(crate) fn verdict<T: Shaped>(text: &str) -> String {
    let text = Text::parse(text).expect("the rows of the table are JSON");
    let judgement = judge(text, T::SHAPE, T::RULE);
    let lines = judgement.mismatches.iter().map(|m| format!("{} at {}", m.rule, m.pointer));
    lines.collect::<Vec<_>>().join(", ")
}

/// Compares verdicts with what each row expects; an empty text is a fit.
pub(crate) fn compare<T: Shaped>(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(verdict::<T>(text), *expected, "{text}");
    }
}

#[test]
fn an_elicitation_is_judged_by_its_mode() {
    compare::<InputRequest>(&[
        ("7", "mrtr-input-kind at "),
        ("{}", "mrtr-input-request-method-missing at /method"),
        (r#"{"method":"tools/call","params":{}}"#, "mrtr-input-kind at /method"),
        (r#"{"method":"elicitation/create"}"#, "elicit-params-missing at /params"),
        (r#"{"method":"sampling/createMessage"}"#, "sampling-params-type at /params"),
        (r#"{"method":"roots/list","params":[]}"#, "roots-request-params at /params"),
        (r#"{"method":"roots/list","id":1,"jsonrpc":"2.0"}"#, ""),
    ]);
    compare::<ElicitRequestParams>(&[
        (r#"{"mode":"url","message":"m","url":"no URI"}"#, ""),
        (r#"{"mode":"url","message":"m"}"#, "elicit-url-missing at /url"),
        (r#"{"mode":"page","message":"m","url":"u"}"#, "elicit-mode-value at /mode"),
        (r#"{"mode":null,"message":"m","url":"u"}"#, "elicit-mode-value at /mode"),
        (r#"{"message":"m","url":"u"}"#, "elicit-schema-missing at /requestedSchema"),
        (
            r#"{"mode":"form","requestedSchema":{"type":"object","properties":{}}}"#,
            "elicit-message-missing at /message",
        ),
    ]);
    compare::<RequestedSchema>(&[
        (r#"{"type":"object","properties":{},"additionalProperties":false}"#, ""),
        (r#"{"type":"array","properties":{}}"#, "elicit-schema-root at /type"),
        (r#"{"type":"object"}"#, "elicit-schema-root at /properties"),
        (r#"{"type":"object","properties":[]}"#, "elicit-schema-root at /properties"),
        (
            r#"{"type":"object","properties":{"a":{"type":"object"},"b":true}}"#,
            "elicit-schema-nested at /properties/a/type, elicit-schema-nested at /properties/b",
        ),
        (
            r#"{"type":"object","properties":{},"required":["a",1]}"#,
            "elicit-schema-required-type at /required/1",
        ),
    ]);
}

#[test]
fn a_field_is_judged_as_the_kind_that_it_looks_like() {
    compare::<PrimitiveSchemaDefinition>(&[
        (r#"{"title":"t"}"#, "elicit-schema-type-missing at /type"),
        (r#"{"type":["string","null"]}"#, "elicit-schema-nested at /type"),
        (r#"{"type":"string","title":1}"#, "elicit-schema-title-type at /title"),
        (r#"{"type":"string","format":"time"}"#, "elicit-schema-string-format at /format"),
        (r#"{"type":"string","minLength":1.5}"#, "elicit-schema-length-type at /minLength"),
        (r#"{"type":"string","minLength":1e0,"pattern":"^a"}"#, ""),
        (r#"{"type":"number","minimum":"1"}"#, "elicit-schema-number-bounds at /minimum"),
        (r#"{"type":"integer","default":null}"#, "elicit-schema-number-bounds at /default"),
        (r#"{"type":"boolean","default":"yes"}"#, "elicit-schema-boolean-default at /default"),
        // A choice that is spelled wrongly is not mere text.
        (r#"{"type":"string","enum":[1]}"#, "elicit-schema-enum-values at /enum/0"),
        (
            r#"{"type":"string","oneOf":[{"const":"a"}]}"#,
            "elicit-schema-titled-options at /oneOf/0/title",
        ),
        (
            r#"{"type":"string","enum":["a"],"enumNames":"A"}"#,
            "elicit-schema-enum-values at /enumNames",
        ),
        (r#"{"type":"array"}"#, "elicit-schema-array-not-enum at /items"),
        (
            r#"{"type":"array","items":{"type":"string"}}"#,
            "elicit-schema-array-not-enum at /items/enum",
        ),
        (
            r#"{"type":"array","items":{"type":"object","properties":{}}}"#,
            "elicit-schema-array-not-enum at /items/type, \
             elicit-schema-array-not-enum at /items/enum",
        ),
        (
            r#"{"type":"array","items":{"anyOf":[{"title":"t"}]},"minItems":"1"}"#,
            "elicit-schema-titled-options at /items/anyOf/0/const, \
             elicit-schema-multi-bounds at /minItems",
        ),
    ]);
}

#[test]
fn an_answer_is_judged_by_its_members() {
    compare::<InputResponse>(&[
        ("{}", "mrtr-input-response-shape at /action"),
        ("null", "mrtr-input-response-shape at "),
        (r#"{"action":"ok"}"#, "elicit-action-missing at /action"),
        (r#"{"action":"accept","content":null}"#, "elicit-content-type at /content"),
        (r#"{"action":"accept","content":{"a":1.5,"b":true,"c":"","d":["x"]}}"#, ""),
        (r#"{"action":"accept","content":{"a":null}}"#, "elicit-content-type at /content/a"),
        (r#"{"action":"accept","content":{"a":[1]}}"#, "elicit-content-type at /content/a/0"),
        (r#"{"roots":{}}"#, "roots-result-missing at /roots"),
        (
            r#"{"roots":[{"name":1}]}"#,
            "roots-name-type at /roots/0/name, roots-uri-missing at /roots/0/uri",
        ),
        (
            r#"{"role":"assistant","content":{"type":"text","text":"t"}}"#,
            "sampling-result-fields at /model",
        ),
        (
            r#"{"role":"system","content":[],"model":"m","stopReason":1}"#,
            "sampling-result-fields at /role, sampling-stop-reason-type at /stopReason",
        ),
    ]);
    compare::<InputResponses>(&[
        ("[]", "mrtr-input-responses-type at "),
        (r#"{"a":{"action":"decline"},"a":{"roots":[]}}"#, "member-repeated at /a"),
    ]);
}

#[test]
fn a_sampling_message_is_judged_block_by_block() {
    compare::<SamplingMessage>(&[
        (r#"{"role":"user"}"#, "sampling-content-missing at /content"),
        (r#"{"role":"user","content":"text"}"#, "sampling-content-type at /content"),
        (
            r#"{"role":"user","content":{"type":"resource_link","uri":"u","name":"n"}}"#,
            "sampling-content-type at /content/type",
        ),
        (
            r#"{"role":"user","content":[{"type":"tool_use","id":1,"name":"n"}]}"#,
            "sampling-tool-use-fields at /content/0/id, sampling-tool-use-fields at /content/0/input",
        ),
        (
            r#"{"role":"user","content":[{"type":"tool_result","toolUseId":"u","content":"t"}]}"#,
            "sampling-tool-result-fields at /content/0/content",
        ),
        (
            r#"{"role":"user","content":{"type":"tool_result","toolUseId":"u","content":[],
                "structuredContent":null}}"#,
            "",
        ),
    ]);
    compare::<CreateMessageRequestParams>(&[
        ("{}", "sampling-messages-missing at /messages, sampling-max-tokens-missing at /maxTokens"),
        (r#"{"messages":[],"maxTokens":10.0}"#, ""),
        (r#"{"messages":[],"maxTokens":1.5}"#, "sampling-max-tokens-missing at /maxTokens"),
        (
            r#"{"messages":[],"maxTokens":1,"includeContext":"all","toolChoice":{"mode":"any"}}"#,
            "sampling-include-context-value at /includeContext, \
             sampling-tool-choice-mode at /toolChoice/mode",
        ),
        (
            r#"{"messages":[],"maxTokens":1,
                "modelPreferences":{"costPriority":1.01,"hints":[{"name":null}]}}"#,
            "sampling-priorities-range at /modelPreferences/costPriority, \
             sampling-hints-type at /modelPreferences/hints/0/name",
        ),
        (
            r#"{"messages":[],"maxTokens":1,"metadata":{"a":null},"temperature":"0"}"#,
            "sampling-params-type at /temperature",
        ),
    ]);
}

#[test]
fn a_result_that_needs_input_asks_or_has_a_state() {
    compare::<InputRequiredResult>(&[
        (r#"{"resultType":"input_required"}"#, "mrtr-empty at /inputRequests"),
        (r#"{"resultType":"input_required","requestState":""}"#, ""),
        (r#"{"resultType":"input_required","inputRequests":{}}"#, ""),
        (
            r#"{"resultType":"input_required","requestState":null}"#,
            "mrtr-request-state-type at /requestState",
        ),
        (
            r#"{"resultType":"input_required","inputRequests":[]}"#,
            "mrtr-input-requests-type at /inputRequests",
        ),
        (
            r#"{"resultType":"input_required","inputRequests":{"a":{"method":"ping"},"b":1}}"#,
            "mrtr-input-kind at /inputRequests/a/method, mrtr-input-kind at /inputRequests/b",
        ),
    ]);
}

#[test]
fn requests_are_built_as_they_are_read() {
    let form = RequestedSchema::new()
        .required("name", StringSchema { title: Some("Name".to_owned()), ..Default::default() })
        .optional("room", TitledSingleSelectEnumSchema::new([EnumOption::new("r1", "Garden")]));
    let ask = ElicitRequestParams::from(ElicitRequestFormParams::new("Who?", form));
    let requests = InputRequests::from_iter([
        ("who".to_owned(), InputRequest::from(ask)),
        ("where".to_owned(), InputRequest::ListRoots(None)),
    ]);
    let result = InputRequiredResult::asking(requests).with_state("s");
    let written = serde_json::to_string(&result).expect("it can be written");
    assert_eq!(
        written,
        r#"{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name"},"room":{"type":"string","oneOf":[{"const":"r1","title":"Garden"}]}},"required":["name"]}}},"where":{"method":"roots/list"}},"requestState":"s"}"#
    );
    assert_eq!(verdict::<InputRequiredResult>(&written), "");
}

#[test]
fn numbers_of_a_user_keep_their_spelling() {
    let text =
        r#"{"action":"accept","content":{"a":30,"b":1.0,"c":1e400,"d":12345678901234567890123}}"#;
    let result: ElicitResult = decode(Text::parse(text).expect("JSON")).expect("an answer");
    assert_eq!(serde_json::to_string(&result).expect("it can be written"), text);
}
