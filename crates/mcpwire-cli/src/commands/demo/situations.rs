//! Ten situations at a support desk, with what another server of the same tools once answered.

use std::time::Instant;

use mcpwire_protocol::conversation::Answer;
use mcpwire_protocol::jsonrpc::ErrorCode;

use super::announced::Announced;
use super::closing::Played;
use super::play::Stand;
use super::script::Step;
use super::show::{INDENT, Look};
use super::{Page, own_server};
use crate::failure::Failure;
use crate::screen::{Cell, Column, Table, style};

/// What this part is about.
pub(super) const SAYS: &str = "Sam at Larkfield asks the bundled server `support` about policies \
    and tickets, each time over a process of its own. The same ten situations were once recorded \
    with a server on the Python SDK; the table behind them holds what that one answered.";

/// One situation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    pub(super) title: &'static str,
    says: &'static str,
    steps: &'static [Step],
    /// What was recorded once.
    then: &'static str,
    /// Why it comes out otherwise here; empty where it does not.
    why: &'static str,
}

/// A situation with what came of it.
#[derive(Debug)]
pub(super) struct Situated {
    pub(super) situation: &'static Situation,
    pub(super) played: Vec<Played>,
    pub(super) sent: u64,
    pub(super) received: u64,
}

/// A request by hand: its method and parameters, with `_meta` behind them.
macro_rules! ask {
    ($id:literal, $method:literal, $params:literal, $announced:expr, $tells:literal) => {
        ask!($id, $method, $params, "2026-07-28", $announced, $tells)
    };
    ($id:literal, $method:literal, $params:literal, $version:literal, $announced:expr, $tells:literal) => {
        bare!(
            concat!(
                r#"{"jsonrpc":"2.0","id":"#,
                $id,
                r#","method":""#,
                $method,
                r#"","params":{"#,
                $params,
                r#""_meta":{"io.modelcontextprotocol/protocolVersion":""#,
                $version,
                r#"","io.modelcontextprotocol/clientInfo":{"name":"by-hand","version":"1.0"},"#,
                r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
            ),
            $announced,
            $tells
        )
    };
}

/// A line by hand.
macro_rules! bare {
    ($line:expr, $announced:expr, $tells:literal) => {
        Step {
            title: "",
            says: "",
            line: $line,
            announced: $announced,
            tells: $tells,
            elsewhere: None,
            sent: "",
            needs_handshake: false,
        }
    };
}

const fn result(id: &'static str, holds: &'static str) -> Announced {
    Announced::Result { id, holds }
}

const fn error(code: ErrorCode, id: &'static str) -> Announced {
    Announced::Error { code, id: Some(id) }
}

const INITIALIZE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"by-hand","version":"1.0"}}}"#
);

/// The situations, in the order in which they were recorded.
pub(super) const SITUATIONS: &[Situation] = &[
    Situation {
        title: "Discovery",
        says: "Five questions: what is spoken, and which tools, resources, templates and prompts \
               there are.",
        steps: &[
            ask!("1", "server/discover", "", result("1", "2026-07-28"), "it knows the version."),
            ask!("2", "tools/list", "", result("2", "get_ticket"), "it has two tools."),
            ask!("3", "resources/list", "", result("3", "returns-policy"), "nine policies."),
            ask!(
                "4",
                "resources/templates/list",
                "",
                result("4", "policy://{tenant}/{doc_id}"),
                "one form of URI for all of them."
            ),
            ask!("5", "prompts/list", "", result("5", "draft_reply"), "one prompt."),
        ],
        then: "5 results of 6245 bytes",
        why: "The descriptions and the schemas are this project's own.",
    },
    Situation {
        title: "A valid call",
        says: "A ticket of Larkfield's, which is Sam's organisation.",
        steps: &[ask!(
            "1",
            "tools/call",
            r#""name":"get_ticket","arguments":{"ticket_id":"T-30002"},"#,
            result("1", "T-30002"),
            "it reads the ticket, as data and as text."
        )],
        then: "result of 1325 bytes",
        why: "The tickets are other ones, written for this project.",
    },
    Situation {
        title: "A validation failure",
        says: "The id of a ticket without its letter: the schema asks for T, a hyphen and five \
               digits.",
        steps: &[ask!(
            "1",
            "tools/call",
            r#""name":"get_ticket","arguments":{"ticket_id":"30002"},"#,
            Announced::ToolError { id: "1" },
            "it is told the pattern, and can call again."
        )],
        then: "tool error",
        why: "",
    },
    Situation {
        title: "An unknown tool",
        says: "There is no `delete_ticket`.",
        steps: &[ask!(
            "1",
            "tools/call",
            r#""name":"delete_ticket","arguments":{},"#,
            error(ErrorCode::INVALID_PARAMS, "1"),
            "it offered the model a tool that is not there."
        )],
        then: "tool error",
        why: "The specification asks for a protocol error: no model can mend the list of tools.",
    },
    Situation {
        title: "Another organisation's ticket",
        says: "T-40003 is Bramble Books'. For Sam it does not exist.",
        steps: &[ask!(
            "1",
            "tools/call",
            r#""name":"get_ticket","arguments":{"ticket_id":"T-40003"},"#,
            Announced::ToolError { id: "1" },
            "it is told that there is no such ticket here, and nothing else."
        )],
        then: "tool error",
        why: "",
    },
    Situation {
        title: "Two resource reads",
        says: "A policy of Larkfield's, then one of Bramble Books'.",
        steps: &[
            ask!(
                "1",
                "resources/read",
                r#""uri":"policy://larkfield/returns-policy","#,
                result("1", "contents"),
                "it has the text."
            ),
            ask!(
                "2",
                "resources/read",
                r#""uri":"policy://bramble-books/returns-policy","#,
                error(ErrorCode::INVALID_PARAMS, "2"),
                "there is no such resource for it; the URI stands in `data`."
            ),
        ],
        then: "result; error -32602",
        why: "",
    },
    Situation {
        title: "A version mismatch",
        says: "A request that says it is written in revision 2099-01-01.",
        steps: &[ask!(
            "1",
            "tools/list",
            "",
            "2099-01-01",
            error(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, "1"),
            "it reads in `data.supported` what is spoken, and asks again."
        )],
        then: "error -32022",
        why: "",
    },
    Situation {
        title: "No _meta",
        says: "A request that says nothing of itself, before any handshake.",
        steps: &[bare!(
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#,
            error(ErrorCode::INVALID_PARAMS, "1"),
            "nobody can tell which revision it speaks."
        )],
        then: "error -32602",
        why: "",
    },
    Situation {
        title: "An older client",
        says: "The handshake of 2025-11-25, its notification, and a request without `_meta`.",
        steps: &[
            bare!(INITIALIZE, result("2", "2025-11-25"), "the handshake is made."),
            bare!(
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                Announced::Silence,
                "a notification."
            ),
            bare!(
                r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#,
                result("3", "get_ticket"),
                "the same tools, in the older form."
            ),
        ],
        then: "result; nothing; result",
        why: "",
    },
    Situation {
        title: "Two eras on one connection",
        says: "A modern question first, then the handshake of an older client.",
        steps: &[
            ask!("1", "server/discover", "", result("1", "2026-07-28"), "a modern answer."),
            bare!(INITIALIZE, result("2", "2025-11-25"), "an older one on the same connection."),
        ],
        then: "result; error -32022",
        why: "Nothing may be concluded from earlier requests, and both lifecycles may be used at \
              once, so the handshake is served.",
    },
];

