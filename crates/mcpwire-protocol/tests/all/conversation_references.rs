//! What each message of a conversation refers to, told as small stories.

use mcpwire_protocol::conversation::Conversation;

use super::conversation_story::play;

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
