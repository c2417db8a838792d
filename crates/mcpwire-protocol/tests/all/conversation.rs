//! How exchanges open and end, told as small stories.

use std::time::Duration;

use mcpwire_protocol::conversation::{Audience, Conversation, Ending, Limits};
use mcpwire_protocol::direction::Direction::{ClientToServer, ServerToClient};
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::revision::Revision;

use super::conversation_story::play;

#[test]
fn answers_find_their_requests_by_value_not_by_spelling() {
    let mut conversation = Conversation::new();
    play(
        &mut conversation,
        &[
            (r#">"id":1,"method":"tools/list""#, "opens 0"),
            (r#">"id":"1","method":"tools/list""#, "opens 1"),
            (r#">"id":2e0,"method":"x/own""#, "opens 2"),
            (r#"<"id":"\u0031","result":{}"#, "answers 1 Complete InTime"),
            (
                r#"<"id":2,"error":{"code":-32601,"message":""}"#,
                "answers 2 ProtocolError(ErrorCode(-32601)) InTime",
            ),
            (r#"<"id":1.0,"result":{}"#, "answers 0 Complete InTime"),
            (r#"<"id":1,"result":{}"#, "answers 0 Complete Duplicate"),
            (r#"<"id":3,"result":{}"#, "unknown Request certain=true"),
            (r#">"id":1,"result":{}"#, "unknown Request certain=true"),
            (r#"<"error":{"code":-32700,"message":""}"#, "answer without id"),
            (r#"<"id":null,"error":{"code":-32700,"message":""}"#, "answer without id"),
        ],
    );
    assert_eq!(conversation.open_count(), 0);
    let first = conversation.exchange(0).expect("it is remembered");
    assert_eq!(first.took(), Some(Duration::from_millis(5)));
    let totals = conversation.totals();
    assert_eq!((totals.requests, totals.responses), (3, 8));
    assert_eq!(
        (totals.complete, totals.protocol_errors, totals.duplicate, totals.unknown),
        (2, 1, 1, 2)
    );
}

#[test]
fn both_sides_ask_with_the_same_ids() {
    let mut conversation = Conversation::new();
    play(
        &mut conversation,
        &[
            (
                r#">"id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}"#,
                "opens 0",
            ),
            (
                r#"<"id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}"#,
                "answers 0 Complete InTime",
            ),
            (r#">"method":"notifications/initialized""#, "alone"),
            (
                r#">"id":1,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":1}}"#,
                "opens 1",
            ),
            (
                r#"<"id":1,"method":"sampling/createMessage","params":{"_meta":{"progressToken":1}}"#,
                "opens 2",
            ),
            (
                r#">"method":"notifications/progress","params":{"progressToken":1,"progress":1}"#,
                "progress 2 open=true",
            ),
            (
                r#"<"method":"notifications/progress","params":{"progressToken":1,"progress":1}"#,
                "progress 1 open=true",
            ),
            (
                r#"<"method":"notifications/cancelled","params":{"requestId":1}"#,
                "cancels 2 open=true",
            ),
            (r#">"id":1,"result":{"role":"assistant"}"#, "answers 2 Complete AfterCancellation"),
            (r#">"id":1,"result":{"role":"assistant"}"#, "answers 2 Complete Duplicate"),
            (r#"<"id":1,"result":{"isError":true,"content":[]}"#, "answers 1 ToolError InTime"),
            (r#">"id":2,"method":"tools/list","params":{"_meta":{MODERN}}"#, "opens 3"),
        ],
    );
    assert_eq!(conversation.handshake(), Some(Revision::V2025_06_18));
    let revisions: Vec<_> = conversation.exchanges().map(|exchange| exchange.revision).collect();
    let (old, new) = (Some(Revision::V2025_06_18), Some(Revision::V2026_07_28));
    assert_eq!(revisions, [old, old, old, new]);
}

#[test]
fn malformed_messages_belong_where_their_id_says() {
    let mut conversation = Conversation::new();
    play(
        &mut conversation,
        &[
            (r#">"id":1,"method":"a","params":[]"#, "opens 0"),
            (
                r#"<"id":1,"error":{"code":-32600,"message":""}"#,
                "answers 0 ProtocolError(ErrorCode(-32600)) InTime",
            ),
            (r#">"id":2"#, "opens 1"),
            (r#"<"id":2,"result":[]"#, "answers 1 Malformed InTime"),
            (r#"<"id":3,"result":[]"#, "malformed"),
            (r#">"id":null,"method":"a""#, "malformed"),
            (r#">"method":7"#, "malformed"),
        ],
    );
    assert_eq!(conversation.totals().malformed, 6);
    assert_eq!(conversation.totals().malformed_answers, 1);
}

#[test]
fn what_never_ends_is_given_up_and_told_to_the_client() {
    let mut conversation = Conversation::new();
    play(
        &mut conversation,
        &[
            (r#">"id":1,"method":"tools/call","params":{"name":"a"}"#, "opens 0"),
            (r#">"id":2,"method":"tools/list""#, "opens 1"),
            (r#">"id":3,"method":"tools/list""#, "opens 2"),
        ],
    );
    assert!(conversation.give_up(1, Duration::from_secs(9)));
    assert!(!conversation.give_up(1, Duration::from_secs(9)));
    assert!(!conversation.give_up(7, Duration::from_secs(9)));
    play(&mut conversation, &[(r#"<"id":2,"result":{}"#, "answers 1 Complete AfterGivingUp")]);
    assert_eq!(conversation.end(Duration::from_secs(10)), 2);
    assert_eq!(conversation.open().count(), 0);
    let exchange = conversation.exchange(0).expect("it is remembered");
    assert_eq!(exchange.closed.map(|closing| closing.ending), Some(Ending::GivenUp));
    assert_eq!(exchange.audience(), Some(Audience::Client));
    assert_eq!(conversation.totals().given_up, 3);
}

#[test]
fn each_ending_has_its_audience() {
    let table = [
        (r#""result":{"resultType":"complete","content":[]}"#, Audience::Model),
        (r#""result":{"resultType":"complete","isError":true}"#, Audience::Model),
        (r#""result":{"resultType":"input_required","requestState":"s"}"#, Audience::Host),
        (r#""result":{"resultType":"task","taskId":"t"}"#, Audience::Client),
        (r#""result":{"resultType":"unheard-of"}"#, Audience::Client),
        (r#""error":{"code":-32602,"message":""}"#, Audience::Client),
    ];
    for (outcome, expected) in table {
        let mut conversation = Conversation::new();
        for (direction, rest) in
            [(ClientToServer, r#""method":"tools/call""#), (ServerToClient, outcome)]
        {
            let text = format!(r#"{{"jsonrpc":"2.0","id":1,{rest}}}"#);
            conversation.observe(direction, Duration::ZERO, &Incoming::parse(text.as_bytes()));
        }
        let audience = conversation.exchange(0).and_then(|exchange| exchange.audience());
        assert_eq!(audience, Some(expected), "{outcome}");
    }
}

#[test]
fn limits_are_told_and_nothing_beyond_them_is_judged() {
    let limits = Limits { open: 2, closed: 1, key_bytes: 8 };
    let mut conversation = Conversation::with_limits(limits);
    play(
        &mut conversation,
        &[
            (r#">"id":1,"method":"tools/list""#, "opens 0"),
            (r#">"id":2,"method":"tools/list""#, "opens 1"),
            (r#"<"id":9,"result":{}"#, "unknown Request certain=true"),
            (r#">"id":3,"method":"tools/list""#, "overflow Open"),
            (r#"<"id":3,"result":{}"#, "unknown Request certain=false"),
            (r#"<"id":1,"result":{}"#, "answers 0 Complete InTime"),
            (r#"<"id":1,"result":{}"#, "answers 0 Complete Duplicate"),
            (r#"<"id":2,"result":{}"#, "answers 1 Complete InTime"),
            (r#"<"id":1,"result":{}"#, "unknown Request certain=false"),
            (r#">"id":"123456789","method":"tools/list""#, "overflow LongId"),
            (
                r#">"id":4,"method":"tools/list","params":{"_meta":{"progressToken":"123456789"}}"#,
                "opens 2",
            ),
            (
                r#"<"method":"notifications/progress","params":{"progressToken":"123456789"}"#,
                "unknown ProgressToken certain=false",
            ),
        ],
    );
    assert_eq!(conversation.exchanges().count(), 2);
    assert_eq!(conversation.totals().overflow, 2);
    assert!(conversation.has_gaps());
}
