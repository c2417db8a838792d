use std::fmt;

use super::RuleId;
use crate::jsonrpc::ErrorCode;
use crate::revision::Revision;

/// One requirement of the specification that can be seen on the wire.
///
/// Rules are rows of static tables in the tree of [`rules`](super), which is the specification's;
/// [`catalogue`](super::catalogue()) lists them all.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name, never used for another rule.
    pub id: RuleId,
    /// How strongly it is demanded.
    pub level: Level,
    /// Who breaks it.
    pub party: Party,
    /// The page of the specification that says it, such as `basic/index#meta`; `schema#Tool` is a
    /// type of the schema, `tasks/…` the tasks extension.
    pub page: &'static str,
    /// Other pages that demand the same.
    pub also: &'static [&'static str],
    /// The first revision in which it holds. Rules are written for the newest revision; what older
    /// ones share is the core of JSON-RPC.
    pub since: Revision,
    /// How much has to be seen to judge it.
    pub scope: Scope,
    /// The kinds of message (`request`, `notification`, `result`, `error`) or the methods that it
    /// is about; empty where it is about no message.
    pub applies: &'static [&'static str],
    /// The JSON-RPC error that is due where the rule is broken, or that the rule itself demands.
    pub code: Option<ErrorCode>,
    /// The same for the HTTP status.
    pub status: Option<u16>,
    /// The requirement in one sentence.
    pub summary: &'static str,
    /// Where the requirement comes from.
    pub grade: Grade,
    checked: bool,
}

/// How strongly a rule is demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing; nothing is broken.
    Note,
    /// The specification asks for it, and knows exceptions.
    Should,
    /// The specification demands it.
    Must,
}

/// Who breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Party {
    /// The client.
    Client,
    /// The server.
    Server,
    /// Whoever sent the message.
    Both,
    /// A proxy or gateway between them.
    Intermediary,
    /// The server that issues tokens.
    AuthorizationServer,
}

/// How much has to be seen to judge a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// One message alone.
    Message,
    /// A request with its answer, or with its retry.
    Exchange,
    /// Order and time on a channel or event stream.
    Stream,
    /// HTTP method, headers and status.
    Http,
    /// The life of a process.
    Process,
    /// A JSON Schema that stands in a message.
    Schema,
}

/// Where a requirement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// A keyword of the specification, or its schema.
    Stated,
    /// JSON-RPC 2.0 or JSON, which the specification makes binding.
    JsonRpc,
    /// Something that the specification says without a keyword; such rules are notes.
    Derived,
    /// A guess at meaning is needed; such rules are notes, and off unless asked for.
    Heuristic,
}

pub(crate) const fn must(id: &'static str, party: Party, page: &'static str) -> Rule {
    Rule {
        id: RuleId(id),
        level: Level::Must,
        party,
        page,
        also: &[],
        since: Revision::LATEST,
        scope: Scope::Message,
        applies: &[],
        code: None,
        status: None,
        summary: "",
        grade: Grade::Stated,
        checked: false,
    }
}

pub(crate) const fn should(id: &'static str, party: Party, page: &'static str) -> Rule {
    Rule { level: Level::Should, ..must(id, party, page) }
}

/// The rows of the tables.
impl Rule {
    pub(crate) const fn says(self, summary: &'static str) -> Self {
        Rule { summary, ..self }
    }

    pub(crate) const fn also(self, also: &'static [&'static str]) -> Self {
        Rule { also, ..self }
    }

    pub(crate) const fn scope(self, scope: Scope) -> Self {
        Rule { scope, ..self }
    }

    pub(crate) const fn on(self, applies: &'static [&'static str]) -> Self {
        Rule { applies, ..self }
    }

    pub(crate) const fn code(self, code: ErrorCode) -> Self {
        Rule { code: Some(code), ..self }
    }

    pub(crate) const fn status(self, status: u16) -> Self {
        Rule { status: Some(status), ..self }
    }

    pub(crate) const fn since(self, since: Revision) -> Self {
        Rule { since, ..self }
    }

    pub(crate) const fn by_json_rpc(self) -> Self {
        Rule { grade: Grade::JsonRpc, ..self }
    }

    pub(crate) const fn derived(self) -> Self {
        Rule { grade: Grade::Derived, level: Level::Note, ..self }
    }

    pub(crate) const fn heuristic(self) -> Self {
        Rule { grade: Grade::Heuristic, level: Level::Note, ..self }
    }

    pub(crate) const fn checked(self) -> Self {
        Rule { checked: true, ..self }
    }
}

impl Rule {
    /// All pages that say it, the most telling first.
    pub fn pages(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.page).chain(self.also.iter().copied())
    }

    /// The error code with which a receiver refuses what breaks the rule; `None` where the breach
    /// is only reported.
    pub const fn code_due(&self) -> Option<ErrorCode> {
        match self.party {
            Party::Client | Party::Both => self.code,
            Party::Server | Party::Intermediary | Party::AuthorizationServer => None,
        }
    }

    /// Whether this software can see the rule broken.
    pub const fn is_checked(&self) -> bool {
        self.checked
    }

    /// Whether the rule is judged without being asked for.
    pub const fn is_on_by_default(&self) -> bool {
        !matches!(self.grade, Grade::Heuristic)
    }

    /// Whether the rule holds in all revisions.
    pub fn holds_in_all(&self) -> bool {
        Revision::ALL.iter().all(|revision| self.holds_in(*revision))
    }

    /// Whether the rule holds in a revision.
    pub fn holds_in(&self, revision: Revision) -> bool {
        self.since <= revision
    }
}

macro_rules! named {
    ($type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them.
            pub const ALL: &'static [Self] = &[$($type::$variant),+];

            /// The name in reports, lists and filters.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

named!(Level { Note = "note", Should = "should", Must = "must" });
named!(Party {
    Client = "client",
    Server = "server",
    Both = "both",
    Intermediary = "intermediary",
    AuthorizationServer = "authorization-server",
});
named!(Scope {
    Message = "message",
    Exchange = "exchange",
    Stream = "stream",
    Http = "http",
    Process = "process",
    Schema = "schema",
});
named!(Grade {
    Stated = "stated",
    JsonRpc = "json-rpc",
    Derived = "derived",
    Heuristic = "heuristic",
});
