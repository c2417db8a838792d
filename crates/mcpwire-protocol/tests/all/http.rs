//! Streamable HTTP without sockets.

use mcpwire_protocol::http::{
    Accept, BadValue, Headers, Values, check_mirrored, check_params, decode, encode, header_params,
    is_json, mirror, status,
};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, RpcError};
use mcpwire_protocol::rules::RuleId;
use proptest::prelude::*;
use serde_json::{Value, json};

struct Given<'a>(&'a [(&'a str, &'a [u8])]);

impl Headers for Given<'_> {
    fn values(&self, name: &str) -> Values<'_> {
        let mut lines = self.0.iter().filter(|(known, _)| *known == name);
        match (lines.next(), lines.next()) {
            (None, _) => Values::Absent,
            (Some((_, line)), None) => Values::One(line),
            _ => Values::Several,
        }
    }
}

fn rule(result: &Result<(), RpcError>) -> &str {
    let Err(error) = result else { return "fine" };
    assert_eq!(error.code, ErrorCode::HEADER_MISMATCH);
    error.data.as_ref().unwrap()["rule"].as_str().unwrap()
}

#[test]
fn values_are_written_plainly_where_a_header_can_carry_them() {
    let cases = [
        ("us-west1", "us-west1"),
        ("", ""),
        ("a b", "a b"),
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("a\tb", "=?base64?YQli?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("=?base64?open", "=?base64?open"),
        ("=?BASE64?eA==?=", "=?BASE64?eA==?="),
    ];
    for (value, written) in cases {
        assert_eq!(encode(value), written);
        assert_eq!(decode(written.as_bytes()).unwrap(), value, "{written}");
    }
}

#[test]
fn values_are_read_as_the_page_says() {
    let read = [
        ("  x  ", "x"),
        ("\tx", "x"),
        ("a\tb", "a\tb"),
        ("SGVsbG8=", "SGVsbG8="),
        ("=?base64?SGVsbG8=", "=?base64?SGVsbG8="),
        ("=?Base64?SGVsbG8=?=", "=?Base64?SGVsbG8=?="),
        ("=?base64??=", ""),
        ("=?base64?=", "=?base64?="),
    ];
    for (line, value) in read {
        assert_eq!(decode(line.as_bytes()).unwrap(), value, "{line}");
    }
    let unreadable: [(&[u8], BadValue); 6] = [
        (b"=?base64?SGVsbG8?=", BadValue::Base64),
        (b"=?base64?SGVs!!!bG8=?=", BadValue::Base64),
        (b"=?base64?/w==?=", BadValue::Base64),
        ("é".as_bytes(), BadValue::Characters),
        (b"\xff", BadValue::Characters),
        (b"a\x01b", BadValue::Characters),
    ];
    for (line, bad) in unreadable {
        assert_eq!(decode(line), Err(bad), "{line:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(value: String) {
        let written = encode(&value);
        prop_assert!(written.bytes().all(|byte| matches!(byte, 0x20..=0x7e)));
        prop_assert_eq!(decode(written.as_bytes()).unwrap(), value.as_str());
    }

    #[test]
    fn any_line_can_be_tried(line: Vec<u8>) {
        let _ = decode(&line);
        let _ = Accept::read(&line);
        let _ = is_json(&line);
    }
}

fn message(method: &str, mut params: Value) -> String {
    params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

fn mirrored(method: &str, params: Value, headers: &[(&str, &[u8])]) -> Result<(), RpcError> {
    let text = message(method, params);
    let Incoming::Request(request) = Incoming::parse(text.as_bytes()) else { panic!("{text}") };
    check_mirrored(&request, &Given(headers))
}

const VERSION: (&str, &[u8]) = ("mcp-protocol-version", b"2026-07-28");
const CALL: (&str, &[u8]) = ("mcp-method", b"tools/call");

#[test]
fn headers_say_what_the_body_says() {
    let name = |line: &'static [u8]| [VERSION, CALL, ("mcp-name", line)];
    let call = |headers: &[(&str, &[u8])]| mirrored("tools/call", json!({"name": "echo"}), headers);
    let read = |line: &'static [u8], uri: &str| {
        let headers = [VERSION, ("mcp-method", b"resources/read".as_slice()), ("mcp-name", line)];
        mirrored("resources/read", json!({ "uri": uri }), &headers)
    };
    let task = |lines: &[(&str, &[u8])]| {
        let mut headers = vec![VERSION, ("mcp-method", b"tasks/get".as_slice())];
        headers.extend_from_slice(lines);
        mirrored("tasks/get", json!({"taskId": "t"}), &headers)
    };
    let list =
        |line: &'static [u8]| mirrored("tools/list", json!({}), &[VERSION, ("mcp-method", line)]);
    let cases = [
        (call(&name(b"echo")), "fine"),
        (call(&name(b" echo\t")), "fine"),
        (call(&name(b"=?base64?ZWNobw==?=")), "fine"),
        (call(&name(b"Echo")), "header-name-mismatch"),
        (call(&name(b"=?BASE64?ZWNobw==?=")), "header-name-mismatch"),
        (call(&name(b"=?base64?ZWNobw?=")), "header-name-encoding"),
        (call(&name(b"\xc3\xa9")), "header-name-encoding"),
        (call(&[VERSION, CALL]), "header-name-missing"),
        (call(&[VERSION, CALL, ("mcp-name", b"echo"), ("mcp-name", b"echo")]), "header-duplicate"),
        (call(&[CALL, ("mcp-name", b"echo")]), "header-version-missing"),
        (
            call(&[("mcp-protocol-version", b"2025-11-25"), CALL, ("mcp-name", b"echo")]),
            "header-version-mismatch",
        ),
        (call(&[VERSION, ("mcp-name", b"echo")]), "header-method-missing"),
        (list(b"tools/list"), "fine"),
        (list(b"Tools/List"), "header-method-mismatch"),
        (list(b"tools/list\x01"), "header-method-mismatch"),
        (list(b"=?base64?dG9vbHMvbGlzdA==?="), "header-method-mismatch"),
        (read("file:///a".as_bytes(), "file:///a"), "fine"),
        (read(b"=?base64?ZmlsZTovLy/DqQ==?=", "file:///é"), "fine"),
        (read("file:///é".as_bytes(), "file:///é"), "header-name-encoding"),
        (task(&[]), "fine"),
        (task(&[("mcp-name", b"t")]), "fine"),
        (task(&[("mcp-name", b"other")]), "task-header-name-mismatch"),
        // A name that is no string is refused with the parameters.
        (mirrored("tools/call", json!({"name": 3}), &[VERSION, CALL]), "fine"),
    ];
    for (number, (result, due)) in cases.iter().enumerate() {
        assert_eq!(rule(result), *due, "case {number}: {result:?}");
    }
}

#[test]
fn annotations_are_found_where_properties_lead() {
    let schema = json!({"type": "object", "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "x-mcp-header": {"type": "string"},
        "filter": {"type": "object", "properties": {
            "shard": {"type": "integer", "x-mcp-header": "Shard"}}},
        "dry": {"type": "boolean", "x-mcp-header": "Dry-Run", "default": {"x-mcp-header": 3}}
    }});
    let params = header_params(&schema).unwrap();
    let found: Vec<_> = params.iter().map(|it| (it.path.join("."), it.header.as_str())).collect();
    let due = [
        ("region".to_owned(), "mcp-param-region"),
        ("filter.shard".to_owned(), "mcp-param-shard"),
        ("dry".to_owned(), "mcp-param-dry-run"),
    ];
    assert_eq!(found, due);
}

#[test]
fn annotations_that_break_a_rule_are_told() {
    let at = |annotation: Value| json!({"properties": {"a": annotation}});
    let with = |name: Value| at(json!({"type": "string", "x-mcp-header": name}));
    let string = json!({"type": "string", "x-mcp-header": "A"});
    let cases = [
        (with(json!("")), "xhdr-name-empty"),
        (with(json!("a b")), "xhdr-name-token"),
        (with(json!("a\r\nb")), "xhdr-name-token"),
        (with(json!("é")), "xhdr-name-token"),
        (with(json!(3)), "xhdr-name-type"),
        (at(json!({"type": "number", "x-mcp-header": "A"})), "xhdr-param-type"),
        (at(json!({"type": "object", "x-mcp-header": "A"})), "xhdr-param-type"),
        (at(json!({"x-mcp-header": "A"})), "xhdr-param-type"),
        (at(json!({"type": ["string", "null"], "x-mcp-header": "A"})), "xhdr-param-type"),
        (json!({"type": "string", "x-mcp-header": "A"}), "xhdr-reachable-root"),
        (at(json!({"type": "array", "items": string})), "xhdr-reachable-items"),
        (at(json!({"prefixItems": [string]})), "xhdr-reachable-items"),
        (json!({"anyOf": [{"properties": {"a": string}}]}), "xhdr-reachable-composition"),
        (json!({"not": {"properties": {"a": string}}}), "xhdr-reachable-composition"),
        (json!({"if": {"properties": {"a": {"items": string}}}}), "xhdr-reachable-conditional"),
        (json!({"$defs": {"a": string}}), "xhdr-reachable-ref"),
        (json!({"patternProperties": {"a": string}}), "xhdr-reachable-root"),
        (json!({"additionalProperties": string}), "xhdr-reachable-root"),
        (
            json!({"properties": {"a": string, "b": {"type": "string", "x-mcp-header": "a"}}}),
            "xhdr-name-duplicate",
        ),
    ];
    for (schema, due) in cases {
        assert_eq!(header_params(&schema).unwrap_err().rule, due, "{schema}");
    }
}

#[test]
fn headers_of_arguments_say_what_the_arguments_say() {
    let schema = json!({"properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "filter": {"properties": {"shard": {"type": "integer", "x-mcp-header": "Shard"}}},
        "dry": {"type": "boolean", "x-mcp-header": "Dry"}
    }});
    let params = header_params(&schema).unwrap();
    let check = |arguments: &str, headers: &[(&str, &[u8])]| {
        check_params(&params, Text::parse(arguments).ok(), &Given(headers))
    };
    let region = |line: &'static [u8]| [("mcp-param-region", line)];
    let shard = |line: &'static [u8]| [("mcp-param-shard", line)];
    let (hello, seven) = (r#"{"region":"Hello"}"#, r#"{"filter":{"shard":7.0}}"#);
    let cases = [
        (check("{}", &[]), "fine"),
        (check(r#"{"region":null}"#, &[]), "fine"),
        (check(hello, &region(b"Hello")), "fine"),
        (check(hello, &region(b"=?base64?SGVsbG8=?=")), "fine"),
        (check(r#"{"region":"SGVsbG8="}"#, &region(b"SGVsbG8=")), "fine"),
        (check(hello, &region(b"hello")), "xhdr-server-body-match"),
        (check(hello, &region(b"=?base64?SGVsbG8?=")), "xhdr-value-base64"),
        (check(hello, &region("H\u{e9}llo".as_bytes())), "xhdr-value-base64"),
        (check(hello, &[]), "xhdr-mirror"),
        (check("{}", &region(b"Hello")), "xhdr-absent-omit"),
        (check(r#"{"region":null}"#, &region(b"null")), "xhdr-absent-omit"),
        (check(seven, &shard(b"7")), "fine"),
        (check(seven, &shard(b"7.0")), "fine"),
        (check(seven, &shard(b"8")), "xhdr-server-body-match"),
        (check(seven, &shard(b"seven")), "xhdr-server-body-match"),
        (
            check(r#"{"filter":{"shard":9007199254740993}}"#, &shard(b"9007199254740992")),
            "xhdr-server-body-match",
        ),
        (
            check(r#"{"filter":{"shard":9007199254740993.0}}"#, &shard(b"9007199254740992")),
            "xhdr-server-body-match",
        ),
        (check(seven, &shard(b"70e-1")), "fine"),
        // No spelling of a number that others would read in the same way.
        (check(seven, &shard(b"+7")), "xhdr-server-body-match"),
        (check(seven, &shard(b"007")), "xhdr-server-body-match"),
        (check(r#"{"filter":3}"#, &[]), "fine"),
        (check(r#"{"dry":true}"#, &[("mcp-param-dry", b"true")]), "fine"),
        (check(r#"{"dry":true}"#, &[("mcp-param-dry", b"True")]), "xhdr-server-body-match"),
        (
            check(hello, &[("mcp-param-region", b"Hello"), ("mcp-param-region", b"Hello")]),
            "header-duplicate",
        ),
    ];
    for (number, (result, due)) in cases.iter().enumerate() {
        assert_eq!(rule(result), *due, "case {number}: {result:?}");
    }
}

#[test]
fn accept_is_read_as_http_says() {
    let cases = [
        ("application/json, text/event-stream", (true, true)),
        ("*/*", (true, true)),
        ("text/*, application/*;q=0.1", (true, true)),
        ("application/jsonx, text/event-stream-bogus", (false, false)),
        ("text/event-stream", (false, true)),
        ("Application/JSON", (true, false)),
        ("application/json;q=0, text/event-stream", (false, true)),
        ("*/*, text/event-stream; q=0.000", (true, false)),
        ("text/html", (false, false)),
        ("", (false, false)),
    ];
    for (line, (json, stream)) in cases {
        assert_eq!(Accept::read(line.as_bytes()), Accept { json, stream }, "{line}");
    }
    assert_eq!(Accept::of(&Given(&[])), Accept { json: true, stream: true });
    let two: [&[u8]; 2] = [b"application/json, */*;q=0", b"text/event-stream"];
    assert_eq!(Accept::read_all(two), Accept { json: true, stream: true });
    assert_eq!(Accept::read_all(two[..1].to_vec()), Accept { json: true, stream: false });
    assert_eq!(Accept::read_all([b"\xff".as_slice()]), Accept { json: false, stream: false });
}

#[test]
fn media_types_of_json_have_parameters_and_no_look_alikes() {
    for line in ["application/json", "application/json; charset=utf-8", "Application/JSON "] {
        assert!(is_json(line.as_bytes()), "{line}");
    }
    for line in ["text/plain", "", "application/jsonx", "application/json-patch+json"] {
        assert!(!is_json(line.as_bytes()), "{line}");
    }
}

#[test]
fn each_refusal_has_its_status() {
    let cases = [
        (ErrorCode::PARSE_ERROR, None, 400),
        (ErrorCode::INVALID_REQUEST, Some("id-null"), 400),
        (ErrorCode::INVALID_REQUEST, Some("limit-size"), 413),
        (ErrorCode::INVALID_REQUEST, Some("not-acceptable"), 406),
        (ErrorCode::INVALID_REQUEST, Some("endpoint-unknown"), 404),
        (ErrorCode::INVALID_REQUEST, Some("caller-unknown"), 401),
        (ErrorCode::INVALID_REQUEST, Some("credentials-malformed"), 400),
        (ErrorCode::INTERNAL_ERROR, Some("caller-unchecked"), 503),
        (ErrorCode::INVALID_REQUEST, Some("host-unknown"), 403),
        (ErrorCode::INVALID_REQUEST, Some("host-invalid"), 400),
        (ErrorCode::INVALID_REQUEST, Some("origin-unknown"), 403),
        (ErrorCode::INVALID_REQUEST, Some("http-method-unknown"), 405),
        (ErrorCode::INVALID_REQUEST, Some("media-type-unknown"), 415),
        (ErrorCode::INVALID_REQUEST, Some("limit-body-time"), 408),
        (ErrorCode::INVALID_REQUEST, None, 400),
        (ErrorCode::INTERNAL_ERROR, Some("limit-in-flight"), 503),
        (ErrorCode::INTERNAL_ERROR, Some("limit-bodies"), 503),
        (ErrorCode::INTERNAL_ERROR, Some("limit-streams"), 503),
        (ErrorCode::INTERNAL_ERROR, Some("limit-listeners"), 503),
        (ErrorCode::INTERNAL_ERROR, Some("server-ending"), 503),
        (ErrorCode::INTERNAL_ERROR, None, 200),
        (ErrorCode::INVALID_PARAMS, Some("tools-call-name-missing"), 400),
        (ErrorCode::INVALID_PARAMS, Some("tool-unknown"), 200),
        (ErrorCode::INVALID_PARAMS, Some("state-invalid"), 200),
        (ErrorCode::INVALID_PARAMS, None, 200),
        (ErrorCode::HEADER_MISMATCH, Some("header-name-missing"), 400),
        (ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, Some("version-unsupported"), 400),
        (ErrorCode::METHOD_NOT_FOUND, Some("method-unknown"), 404),
        (ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY, Some("capability-required"), 400),
        (ErrorCode::INTERNAL_ERROR, Some("handler-failed"), 200),
        (ErrorCode(4030), Some("caller-forbidden"), 200),
    ];
    for (code, rule, due) in cases {
        assert_eq!(status(code, rule.map(RuleId)), due, "{code:?} {rule:?}");
    }
}

fn annotated() -> Value {
    json!({"properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "filter": {"properties": {"shard": {"type": "integer", "x-mcp-header": "Shard"}}},
        "dry": {"type": "boolean", "x-mcp-header": "Dry"}
    }})
}

#[test]
fn headers_are_written_as_the_body_says() {
    let params = header_params(&annotated()).unwrap();
    let call = |arguments: Value| json!({"name": "w\u{e9}", "arguments": arguments});
    let encoded = ("mcp-name", "=?base64?d8Op?=");
    let cases = [
        ("tools/list", json!({}), vec![]),
        ("completion/complete", json!({"name": "x"}), vec![]),
        ("resources/read", json!({"uri": "a://b"}), vec![("mcp-name", "a://b")]),
        ("tasks/get", json!({"taskId": "t"}), vec![("mcp-name", "t")]),
        (
            "prompts/get",
            json!({"name": "p", "arguments": {"region": "x"}}),
            vec![("mcp-name", "p")],
        ),
        ("tools/call", call(json!({"region": null, "dry": []})), vec![encoded]),
        (
            "tools/call",
            call(json!({"region": " eu", "dry": false, "filter": {"shard": -0.0}})),
            vec![
                encoded,
                ("mcp-param-region", "=?base64?IGV1?="),
                ("mcp-param-shard", "0"),
                ("mcp-param-dry", "false"),
            ],
        ),
    ];
    for (method, its, due) in cases {
        let text = message(method, its);
        let mut all = vec![("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)];
        all.extend(due);
        let written = mirror(&Incoming::parse(text.as_bytes()), &params);
        let written: Vec<_> = written.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(written, all, "{text}");
    }
    assert!(
        mirror(&Incoming::parse(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#), &params).is_empty()
    );
    assert!(mirror(&Incoming::parse(b"tools/call"), &params).is_empty());
}

proptest! {
    #[test]
    fn what_a_client_mirrors_a_server_takes(
        name: String, region: Option<String>, shard: Option<i32>, point: bool, dry: Option<bool>,
    ) {
        let params = header_params(&annotated()).unwrap();
        let shard = shard.map(|it| if point { json!(f64::from(it)) } else { json!(it) });
        let arguments = json!({"region": region, "filter": {"shard": shard}, "dry": dry});
        let text = message("tools/call", json!({"name": name, "arguments": arguments}));
        let incoming = Incoming::parse(text.as_bytes());
        let written = mirror(&incoming, &params);
        let lines: Vec<_> =
            written.iter().map(|(name, value)| (&**name, value.as_bytes())).collect();
        let Incoming::Request(request) = &incoming else { panic!("{text}") };
        let checked = check_mirrored(request, &Given(&lines));
        prop_assert_eq!(rule(&checked), "fine");
        let checked = check_params(&params, request.params.arguments, &Given(&lines));
        prop_assert_eq!(rule(&checked), "fine");
    }
}
