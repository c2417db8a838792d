//! Any bytes are classified, by their members and nothing else.

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{Id, Incoming, Malformed, Outcome};
use proptest::prelude::*;
use proptest::sample::select;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::generate::{Tree, escaped, mutate, mutations, spaces, tree};

/// The verdict in a word, with what an answer would repeat.
fn verdict(incoming: &Incoming<'_>) -> String {
    let id = incoming.id().map(|id| id.to_string());
    match incoming {
        Incoming::Request(request) => format!("request {id:?} {}", request.method()),
        Incoming::Notification(notification) => format!("notification {}", notification.method()),
        Incoming::Response(response) => match &response.outcome {
            Outcome::Result(_) => format!("result {id:?}"),
            Outcome::Error(error) => format!("error {id:?} {} {}", error.code, error.message),
        },
        Incoming::Malformed(malformed) => format!("{} {id:?}", malformed.fault.rule),
    }
}

/// What must hold for any bytes.
fn check_any(bytes: &[u8]) {
    let incoming = Incoming::parse(bytes);
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes);
    let is_json = text.is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
    let Incoming::Malformed(malformed) = &incoming else {
        assert!(is_json, "{text:?}");
        return;
    };
    let Malformed { fault, .. } = &**malformed;
    assert_eq!(malformed.is_json, is_json, "{text:?}");
    assert_eq!(fault.rule.as_str() == "utf8-invalid", text.is_err());
    assert_eq!(
        ["json-invalid", "utf8-invalid"].contains(&fault.rule.as_str()),
        !is_json,
        "{text:?}"
    );
    assert!(fault.place.bytes.start <= fault.place.bytes.end, "{text:?}");
    assert!(fault.place.bytes.end <= bytes.len(), "{text:?}");
    assert!(fault.message.len() < 1_000, "{fault}");
    if let (Ok(text), true) = (text, is_json) {
        assert!(text.get(fault.place.bytes.clone()).is_some(), "{text:?}");
        let pointer = &fault.place.pointer;
        let leads =
            pointer.as_str().ends_with('…') || Text::parse(text).unwrap().at(pointer).is_some();
        assert!(leads, "{text:?}: {fault}");
    } else {
        assert!(malformed.id.is_none());
    }
}

