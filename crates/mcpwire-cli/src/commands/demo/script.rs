//! The conversation: what is sent, what is announced, and what there is to learn from it.

use mcpwire_protocol::jsonrpc::ErrorCode;

use super::announced::Announced;

/// One step of the conversation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) title: &'static str,
    /// What is about to be sent, and why.
    pub(super) says: &'static str,
    /// The line, without its end.
    pub(super) line: &'static str,
    pub(super) announced: Announced,
    /// What whoever has to react makes of it.
    pub(super) tells: &'static str,
    /// How other servers differ.
    pub(super) elsewhere: Option<&'static str>,
    /// What was sent, in a few words, for the table at the end.
    pub(super) sent: &'static str,
    /// Whether it is for a server only that took the handshake.
    pub(super) needs_handshake: bool,
}

/// A line by hand: the text, with `META` for what every request says about itself.
macro_rules! line {
    ($before:literal META $after:literal) => {
        concat!(
            $before,
            r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientInfo":{"name":"by-hand","version":"1.0"},"#,
            r#""io.modelcontextprotocol/clientCapabilities":{}}"#,
            $after
        )
    };
}

/// The steps, in order.
pub(super) const STEPS: &[Step] = &[
    Step {
        title: "Discovery",
        says: "What does the server speak, and what does it offer? No handshake comes first: each \
               request says in `_meta` which revision it is written in, who asks, and what the \
               client can do.",
        line: line!(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"# META "}}"),
        announced: Announced::Result { id: "1", holds: "supportedVersions" },
        tells: "it knows now which revision is spoken and that there are tools.",
        elsewhere: None,
        sent: "server/discover, id 1",
        needs_handshake: false,
    },
    Step {
        title: "A call",
        says: "The tool `hello` with its argument. From here on `_meta` is folded up; `--full` \
               shows every byte.",
        line: line!(
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hello","arguments":{"name":"Amira"},"#
            META "}}"
        ),
        announced: Announced::Result { id: "2", holds: "Hello, Amira!" },
        tells: "it reads the greeting and goes on.",
        elsewhere: None,
        sent: "hello with name, id 2",
        needs_handshake: false,
    },
    Step {
        title: "A string for an id",
        says: "An id is an integer or a string, as the sender likes. The answer repeats it exactly.",
        line: line!(
            r#"{"jsonrpc":"2.0","id":"a-7","method":"tools/call","params":{"name":"hello","arguments":{"name":"Sam"},"#
            META "}}"
        ),
        announced: Announced::Result { id: "\"a-7\"", holds: "Hello, Sam!" },
        tells: "it reads the greeting and goes on.",
        elsewhere: None,
        sent: "hello with name, id \"a-7\"",
        needs_handshake: false,
    },
    Step {
        title: "A wrong argument name",
        says: "`nme` in place of `name`. The method exists and so does the tool, so the request \
               reaches it; the tool refuses its arguments. Look at the answer: it is a result.",
        line: line!(
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"hello","arguments":{"nme":"Amira"},"#
            META "}}"
        ),
        announced: Announced::ToolError { id: "3" },
        tells: "it reads what is missing and can call again, corrected.",
        elsewhere: None,
        sent: "hello with nme, id 3",
        needs_handshake: false,
    },
    Step {
        title: "A method that does not exist",
        says: "`tools/delete` is no method of the protocol, so no tool ever runs.",
        line: line!(r#"{"jsonrpc":"2.0","id":4,"method":"tools/delete","params":{"# META "}}"),
        announced: Announced::Error { code: ErrorCode::METHOD_NOT_FOUND, id: Some("4") },
        tells: "its own code is wrong, and no model can mend that.",
        elsewhere: None,
        sent: "tools/delete, id 4",
        needs_handshake: false,
    },
    Step {
        title: "A cancellation that comes too late",
        says: "A notification has no id, so nobody may answer it. This one wants request 2 \
               dropped, which was answered above.",
        line: line!(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"# META "}}"
        ),
        announced: Announced::Silence,
        tells: "silence is the right answer to a notification.",
        elsewhere: None,
        sent: "a cancellation, no id",
        needs_handshake: false,
    },
    Step {
        title: "A broken line",
        says: "The last `}` is missing. Nobody can know which request this was meant to be, so the \
               answer has no id.",
        line: r#"{"jsonrpc":"2.0","id":5,"method":"tools/list""#,
        announced: Announced::Error { code: ErrorCode::PARSE_ERROR, id: None },
        tells: "it wrote a line that is no JSON; the code and the byte say so.",
        elsewhere: Some(
            "Not every server answers here: version 2.3.0 of the Python SDK drops the line and \
             says nothing on stdio. Then only a time limit helps, and the host has to set it.",
        ),
        sent: "a line without its last }",
        needs_handshake: false,
    },
    Step {
        title: "A line without `jsonrpc`",
        says: "Good JSON, and still no message: every message says \"jsonrpc\": \"2.0\". The id \
               can be read, so the answer repeats it.",
        line: line!(r#"{"id":6,"method":"tools/list","params":{"# META "}}"),
        announced: Announced::Error { code: ErrorCode::INVALID_REQUEST, id: Some("6") },
        tells: "it wrote JSON that is no message.",
        elsewhere: Some("The same SDK says nothing here either."),
        sent: "a line without jsonrpc",
        needs_handshake: false,
    },
    Step {
        title: "An id that is null",
        says: "With `null` for an id no answer could be told from any other. It is no id, and it \
               is not repeated.",
        line: line!(r#"{"jsonrpc":"2.0","id":null,"method":"tools/list","params":{"# META "}}"),
        announced: Announced::Error { code: ErrorCode::INVALID_REQUEST, id: None },
        tells: "it has to number its requests.",
        elsewhere: None,
        sent: "a request with id null",
        needs_handshake: false,
    },
    Step {
        title: "After all that",
        says: "Does the server still work? Nothing that a peer sends may end the conversation.",
        line: line!(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"# META "}}"),
        announced: Announced::Result { id: "7", holds: "inputSchema" },
        tells: "it has the tools, each with the schema of its arguments.",
        elsewhere: None,
        sent: "tools/list, id 7",
        needs_handshake: false,
    },
    Step {
        title: "A handshake, in the middle",
        says: "`initialize`, as clients up to revision 2025-11-25 begin. It names its revision as \
               a parameter, and has no `_meta`.",
        line: concat!(
            r#"{"jsonrpc":"2.0","id":8,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
            r#""capabilities":{},"clientInfo":{"name":"by-hand","version":"1.0"}}}"#
        ),
        announced: Announced::OlderResult { id: "8", holds: "2025-11-25" },
        tells: "it knows whether older requests are served here as well.",
        elsewhere: Some(
            "Nothing may be concluded from earlier requests, and both lifecycles may be used at \
             once; a server for 2026-07-28 alone answers -32022.",
        ),
        sent: "initialize, id 8",
        needs_handshake: false,
    },
    Step {
        title: "The end of the handshake",
        says: "The client has read the answer, and says that it is ready.",
        line: r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        announced: Announced::Silence,
        tells: "this is a notification too.",
        elsewhere: None,
        sent: "initialized, no id",
        needs_handshake: true,
    },
    Step {
        title: "A request without _meta",
        says: "After a handshake requests need not say which revision they are written in.",
        line: r#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#,
        announced: Announced::Result { id: "9", holds: "inputSchema" },
        tells: "it has the same tools, in the form of the older revision.",
        elsewhere: None,
        sent: "tools/list without _meta, id 9",
        needs_handshake: true,
    },
    Step {
        title: "And as before",
        says: "A request that says its revision is served by it, before a handshake and after one.",
        line: line!(
            r#"{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"hello","arguments":{"name":"Noor"},"#
            META "}}"
        ),
        announced: Announced::Result { id: "10", holds: "Hello, Noor!" },
        tells: "it reads the greeting; the two lifecycles do not disturb each other.",
        elsewhere: None,
        sent: "hello with name, id 10",
        needs_handshake: false,
    },
];