/// Plays all situations as far as there is time.
pub(super) fn all(
    stand: &mut Stand,
    deadline: Instant,
    page: &mut Page,
    differences: &mut Vec<String>,
) -> Result<Vec<Situated>, Failure> {
    let mut argv = own_server("support")?;
    argv.extend(["--as".into(), "sam".into()]);
    let mut done = Vec::new();
    for (number, situation) in (1..).zip(SITUATIONS) {
        page.print(&stand.look.head(number, situation.title, situation.says))?;
        let (played, play) = stand.play(&argv, page, |play, page| {
            let played = play.steps(situation.steps, deadline, page)?;
            play.leave();
            Ok(played)
        })?;
        let told = play.differences.iter().map(|it| format!("{}{it}", situation.title));
        differences.extend(told);
        let (sent, received) = (play.stage.sent.bytes, play.stage.received.bytes);
        done.push(Situated { situation, played, sent, received });
    }
    Ok(done)
}

impl Situated {
    /// What came, in a few words.
    pub(super) fn now(&self) -> String {
        let came = |played: &Played| match played.came.first().map(|came| came.answer) {
            None => "nothing".to_owned(),
            Some(Answer::ToolError) => "tool error".to_owned(),
            Some(Answer::ProtocolError(code)) => format!("error {code}"),
            Some(Answer::Malformed) => "malformed".to_owned(),
            Some(_) => "result".to_owned(),
        };
        match &self.played[..] {
            [only] if self.situation.then.contains("bytes") => {
                format!("{} of {} bytes", came(only), self.received)
            }
            many if self.situation.then.contains("bytes") => {
                format!("{} results of {} bytes", many.len(), self.received)
            }
            many => many.iter().map(came).collect::<Vec<_>>().join("; "),
        }
    }

    pub(super) fn then(&self) -> &'static str {
        self.situation.then
    }

    pub(super) fn why(&self) -> Option<&'static str> {
        Some(self.situation.why).filter(|why| !why.is_empty())
    }
}

/// Then and now, side by side, and why they differ where they do.
pub(super) fn table(situations: &[Situated], look: Look) -> String {
    let titles = ["situation", "recorded once", "here"].map(Column::new);
    let mut table = Table::new(&titles);
    let mut why = String::new();
    for one in situations {
        let now = one.now();
        let shade = if now == one.then() { style::PLAIN } else { style::CARE };
        table.row([
            Cell::new(style::STRONG, one.situation.title),
            Cell::from(one.then()),
            Cell::new(shade, now),
        ]);
        if let Some(reason) = one.why() {
            let said = format!("{}: {reason}", one.situation.title);
            why.push_str(&look.prose(&said, style::QUIET));
        }
    }
    format!("{}{}{why}", look.rule("Then and now"), table.print(INDENT, look.columns))
}
