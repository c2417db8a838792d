//! Every sequence of bytes is classified; what is wrong is named.

use mcpwire_protocol::jsonrpc::Incoming;

/// The shape and, for a malformed message, rule, code, pointer and echoed id.
fn say(bytes: &[u8]) -> String {
    match Incoming::parse(bytes) {
        Incoming::Request(request) => format!("request {} {}", request.id, request.method()),
        Incoming::Notification(notification) => format!("notification {}", notification.method()),
        Incoming::Response(response) => format!("response {:?}", response.id),
        Incoming::Malformed(m) => format!(
            "{} {} at {:?}{}",
            m.fault.rule,
            m.fault.code,
            m.fault.place.pointer.as_str(),
            m.id.map(|id| format!(" id {id}")).unwrap_or_default()
        ),
    }
}

/// Texts with what [`say`] says of them.
const TEXTS: &[(&str, &str)] = &[
    (r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, "request 1 a"),
    (r#"{"jsonrpc":"2.0","id":"","method":""}"#, r#"request "" "#),
    (r#"{"jsonrpc":"2.0","id":1.0,"method":"a"}"#, "request 1.0 a"),
    (
        r#"{"jsonrpc":"2.0","id":-18446744073709551616,"method":"a"}"#,
        "request -18446744073709551616 a",
    ),
    (r#"{"jsonrpc":"2.0","method":"a"}"#, "notification a"),
    (r#"{"jsonrpc":"2.0","\u006dethod":"a\u002fb","id":3}"#, "request 3 a/b"),
    (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "response Some(1)"),
    (r#"{"jsonrpc":"2.0","error":{"code":-1,"message":""}}"#, "response None"),
    (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":""}}"#, "response None"),
    (
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":""}}"#,
        r#"error-code-not-integer -32600 at "/error/code" id 1"#,
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#,
        r#"error-message-missing -32600 at "/error" id 1"#,
    ),
    (r#"{"jsonrpc":"2.0","id":1,"error":7}"#, r#"error-not-object -32600 at "/error" id 1"#),
    (r#"{"jsonrpc":"2.0","id":1,"result":[]}"#, r#"result-not-object -32600 at "/result" id 1"#),
    (
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#,
        r#"response-result-and-error -32600 at "/error" id 1"#,
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"method":"a","result":{}}"#,
        r#"message-method-and-result -32600 at "/result" id 1"#,
    ),
    (r#"{"jsonrpc":"2.0","id":1}"#, r#"message-kind-undecidable -32600 at "" id 1"#),
    (r#"{"id":99,"method":"a"}"#, r#"jsonrpc-version -32600 at "" id 99"#),
    (r#"{"jsonrpc":2,"id":99,"method":"a"}"#, r#"jsonrpc-version -32600 at "/jsonrpc" id 99"#),
    (r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, r#"id-null -32600 at "/id""#),
    (r#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, r#"id-fractional -32600 at "/id""#),
    (r#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, r#"id-type -32600 at "/id""#),
    (r#"{"jsonrpc":"2.0","id":[1],"method":"a"}"#, r#"id-type -32600 at "/id""#),
    (r#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, r#"id-type -32600 at "/id""#),
    (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, r#"method-not-string -32600 at "/method" id 1"#),
    (
        r#"{"jsonrpc":"2.0","id":1,"method":"a","params":[]}"#,
        r#"params-not-object -32600 at "/params" id 1"#,
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}"#,
        r#"member-repeated -32600 at "/method" id 1"#,
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1,"\u0078":2}}"#,
        r#"member-repeated -32600 at "/params/x" id 1"#,
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"_meta":{"a/b":1,"a/b":1}}}"#,
        r#"member-repeated -32600 at "/params/_meta/a~1b" id 1"#,
    ),
    ("[]", r#"jsonrpc-batch -32600 at """#),
    (r#"{"jsonrpc":"2.0","id":1,"method":"a","id":2}"#, r#"member-repeated -32600 at "/id""#),
    ("42", r#"message-not-object -32600 at """#),
    ("null", r#"message-not-object -32600 at """#),
    ("", r#"json-invalid -32700 at """#),
    ("not json", r#"json-invalid -32700 at """#),
    (r#"{"jsonrpc":"2.0","id":5,"method":"tools/list""#, r#"json-invalid -32700 at """#),
    (r#"{"jsonrpc":"2.0","id":5,"method":"a"} {}"#, r#"json-invalid -32700 at """#),
    (r#"{"jsonrpc":"2.0","id":01,"method":"a"}"#, r#"json-invalid -32700 at """#),
    (r#"{"jsonrpc":"2.0","id":"\ud800","method":"a"}"#, r#"request "\ud800" a"#),
    ("\u{feff}{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\r", "notification a"),
];

#[test]
fn every_kind_of_text_gets_its_name() {
    for (text, expected) in TEXTS {
        assert_eq!(say(text.as_bytes()), *expected, "{text}");
    }
}

#[test]
fn places_count_from_the_text_behind_a_byte_order_mark() {
    for text in ["nope", r#"{"jsonrpc":"2.0","method":7}"#, "[]"] {
        let marked = format!("\u{feff}{text}");
        let (plain, marked) =
            (Incoming::parse(text.as_bytes()), Incoming::parse(marked.as_bytes()));
        let (Incoming::Malformed(plain), Incoming::Malformed(marked)) = (plain, marked) else {
            panic!("{text} is no message");
        };
        assert_eq!((plain.bytes, &plain.fault), (marked.bytes, &marked.fault));
        assert_eq!(marked.bytes, text.as_bytes());
    }
}

#[test]
fn nesting_is_refused_with_the_id_and_never_recursed_into() {
    for depth in [127, 128, 1_000, 100_000] {
        let text = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"x":{}{}}}}}"#,
            "[".repeat(depth - 2),
            "]".repeat(depth - 2)
        );
        let expected =
            if depth <= 128 { "request 1 a" } else { r#"limit-depth -32700 at "" id 1"# };
        assert_eq!(say(text.as_bytes()), expected, "{depth} levels");
    }
}
