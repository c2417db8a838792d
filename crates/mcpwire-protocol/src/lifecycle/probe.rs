//! What the answer to a client's first request tells about the server.

use std::collections::BTreeSet;

use super::server::Eras;
use super::verdict::{Fatal, LegacySign, Verdict};
use crate::json::{Kind, Text};
use crate::jsonrpc::{ErrorCode, ErrorObject, Incoming, Outcome};
use crate::revision::Revision;

/// What came back for `server/discover`.
#[derive(Clone, Copy, Debug)]
pub enum Probe<'a> {
    /// Nothing within the time allowed. A late answer is ignored.
    Silence,
    /// A message on a stream such as stdio.
    Message(&'a Incoming<'a>),
    /// An answer over HTTP: its status, and the body, or the response in its event stream.
    Http {
        /// The status.
        status: u16,
        /// The message, if there is anything.
        message: Option<&'a Incoming<'a>>,
    },
}

/// Judges the answer to `server/discover` sent at the modern revision `sent`, by a client that
/// speaks `ours`.
///
/// The message is read first and the status second. Modern are a result that names versions,
/// -32022 with `data.supported`, -32021 with `data.requiredCapabilities`, -32020, and over HTTP
/// -32601 with status 404. Everything else is legacy, whatever the code, but for statuses that
/// say nothing of eras. A server that names no modern version in common but a legacy one is
/// spoken to with `initialize`, where that version lives.
///
/// Specification: `basic/versioning`, `basic/transports/stdio#backward-compatibility`,
/// `basic/transports/streamable-http#backward-compatibility`.
pub fn judge_probe(probe: Probe<'_>, sent: Revision, ours: Eras) -> Verdict {
    let verdict = match probe {
        Probe::Silence => Verdict::Legacy(LegacySign::Silence),
        Probe::Message(message) => by_message(message, sent, ours, None)
            .unwrap_or(Verdict::Legacy(LegacySign::OtherResult)),
        Probe::Http { status, message } => message
            .and_then(|message| by_message(message, sent, ours, Some(status)))
            .filter(|verdict| !matches!(verdict, Verdict::Legacy(_)) || !decides(status))
            .unwrap_or_else(|| by_status(status)),
    };
    match (verdict, ours) {
        (Verdict::Legacy(sign), Eras::ModernOnly) => Verdict::Fatal(Fatal::LegacyServer(sign)),
        (verdict, _) => verdict,
    }
}

fn by_message(
    message: &Incoming<'_>,
    sent: Revision,
    ours: Eras,
    status: Option<u16>,
) -> Option<Verdict> {
    let Incoming::Response(response) = message else {
        return None;
    };
    Some(match &response.outcome {
        Outcome::Result(result) => match versions(result.get("supportedVersions")) {
            Some(theirs) => choose(theirs, None, ours),
            None => Verdict::Legacy(LegacySign::OtherResult),
        },
        Outcome::Error(error) => by_error(error, sent, ours, status),
    })
}

fn by_error(error: &ErrorObject<'_>, sent: Revision, ours: Eras, status: Option<u16>) -> Verdict {
    let data = |member| error.data.and_then(|data| data.get(member));
    let kind = |member| data(member).map(Text::kind);
    match (error.code, versions(data("supported"))) {
        (ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, Some(theirs)) => {
            return choose(theirs, Some(sent), ours);
        }
        (ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY, _)
            if kind("requiredCapabilities") == Some(Kind::Object) =>
        {
            return Verdict::Modern(sent);
        }
        (ErrorCode::HEADER_MISMATCH, _) => return Verdict::Modern(sent),
        (ErrorCode::METHOD_NOT_FOUND, _) if status == Some(404) => return Verdict::Modern(sent),
        _ => {}
    }
    Verdict::Legacy(LegacySign::Error(error.code))
}

/// The versions in a list, if it is one.
fn versions(list: Option<Text<'_>>) -> Option<Text<'_>> {
    list.filter(|list| list.kind() == Kind::Array)
}

/// The newest version in common. `refused` cannot be chosen again.
fn choose(theirs: Text<'_>, refused: Option<Revision>, ours: Eras) -> Verdict {
    /// More than any server has; the rest would only lengthen a message.
    const KEPT: usize = 20;
    let named = |version: Text<'_>| Revision::named(&version.as_string()?);
    let known: BTreeSet<_> = theirs.elements().filter_map(named).collect();
    let open = |revision: &&Revision| Some(**revision) != refused;
    match (known.iter().rev().find(open), refused.filter(|refused| known.contains(refused)), ours) {
        (Some(newest), ..) if newest.is_modern() => Verdict::Modern(*newest),
        (Some(newest), _, Eras::Dual) => Verdict::Legacy(LegacySign::Versions(*newest)),
        (_, Some(refused), _) => Verdict::Fatal(Fatal::Contradiction(refused)),
        _ => {
            let spelled = |version: Text<'_>| match version.as_string() {
                Some(version) => format!("{version:.40}"),
                None => format!("{:.40}", version.as_str()),
            };
            let theirs = theirs.elements().take(KEPT).map(spelled).collect();
            Verdict::Fatal(Fatal::NoCommonVersion { theirs })
        }
    }
}

/// Whether a status stands above a message that says nothing of eras.
fn decides(status: u16) -> bool {
    matches!(by_status(status), Verdict::Fatal(_))
}

fn by_status(status: u16) -> Verdict {
    match status {
        401 => Verdict::Fatal(Fatal::Unauthorized),
        403 => Verdict::Fatal(Fatal::Forbidden),
        200..=299 | 400 | 402 | 404..=407 | 409..=428 | 430..=499 => {
            Verdict::Legacy(LegacySign::Status(status))
        }
        status => Verdict::Fatal(Fatal::Status(status)),
    }
}
