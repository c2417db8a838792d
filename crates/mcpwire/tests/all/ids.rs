//! Ids are echoed exactly as they are spelled, or not at all.

use serde_json::json;

use super::harness::{Client, call, echo, legacy, modern, with};

const ECHOED: &[&str] = &[
    "1",
    "0",
    "-1",
    "-0",
    "1.0",
    "1e3",
    "1E+2",
    "10.50e1",
    "9007199254740993",
    "123456789012345678901234567890",
    "1e400",
    r#""""#,
    r#""1""#,
    r#""a b""#,
    r#""\u0041\n\"\\""#,
    r#""ü😀""#,
    r#""null""#,
];

const NOT_ECHOED: &[&str] = &["null", "1.5", "1e-1", "true", "false", "[]", "[1]", "{}"];

#[tokio::test]
async fn answers_of_every_kind_repeat_the_id_as_it_is_spelled() {
    let mut client = Client::of(with(echo()));
    for id in ECHOED {
        let asked = [
            call(id, "echo", json!({})),
            modern(id, "tools/list", json!({})),
            modern(id, "no/such", json!({})),
            legacy(id, "tools/list", json!({})),
            legacy(id, "tools/list", json!([])),
        ];
        for line in asked {
            client.say(&line).await;
            let answer = client.text().await.unwrap();
            let start = format!(r#"{{"jsonrpc":"2.0","id":{id},"#);
            assert!(answer.starts_with(&start), "{line}\n{answer}");
        }
    }
}

#[tokio::test]
async fn an_id_of_another_kind_is_refused_and_not_repeated() {
    let mut client = Client::of(with(echo()));
    for id in NOT_ECHOED {
        let answer = client.ask(call(id, "echo", json!({}))).await;
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
        assert!(answer.get("id").is_none(), "{answer}");
        assert!(answer["error"]["data"]["rule"].as_str().unwrap().starts_with("id-"));
    }
    client.is_quiet().await;
}
