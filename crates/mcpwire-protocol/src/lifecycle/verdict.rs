use std::fmt;

use crate::jsonrpc::ErrorCode;
use crate::revision::Revision;

/// What a client learns of a server from its first request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The server is modern: go on at this revision.
    Modern(Revision),
    /// The server is legacy, as far as one can tell: send `initialize`.
    Legacy(LegacySign),
    /// There is no way to go on.
    Fatal(Fatal),
}

/// What makes a server look legacy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegacySign {
    /// It did not answer in time.
    Silence,
    /// It answered with an error that is no modern one.
    Error(ErrorCode),
    /// It answered with this HTTP status and no readable error.
    Status(u16),
    /// It answered with a result that is none of `server/discover`.
    OtherResult,
    /// It names legacy versions only; this is the newest that is known here.
    Versions(Revision),
}

/// Why a client cannot talk to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fatal {
    /// The server names its versions and none is spoken here.
    NoCommonVersion {
        /// What the server speaks, as far as it was kept (at most 20).
        theirs: Vec<String>,
    },
    /// The server refuses a version and names it as supported in the same error.
    Contradiction(Revision),
    /// The server is legacy, and this client speaks modern versions only.
    LegacyServer(LegacySign),
    /// The server wants authorization (401).
    Unauthorized,
    /// The server forbids access (403).
    Forbidden,
    /// An HTTP status that says nothing of eras: a redirect, an overload, a failure.
    Status(u16),
}

impl LegacySign {
    /// Whether the server may speak HTTP with server-sent events of 2024-11-05, which is found
    /// out by a GET once `initialize` fails.
    pub fn may_be_http_sse(self) -> bool {
        matches!(self, LegacySign::Status(400 | 404 | 405))
    }
}

impl fmt::Display for LegacySign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegacySign::Silence => f.write_str("it did not answer `server/discover` in time"),
            LegacySign::Error(code) => write!(f, "it answered `server/discover` with error {code}"),
            LegacySign::Status(status) => write!(f, "it answered with HTTP status {status}"),
            LegacySign::OtherResult => {
                f.write_str("its answer to `server/discover` names no versions")
            }
            LegacySign::Versions(newest) => {
                write!(f, "it names only versions up to {newest}, which open with `initialize`")
            }
        }
    }
}

impl fmt::Display for Fatal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fatal::NoCommonVersion { theirs } => {
                let theirs = theirs.join(", ");
                let theirs = if theirs.is_empty() { "none" } else { &theirs };
                write!(f, "The server speaks {theirs}; this client speaks ")?;
                let ours: Vec<_> = Revision::ALL.iter().map(|ours| ours.as_str()).collect();
                write!(f, "{}.", ours.join(", "))
            }
            Fatal::Contradiction(revision) => {
                write!(f, "The server refuses {revision} and names it as supported.")
            }
            Fatal::LegacyServer(sign) => {
                write!(f, "The server speaks only versions with a handshake: {sign}.")
            }
            Fatal::Unauthorized => f.write_str("The server wants authorization (HTTP 401)."),
            Fatal::Forbidden => f.write_str("The server forbids access (HTTP 403)."),
            Fatal::Status(status) => {
                write!(
                    f,
                    "The server answered with HTTP status {status}, which tells nothing of its versions."
                )
            }
        }
    }
}

impl std::error::Error for Fatal {}
