//! Which revision a message is judged by, and that what is not known is not held against it.

use std::time::Duration;

use mcpwire_protocol::conversation::Conversation;
use mcpwire_protocol::direction::Direction::{ClientToServer, ServerToClient};
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Facts, Level, message, rule};

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A line that goes to the server (`>`) or back (`<`), the revision that is known for it, and the
/// rules that it must not break but does.
type Row = (&'static str, Option<Revision>, &'static [&'static str]);

fn play(story: &[Row]) {
    let mut conversation = Conversation::new();
    for (line, revision, rules) in story {
        let direction = if line.starts_with('>') { ClientToServer } else { ServerToClient };
        let text = format!(r#"{{"jsonrpc":"2.0",{}}}"#, line[1..].replace("META", META));
        let incoming = Incoming::parse(text.as_bytes());
        let link = conversation.observe(direction, Duration::ZERO, &incoming);
        let facts = Facts::observed(&conversation, &link, direction, &incoming);
        assert_eq!(facts.revision, *revision, "{line}");
        let found = message(&incoming, &facts);
        let broken: Vec<_> = found
            .iter()
            .map(|found| found.rule.as_str())
            .filter(|id| rule(id).is_some_and(|rule| rule.level == Level::Must))
            .collect();
        assert_eq!(broken, *rules, "{line}");
    }
}

const OLD: Option<Revision> = Some(Revision::V2025_06_18);
const NEW: Option<Revision> = Some(Revision::V2026_07_28);

#[test]
fn a_legacy_recording_without_its_start_is_judged_by_the_core_alone() {
    play(&[
        (r#">"id":1,"method":"ping""#, None, &[]),
        (r#"<"id":1,"result":{}"#, None, &[]),
        (r#">"id":2,"method":"tools/call","params":{"name":"a"}"#, None, &[]),
        (r#"<"id":7,"method":"sampling/createMessage","params":{}"#, None, &[]),
        (r#">"id":7,"result":{"role":"assistant"}"#, None, &[]),
        (r#"<"method":"notifications/progress","params":{"progressToken":1}"#, None, &[]),
        (r#"<"id":2,"result":{"content":[]}"#, None, &[]),
        (r#"<"id":9,"result":{"tools":7}"#, None, &[]),
        (r#">"method":"notifications/initialized""#, None, &[]),
        (r#"<"id":null,"error":{"code":-32002,"message":""}"#, None, &[]),
        (r#">"id":true,"method":"ping""#, None, &["id-type"]),
    ]);
}

#[test]
fn a_handshake_tells_the_revision_of_what_follows() {
    play(&[
        (r#">"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}"#, None, &[]),
        (r#"<"id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}"#, OLD, &[]),
        (r#">"method":"notifications/initialized""#, OLD, &[]),
        (r#">"id":2,"method":"tools/list""#, OLD, &[]),
        (r#"<"id":2,"result":{"tools":[]}"#, OLD, &[]),
        (r#">"id":3,"method":"tools/list","params":{META}"#, NEW, &[]),
        (
            r#"<"id":3,"result":{"tools":[]}"#,
            NEW,
            &["cache-scope-missing", "result-type-missing", "cache-ttl-missing"],
        ),
        (r#"<"method":"notifications/tools/list_changed""#, OLD, &[]),
    ]);
}

#[test]
fn a_client_that_falls_back_to_a_handshake_is_not_judged_by_its_first_try() {
    play(&[
        (r#">"id":1,"method":"server/discover","params":{META}"#, NEW, &[]),
        (r#"<"id":1,"error":{"code":-32601,"message":"No."}"#, NEW, &[]),
        (r#">"id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}"#, None, &[]),
        (r#"<"id":2,"result":{"protocolVersion":"2025-06-18","capabilities":{}}"#, OLD, &[]),
        (r#">"id":3,"method":"ping""#, OLD, &[]),
    ]);
}

#[test]
fn what_a_message_names_or_belongs_to_is_known_without_a_start() {
    play(&[
        (
            r#"<"method":"notifications/subscriptions/acknowledged""#,
            NEW,
            &["sub-ack-filter-missing"],
        ),
        (r#">"id":0,"method":"server/discover""#, NEW, &["params-missing"]),
        (r#">"id":1,"method":"ping""#, None, &[]),
        (
            r#">"id":2,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":1}}"#,
            None,
            &[],
        ),
        (
            r#">"id":3,"method":"a/b","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}"#,
            NEW,
            &["meta-client-capabilities-missing"],
        ),
        (r#">"id":4,"method":"tools/call","params":{"name":"a",META}"#, NEW, &[]),
        // From here on the client is known for a modern one, and what was open before is not.
        (r#"<"method":"notifications/progress","params":{"progressToken":1}"#, None, &[]),
        (r#"<"id":2,"result":{"content":[]}"#, None, &[]),
        (r#"<"id":4,"result":{"content":[]}"#, NEW, &["result-type-missing"]),
        (r#">"id":5,"method":"tools/list","params":{}"#, NEW, &["meta-missing"]),
        (
            r#"<"id":5,"result":{"tools":[]}"#,
            NEW,
            &["cache-scope-missing", "result-type-missing", "cache-ttl-missing"],
        ),
    ]);
}
