//! Which lifecycle a request belongs to, and the refusals that come before its method's handler,
//! in the order that every part of this project keeps.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::http::{Accept, Headers, PROTOCOL_VERSION, Values, check_mirrored};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{ErrorCode, Request, RpcError};
use mcpwire_protocol::lifecycle::{Eras, Lifecycle, of_http_request, of_request, spoken};
use mcpwire_protocol::meta::LogLevel;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{self, Facts, Judgement, Reason, RuleId, judge};
use mcpwire_protocol::types::{ClientCapabilities, Shaped, params_shape};

use super::arrival::Arrival;
use super::registry::Registry;

/// How an admitted request is to be served.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admitted {
    pub revision: Revision,
    pub log_level: Option<LogLevel>,
}

/// What becomes of a request before its method is looked at.
pub(crate) enum Admission {
    Serve(Admitted),
    /// `initialize` in the legacy lifecycle, with the revision that is due in the answer.
    Open(Revision),
}

/// Reads the lifecycle from the message, never from what came before it, except that a handshake
/// opens the legacy one.
pub(crate) fn admit(
    registry: &Registry,
    request: &Request<'_>,
    arrival: &Arrival<'_>,
) -> Result<Admission, RpcError> {
    let eras = if registry.modern_only { Eras::ModernOnly } else { Eras::Dual };
    let handshake = || arrival.peer.and_then(|peer| peer.revision());
    let lifecycle = match arrival.http {
        None => of_request(request, handshake(), eras),
        Some(http) => {
            let version = one_value(http.headers, PROTOCOL_VERSION);
            of_http_request(request, version, handshake(), eras)
        }
    };
    let (revision, log_level) = match lifecycle {
        Lifecycle::Modern(fields) => {
            check_capabilities(fields.capabilities)?;
            if let Some(http) = arrival.http {
                check_accept(request, http.accept)?;
                check_mirrored(request, http.headers)?;
            }
            (spoken(&fields)?, fields.log_level)
        }
        Lifecycle::Legacy(revision) => (revision, arrival.peer.and_then(|peer| peer.log_level())),
        Lifecycle::Handshake(handshake) => return Ok(Admission::Open(handshake.revision)),
        Lifecycle::Refuse(error) => return Err(error),
    };
    let log_level = log_level.filter(|_| registry.logging);
    Ok(Admission::Serve(Admitted { revision, log_level }))
}

/// Refuses what breaks a rule with the code -32602 that no shape can express, such as one about the
/// form of a URI. This reads the request as a checker does, so it is for the few that need it.
#[cold]
pub(crate) fn check_rules(request: &Request<'_>, revision: Revision) -> Result<(), RpcError> {
    let facts = Facts {
        direction: Some(Direction::ClientToServer),
        revision: Some(revision),
        ..Facts::default()
    };
    for broken in rules::request(request, &facts) {
        let at = broken.place.pointer.as_str();
        let due = Reason::of(broken.rule).filter(|it| it.code() == ErrorCode::INVALID_PARAMS);
        if let Some(reason) = due.filter(|_| counts(at.strip_prefix("/params").unwrap_or(at))) {
            let text = format!("{:.200} {}", broken.seen, broken.advice);
            return Err(RpcError::refusal(reason, text).with("at", format!("{at:.200}")));
        }
    }
    Ok(())
}

/// Judged elsewhere: the identity and the trace of a caller never lead to a refusal, and a null
/// cursor is read as none.
fn counts(pointer: &str) -> bool {
    !pointer.starts_with("/_meta") && pointer != "/cursor"
}

/// Refuses a request whose sender takes no answer that there could be.
fn check_accept(request: &Request<'_>, accept: Accept) -> Result<(), RpcError> {
    let needed = match (accept.json || accept.stream, request.is("subscriptions/listen")) {
        (true, false) => return Ok(()),
        (true, true) if accept.stream => return Ok(()),
        (_, true) => "`text/event-stream`",
        (_, false) => "`application/json` and `text/event-stream`",
    };
    let text = format!("Header `Accept` must list {needed}; nothing else can answer this.");
    Err(RpcError::refusal(reason!("not-acceptable"), text))
}

/// Refuses capabilities that have not the shape that the specification gives them. Most requests
/// declare none.
fn check_capabilities(capabilities: Text<'_>) -> Result<(), RpcError> {
    if capabilities.as_str() == "{}" {
        return Ok(());
    }
    let judgement = judge(capabilities, ClientCapabilities::SHAPE, ClientCapabilities::RULE);
    refuse(&judgement, "/params/_meta/io.modelcontextprotocol~1clientCapabilities", |_| true)
}

/// Refuses what breaks a rule that has a code, at a place that counts. What breaks a rule without
/// one is only reported by checkers.
fn refuse(
    judgement: &Judgement,
    whole: &str,
    counts: impl Fn(&str) -> bool,
) -> Result<(), RpcError> {
    let mut broken = judgement.mismatches.iter().filter(|it| counts(it.pointer.as_str()));
    match broken.find_map(|it| Some((it, Reason::of(it.rule)?))) {
        None => Ok(()),
        Some((mismatch, reason)) => {
            let text = format!("{:.400}.", mismatch.to_string());
            let at = format!("{whole}{:.200}", mismatch.pointer.as_str());
            Err(RpcError::refusal(reason, text).with("at", at))
        }
    }
}

/// Refuses parameters that have not the shape that the method's page demands. The older revisions
/// have other shapes; there, each method reads what it needs.
pub(crate) fn check_shape(
    request: &Request<'_>,
    method: &str,
    revision: Revision,
) -> Result<(), RpcError> {
    let (Some(params), Some(shape)) = (request.params.text, params_shape(method)) else {
        return Ok(());
    };
    if !revision.is_modern() {
        return Ok(());
    }
    let judgement = judge(params, shape, RuleId("params-not-object"));
    // Answers that nobody waits for are ignored, whatever they are; a task sees for itself which fit.
    let is_update = request.is("tasks/update");
    let counts = |pointer: &str| {
        let is_answer = is_update && pointer.starts_with("/inputResponses/");
        counts(pointer) && !is_answer
    };
    refuse(&judgement, "/params", counts)
}

/// The value of a header that stands there once, as text.
fn one_value<'a>(headers: &'a dyn Headers, name: &str) -> Option<&'a str> {
    match headers.values(name) {
        Values::One(value) => std::str::from_utf8(value.trim_ascii()).ok(),
        Values::Absent | Values::Several => None,
    }
}
