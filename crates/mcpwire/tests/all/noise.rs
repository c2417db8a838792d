//! Lines that are no messages.

use std::time::Duration;

use serde_json::json;
use tokio::time::advance;

use super::harness::{Client, call, code, echo, modern, rule, talk, with};

#[tokio::test(start_paused = true)]
async fn one_answer_a_second_to_what_is_no_json_and_the_rest_is_counted() {
    let mut client = Client::of(with(echo()));
    let answer = client.ask("not json").await;
    assert_eq!((code(&answer), rule(&answer)), (-32700, "json-invalid"));
    assert!(answer.get("id").is_none());
    for _ in 0..100 {
        client.say("not json").await;
    }
    client.is_quiet().await;
    advance(Duration::from_millis(999)).await;
    client.say("still not").await;
    client.is_quiet().await;
    advance(Duration::from_millis(1)).await;
    assert_eq!(code(&client.ask(b"{\"half\":".escape_ascii().to_string()).await), -32700);
    client.say("{").await;
    let (rest, notices) = client.close().await;
    assert!(rest.is_empty(), "{rest:?}");
    let counted: Vec<_> = notices.iter().filter(|line| line.contains("more lines")).collect();
    assert_eq!(counted.len(), 2, "{notices:?}");
    assert!(counted[0].starts_with("101 more") && counted[1].starts_with("1 more"), "{counted:?}");
}

#[tokio::test]
async fn json_that_is_no_message_is_always_answered() {
    let mut client = Client::of(with(echo()));
    for _ in 0..50 {
        assert_eq!(code(&client.ask("[1,2]").await), -32600);
        let answer = client.ask(r#"{"id":7,"method":"tools/list"}"#).await;
        assert_eq!((code(&answer), &answer["id"]), (-32600, &json!(7)));
    }
}

#[tokio::test]
async fn byte_order_mark_carriage_returns_and_blank_lines_mean_nothing() {
    let one = call("1", "echo", json!({}));
    let input = format!("\u{feff}{one}\r\n\n \t\r\n\r\n{one}\n");
    let said = talk(with(echo()), [input.into_bytes()]).await;
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.iter().all(|line| line.starts_with(r#"{"jsonrpc":"2.0","id":1,"result""#)));
}

#[tokio::test]
async fn a_last_line_counts_without_a_line_end() {
    for end in ["", "\n", "\r", "\r\n", "\n\n", "\n \t"] {
        let input = format!("{}{end}", call("1", "echo", json!({})));
        let said = talk(with(echo()), [input.into_bytes()]).await;
        assert_eq!(said.len(), 1, "{end:?}: {said:?}");
        assert!(said[0].contains("result"), "{end:?}: {said:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn half_a_message_at_the_end_is_noise() {
    let said = talk(with(echo()), [br#"{"jsonrpc":"2.0","#.to_vec()]).await;
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("-32700"), "{said:?}");
    assert!(talk(with(echo()), []).await.is_empty());
}

#[tokio::test]
async fn a_line_over_the_limit_is_refused_and_the_next_one_is_served() {
    let mut client = Client::with_wire(with(echo()), |wire| wire.limit_lines(1_000));
    let fits = |length: usize| {
        let bare = call("1", "echo", json!({"fill": ""})).len();
        call("1", "echo", json!({"fill": "x".repeat(length - bare)}))
    };
    assert!(client.ask(fits(1_000)).await["result"].is_object());
    for length in [1_001, 5_000, 300_000] {
        let answer = client.ask(fits(length)).await;
        assert_eq!((code(&answer), rule(&answer)), (-32600, "limit-size"));
        assert!(answer.get("id").is_none());
        client.is_quiet().await;
    }
    client.say(modern("\"last\"", "tools/list", json!({}))).await;
    client.sink.pending().extend_from_slice(&vec![b'x'; 70_000]);
    let (rest, _) = client.close_after_flush().await;
    assert_eq!(rest[0]["id"], "last");
    assert_eq!(rule(&rest[1]), "limit-size");
}

#[tokio::test]
async fn responses_and_unknown_notifications_are_ignored() {
    let mut client = Client::of(with(echo()));
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#,
        r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    ] {
        client.say(line).await;
        client.is_quiet().await;
    }
}
