//! What each message of a conversation belongs to, told as small stories.

use std::time::Duration;

use mcpwire_protocol::conversation::{
    Audience, Continues, Conversation, Ending, Limits, Link, Opened,
};
use mcpwire_protocol::direction::Direction::{ClientToServer, ServerToClient};
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::revision::Revision;

/// A link in a few words.
fn say(link: Link) -> String {
    match link {
        Link::Opened(Opened { exchange, continues, id_in_use, token_in_use }) => {
            let continues = match continues {
                Continues::Nothing => String::new(),
                other => format!(" {other:?}"),
            };
            let in_use = |what, number: Option<u64>| {
                number.map(|number| format!(" {what} of {number}")).unwrap_or_default()
            };
            let (id, token) = (in_use("id", id_in_use), in_use("token", token_in_use));
            format!("opens {exchange}{continues}{id}{token}")
        }
        Link::Answer { exchange, answer, timing } => {
            format!("answers {exchange} {answer:?} {timing:?}")
        }
        Link::Progress { exchange, is_open } => format!("progress {exchange} open={is_open}"),
        Link::Cancellation { exchange, is_open } => format!("cancels {exchange} open={is_open}"),
        Link::Subscription { exchange, is_open, acknowledged, task } => {
            let task = task.map(|task| format!(" task {task}")).unwrap_or_default();
            format!("subscription {exchange} open={is_open} acknowledged={acknowledged}{task}")
        }
        Link::Task { exchange } => format!("task {exchange}"),
        Link::Unknown { reference, certain } => format!("unknown {reference:?} certain={certain}"),
        Link::WithoutReference(reference) => format!("names no {reference:?}"),
        Link::Overflow(overflow) => format!("overflow {overflow:?}"),
        Link::AnswerWithoutId => "answer without id".to_owned(),
        Link::Alone => "alone".to_owned(),
        Link::Malformed => "malformed".to_owned(),
    }
}

