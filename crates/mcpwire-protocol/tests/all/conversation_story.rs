//! Stories of conversations, told line by line, and what each line is expected to belong to.

use std::time::Duration;

use mcpwire_protocol::conversation::{Continues, Conversation, Link, Opened};
use mcpwire_protocol::direction::Direction::{ClientToServer, ServerToClient};
use mcpwire_protocol::jsonrpc::Incoming;

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
pub(crate) fn play(conversation: &mut Conversation, story: &[(&str, &str)]) {
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