/// The members of a message that may or may not be one.
fn members() -> impl Strategy<Value = Vec<(String, Tree)>> {
    let any_of = |texts: Vec<&'static str>| {
        prop::option::weighted(0.6, select(texts).prop_map(|text| Tree::Scalar(text.to_owned())))
    };
    let meta =
        r#"{"_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"x"},"name":"n"}"#;
    let error = r#"{"code":-1.0e0,"message":"\u0061","data":null}"#;
    let values = (
        prop::option::weighted(0.9, select(vec![r#""2.0""#, r#""\u0032.0""#, "2.0", r#""1.0""#])),
        any_of(vec!["1", "1.0", "1.5", "\"a\"", "\"\\ud800\"", "null", "true", "[]", "{}"]),
        any_of(vec!["\"m\"", "\"\\u006d\"", "\"\"", "null", "1", "{}"]),
        any_of(vec!["{}", "[]", "null", meta]),
        any_of(vec!["{}", "[]", "null", "{\"a\":[1]}"]),
        any_of(vec![error, "{}", "null", r#"{"code":1.5,"message":""}"#, r#"{"code":1}"#]),
        prop::option::weighted(0.3, ("[x-z]", tree())),
    );
    values.prop_map(|(version, id, method, params, result, error, other)| {
        let version = version.map(|text| Tree::Scalar(text.to_owned()));
        let names = ["jsonrpc", "id", "method", "params", "result", "error"];
        let values = [version, id, method, params, result, error];
        let known = names.iter().zip(values);
        let known = known.filter_map(|(name, value)| Some(((*name).to_owned(), value?)));
        known.chain(other).collect()
    })
}

/// The class of a message, from the decoded JSON alone.
fn expected(message: &Value) -> &'static str {
    let id_fits = |id: &Value| id.is_string() || id.as_f64().is_some_and(|id| id.fract() == 0.0);
    let is_error = |error: &Value| {
        error["code"].as_f64().is_some_and(|code| code.fract() == 0.0)
            && error["message"].is_string()
    };
    let (id, method) = (message.get("id"), message.get("method"));
    let (result, error) = (message.get("result"), message.get("error"));
    if message["jsonrpc"] != "2.0" {
        return "malformed";
    }
    match (method, result, error) {
        (Some(method), None, None) => {
            let params_fit = message.get("params").is_none_or(Value::is_object);
            match id {
                _ if !method.is_string() || !params_fit => "malformed",
                None => "notification",
                Some(id) if id_fits(id) => "request",
                Some(_) => "malformed",
            }
        }
        (None, Some(result), None) if result.is_object() && id.is_some_and(id_fits) => "result",
        (None, None, Some(error))
            if is_error(error) && id.is_none_or(|id| id.is_null() || id_fits(id)) =>
        {
            "error"
        }
        _ => "malformed",
    }
}

proptest! {
    #[test]
    fn any_bytes_are_classified(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_any(&bytes);
    }

    #[test]
    fn broken_messages_are_classified(
        members in members(), spaces in spaces(), mutations in mutations(), byte in any::<u8>(), at in any::<prop::sample::Index>(),
    ) {
        let (text, _) = Tree::Object(members).render(&spaces);
        check_any(text.as_bytes());
        let mut bytes = mutate(&text, &mutations).into_bytes();
        check_any(&bytes);
        let at = at.index(bytes.len() + 1);
        bytes.insert(at, byte);
        check_any(&bytes);
    }

    #[test]
    fn members_decide_and_neither_their_order_nor_white_space(
        (members, shuffled) in members().prop_flat_map(|members| (Just(members.clone()), Just(members).prop_shuffle())),
        spaces in spaces(),
    ) {
        let (plain, _) = Tree::Object(members).render(&[]);
        let (spaced, _) = Tree::Object(shuffled).render(&spaces);
        let plain = verdict(&Incoming::parse(plain.as_bytes()));
        prop_assert_eq!(&verdict(&Incoming::parse(spaced.as_bytes())), &plain);
        let marked = format!("\u{feff}{spaced}\r");
        prop_assert_eq!(&verdict(&Incoming::parse(marked.as_bytes())), &plain);
    }

    #[test]
    fn the_class_is_the_one_that_decoded_json_shows(members in members(), spaces in spaces()) {
        let (text, _) = Tree::Object(members).render(&spaces);
        // What serde_json cannot decode, halves of surrogate pairs among them, is for other tests.
        let Ok(value) = serde_json::from_str::<Value>(&text) else { return Ok(()) };
        let incoming = Incoming::parse(text.as_bytes());
        let class = match &incoming {
            Incoming::Request(_) => "request",
            Incoming::Notification(_) => "notification",
            Incoming::Response(response) if matches!(response.outcome, Outcome::Result(_)) => "result",
            Incoming::Response(_) => "error",
            Incoming::Malformed(malformed) => {
                let kind = Text::parse(&text).unwrap().get("id").and_then(Id::new).is_some();
                prop_assert_eq!(malformed.id.is_some(), kind);
                "malformed"
            }
        };
        prop_assert_eq!(class, expected(&value), "{}", text);
    }

    #[test]
    fn a_repeated_key_is_found_in_any_spelling(
        keys in prop::collection::hash_set("[a-z/~é]{1,4}", 1..30), which in any::<prop::sample::Index>(), place in 0..3_usize,
    ) {
        let mut members: Vec<String> = keys.iter().map(|key| format!("\"{key}\":1")).collect();
        let repeated = keys.iter().nth(which.index(keys.len())).unwrap();
        for rule in [None, Some("member-repeated")] {
            let all = members.join(",");
            let text = match place {
                0 => format!(r#"{{"JSONRPC":0,"jsonrpc":"2.0","method":"m","other":{{"a":1,"a":2}},{all}}}"#),
                1 => format!(r#"{{"jsonrpc":"2.0","method":"m","params":{{{all}}}}}"#),
                _ => format!(r#"{{"jsonrpc":"2.0","method":"m","params":{{"_meta":{{{all}}}}}}}"#),
            };
            let incoming = Incoming::parse(text.as_bytes());
            let fault = match &incoming {
                Incoming::Malformed(malformed) => Some(&malformed.fault),
                _ => None,
            };
            prop_assert_eq!(fault.map(|fault| fault.rule.as_str()), rule, "{}", text);
            if let Some(fault) = fault {
                prop_assert_eq!(fault.place.pointer.tokens().last(), Some(repeated.clone()));
                prop_assert_eq!(&text[fault.place.bytes.clone()], format!("\"{}\"", escaped(repeated)));
            }
            members.push(format!("\"{}\":2", escaped(repeated)));
        }
    }
}

#[test]
fn no_member_may_stand_twice_in_another_spelling() {
    let table = [
        r#"{"jsonrpc":"2.0","id":1,"\u0069d":1,"method":"a"}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":{},"p\u0061rams":{}}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":1,"params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":1,"params":{"x":1,"x":2}}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":{"_meta":1,"_meta":{"x":1,"x":2}}}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":{"_meta":null,"_meta":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":{"uri":1,"\u0075ri":1}}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":{"\ud800":1,"\uD800":1}}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":{"_meta":{"progressToken":1,"progress\u0054oken":1}}}"#,
    ];
    for text in table {
        assert!(
            verdict(&Incoming::parse(text.as_bytes())).starts_with("member-repeated"),
            "{text}"
        );
    }
}

#[test]
fn error_codes_are_read_exactly() {
    let table = [
        ("-32700", Some(-32700)),
        ("1e3", Some(1000)),
        ("10000000000000000.0", Some(10_000_000_000_000_000)),
        ("-9223372036854775808", Some(i64::MIN)),
        ("9007199254740993.0", Some(9_007_199_254_740_993)),
        ("9223372036854775808", None),
        ("1e99999999999999999999", None),
        ("1.5", None),
        ("\"1\"", None),
    ];
    for (code, expected) in table {
        let text = format!(r#"{{"jsonrpc":"2.0","error":{{"code":{code},"message":""}}}}"#);
        let read = match Incoming::parse(text.as_bytes()) {
            Incoming::Response(response) => match response.outcome {
                Outcome::Error(error) => Some(error.code.0),
                Outcome::Result(_) => None,
            },
            other => {
                assert!(verdict(&other).starts_with("error-code-not-integer"), "{code}");
                None
            }
        };
        assert_eq!(read, expected, "{code}");
    }
}

/// A fault names a long value without repeating it.
#[test]
fn faults_stay_short_and_large_messages_take_linear_time() {
    let long = "9".repeat(1_000_000);
    let members: String = (0..100_000).map(|n| format!(",\"k{n}\":{n}")).collect();
    let table = [
        (
            format!(r#"{{"jsonrpc":"2.0","error":{{"code":[{long}],"message":""}}}}"#),
            "error-code-not-integer",
        ),
        (
            format!(r#"{{"jsonrpc":"2.0","error":{{"code":{long},"message":""}}}}"#),
            "error-code-not-integer",
        ),
        (format!(r#"{{"jsonrpc":"2.0","{long}":1,"{long}":1,"method":"a"}}"#), "member-repeated"),
        (format!(r#"{{"jsonrpc":"2.0","id":{long}.5,"method":"a"}}"#), "id-fractional"),
        (format!(r#"{{"jsonrpc":"2.0","id":1e{long},"method":"a"}}"#), "request"),
        (
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"a":1{members}}}}}"#),
            "request",
        ),
        (format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a"{members}}}"#), "request"),
        (
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a"{members}{members}}}"#),
            "member-repeated",
        ),
        (format!(r#"{{"jsonrpc":"2.0","id":{long}x,"method":"a"}}"#), "json-invalid"),
    ];
    for (text, expected) in table {
        check_any(text.as_bytes());
        let incoming = Incoming::parse(text.as_bytes());
        assert!(verdict(&incoming).starts_with(expected), "{text:.80}");
    }
}

/// The members that routing needs are those that stand in the message.
#[test]
fn params_and_meta_are_found_by_name() {
    let prefix = "io.modelcontextprotocol/";
    let meta: Vec<String> = [
        format!("{prefix}protocolVersion"),
        format!("{prefix}clientInfo"),
        format!("{prefix}clientCapabilities"),
        format!("{prefix}logLevel"),
        format!("{prefix}subscriptionId"),
        "progressToken".to_owned(),
        "traceparent".to_owned(),
    ]
    .into();
    let all: Vec<String> = meta.iter().map(|key| format!("\"{key}\":\"of {key}\"")).collect();
    let text = format!(
        r#"{{"jsonrpc":"2.0","method":"a","params":{{"n\u0061me":1,"uri":[2],"_meta":{{{}}},"arguments":{{"3":3}}}}}}"#,
        all.join(",")
    );
    let Incoming::Notification(message) = Incoming::parse(text.as_bytes()) else {
        panic!("{text}")
    };
    let params = message.params;
    let found = [params.name, params.uri, params.arguments].map(|text| text.map(Text::as_str));
    assert_eq!(found, [Some("1"), Some("[2]"), Some(r#"{"3":3}"#)]);
    let found = [
        params.meta.protocol_version,
        params.meta.client_info,
        params.meta.client_capabilities,
        params.meta.log_level,
        params.meta.subscription_id,
        params.meta.progress_token,
        params.meta.traceparent,
    ];
    for (key, found) in meta.iter().zip(found) {
        assert!(found.is_some_and(|found| found.is_string(&format!("of {key}"))), "{key}");
        assert_eq!(params.meta.get(key), found);
    }
}

/// What is stepped over is still known by kind, so that null and absent stay apart.
#[test]
fn absent_null_and_wrong_type_are_told_apart() {
    for (params, kind) in [
        ("", None),
        (r#","params":{"name":null}"#, Some(Kind::Null)),
        (r#","params":{"name":1}"#, Some(Kind::Number)),
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a"{params}}}"#);
        let Incoming::Request(request) = Incoming::parse(text.as_bytes()) else { panic!("{text}") };
        assert_eq!(request.params.name.map(Text::kind), kind, "{text}");
    }
}