/// Plays lines that start with `>` (to the server) or `<` (to the client), one millisecond apart;
/// `"jsonrpc"` is added, and `M` in a request's params stands for modern fields.
fn play(conversation: &mut Conversation, story: &[(&str, &str)]) {
    for (at, (line, expected)) in story.iter().enumerate() {
        let (arrow, members) = line.split_at(1);
        let direction = if arrow == ">" { ClientToServer } else { ServerToClient };
        let meta = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#;
        let members = members.replace("MODERN", meta);
        let text = format!(r#"{{"jsonrpc":"2.0",{members}}}"#);
        let now = Duration::from_millis(at as u64);
        let link = conversation.observe(direction, now, &Incoming::parse(text.as_bytes()));
        assert_eq!(say(link), *expected, "line {at}: {line}");
    }
}

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
fn progress_and_cancellation_name_their_request_or_nothing() {
    play(
        &mut Conversation::new(),
        &[
            (
                r#">"id":1,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":"t"}}"#,
                "opens 0",
            ),
            (
                r#">"id":2,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":"t"}}"#,
                "opens 1 token of 0",
            ),
            (r#">"id":2,"method":"tools/call","params":{"name":"a"}"#, "opens 2 id of 1"),
            (
                r#"<"method":"notifications/progress","params":{"progressToken":"t","progress":1}"#,
                "progress 0 open=true",
            ),
            (
                r#"<"method":"notifications/progress","params":{"progressToken":"u","progress":1}"#,
                "unknown ProgressToken certain=true",
            ),
            (
                r#"<"method":"notifications/progress","params":{"progress":1}"#,
                "names no ProgressToken",
            ),
            (
                r#"<"method":"notifications/progress","params":{"progressToken":1.5}"#,
                "names no ProgressToken",
            ),
            (
                r#">"method":"notifications/cancelled","params":{"requestId":1}"#,
                "cancels 0 open=true",
            ),
            (
                r#">"method":"notifications/cancelled","params":{"requestId":1}"#,
                "cancels 0 open=false",
            ),
            (
                r#"<"method":"notifications/progress","params":{"progressToken":"t","progress":2}"#,
                "progress 1 open=true",
            ),
            (
                r#"<"method":"notifications/cancelled","params":{"requestId":2}"#,
                "unknown Cancelled certain=true",
            ),
            (
                r#">"method":"notifications/cancelled","params":{"requestId":9}"#,
                "unknown Cancelled certain=true",
            ),
            (r#">"method":"notifications/cancelled""#, "names no Cancelled"),
            (r#"<"id":2,"result":{}"#, "answers 1 Complete InTime"),
            (r#"<"id":2,"result":{}"#, "answers 2 Complete InTime"),
            (r#"<"id":2,"result":{}"#, "answers 2 Complete Duplicate"),
            (
                r#"<"method":"notifications/progress","params":{"progressToken":"t","progress":3}"#,
                "progress 1 open=false",
            ),
            (r#"<"method":"notifications/message","params":{"level":"info","data":1}"#, "alone"),
        ],
    );
}

#[test]
fn subscriptions_are_found_by_the_id_of_their_request() {
    play(
        &mut Conversation::new(),
        &[
            (
                r#">"id":1,"method":"subscriptions/listen","params":{"notifications":{},"_meta":{MODERN}}"#,
                "opens 0",
            ),
            (r#">"id":2,"method":"tools/list","params":{"_meta":{MODERN}}"#, "opens 1"),
            (
                r#"<"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#,
                "subscription 0 open=true acknowledged=false",
            ),
            (
                r#"<"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#,
                "subscription 0 open=true acknowledged=false",
            ),
            (
                r#"<"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#,
                "subscription 0 open=true acknowledged=true",
            ),
            (
                r#"<"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}"#,
                "unknown Subscription certain=true",
            ),
            (
                r#"<"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":null}}"#,
                "names no Subscription",
            ),
            (r#"<"method":"notifications/subscriptions/acknowledged""#, "names no Subscription"),
            (r#"<"method":"notifications/tools/list_changed""#, "alone"),
            (
                r#"<"method":"notifications/cancelled","params":{"requestId":1}"#,
                "cancels 0 open=true",
            ),
            (
                r#"<"id":1,"result":{"resultType":"complete"}"#,
                "answers 0 Complete AfterCancellation",
            ),
            (
                r#"<"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#,
                "subscription 0 open=false acknowledged=true",
            ),
        ],
    );
}

#[test]
fn rounds_of_input_are_one_operation() {
    let mut conversation = Conversation::new();
    play(
        &mut conversation,
        &[
            (
                r#">"id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":1}}"#,
                "opens 0",
            ),
            (
                r#">"id":2,"method":"tools/call","params":{"name":"a","arguments":{"x":1}}"#,
                "opens 1",
            ),
            (
                r#"<"id":1,"result":{"resultType":"input_required","requestState":"s\u0031"}"#,
                "answers 0 InputRequired InTime",
            ),
            (
                r#"<"id":2,"result":{"resultType":"input_required","inputRequests":{}}"#,
                "answers 1 InputRequired InTime",
            ),
            (
                r#">"id":3,"method":"tools/call","params":{"name":"a","arguments":{"x":1},"inputResponses":{}}"#,
                "opens 2 Round(1)",
            ),
            (
                r#">"id":4,"method":"tools/call","params":{"name":"a","arguments":{"x":1},"requestState":"s1"}"#,
                "opens 3 Round(0)",
            ),
            (
                r#"<"id":4,"result":{"resultType":"input_required","requestState":"s2"}"#,
                "answers 3 InputRequired InTime",
            ),
            (
                r#">"id":5,"method":"tools/call","params":{"name":"a","requestState":"s2"}"#,
                "opens 4 Round(3)",
            ),
            (
                r#"<"id":5,"result":{"resultType":"complete","content":[]}"#,
                "answers 4 Complete InTime",
            ),
            (
                r#">"id":6,"method":"tools/call","params":{"name":"a","requestState":"s3"}"#,
                "opens 5 UnknownRound",
            ),
            (
                r#">"id":7,"method":"tools/call","params":{"name":"b","inputResponses":{}}"#,
                "opens 6 UnknownRound",
            ),
            (
                r#">"id":8,"method":"tools/call","params":{"name":"a","arguments":{"x":1}}"#,
                "opens 7",
            ),
            (r#">"id":9,"method":"tools/list","params":{"requestState":"s1"}"#, "opens 8"),
        ],
    );
    let members = |exchange| {
        let operation = conversation.operation(exchange).expect("it is remembered");
        let members = operation.exchanges.iter().map(|exchange| exchange.number).collect();
        (operation.number, members)
    };
    assert_eq!(members(4), (0, vec![0, 3, 4]));
    assert_eq!(members(0), (0, vec![0, 3, 4]));
    assert_eq!(members(2), (1, vec![1, 2]));
    assert_eq!(members(7), (7, vec![7]));
}

#[test]
fn polls_and_news_belong_to_the_call_that_created_the_task() {
    play(
        &mut Conversation::new(),
        &[
            (r#">"id":1,"method":"tools/call","params":{"name":"a"}"#, "opens 0"),
            (
                r#"<"id":1,"result":{"resultType":"task","taskId":"t1","status":"working"}"#,
                "answers 0 Task InTime",
            ),
            (r#">"id":2,"method":"tasks/get","params":{"taskId":"t1"}"#, "opens 1 Task(0)"),
            (
                r#"<"id":2,"result":{"resultType":"complete","taskId":"t1","status":"completed"}"#,
                "answers 1 Complete InTime",
            ),
            (r#">"id":3,"method":"tasks/cancel","params":{"taskId":"t2"}"#, "opens 2 UnknownTask"),
            (r#"<"method":"notifications/tasks","params":{"taskId":"t1"}"#, "task 0"),
            (
                r#"<"method":"notifications/tasks","params":{"taskId":"t2"}"#,
                "unknown Task certain=true",
            ),
            (r#"<"method":"notifications/tasks","params":{}"#, "names no Task"),
            (r#">"id":4,"method":"subscriptions/listen","params":{"notifications":{}}"#, "opens 3"),
            (
                r#"<"method":"notifications/tasks","params":{"taskId":"t1","_meta":{"io.modelcontextprotocol/subscriptionId":4}}"#,
                "subscription 3 open=true acknowledged=false task 0",
            ),
            (r#">"id":5,"method":"tools/call","params":{"name":"a","task":{}}"#, "opens 4"),
            (
                r#"<"id":5,"result":{"task":{"taskId":"old","status":"working"}}"#,
                "answers 4 Task InTime",
            ),
            (r#">"id":6,"method":"tasks/result","params":{"taskId":"old"}"#, "opens 5 Task(4)"),
            (r#"<"id":6,"result":{"isError":true}"#, "answers 5 ToolError InTime"),
        ],
    );
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
