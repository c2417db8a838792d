//! What else one message tells to whoever knows the protocol, without judging it.

use mcpwire_protocol::jsonrpc::{CodeClass, ErrorCode, Incoming, Outcome, Request};
use mcpwire_protocol::meta::{self, RequestFields};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::types::{ResultType, ResultTypeFault};

use crate::message::result_type;

/// Remarks on a message, each a sentence.
pub(super) fn notes(message: &Incoming<'_>) -> Vec<String> {
    match message {
        Incoming::Request(request) => of_request(request),
        Incoming::Notification(notification) => {
            let method = notification.method();
            unknown(&method).or_else(|| without_id(&method)).into_iter().collect()
        }
        Incoming::Response(response) => match &response.outcome {
            Outcome::Error(error) => of_code(error.code).map(str::to_owned).into_iter().collect(),
            Outcome::Result(_) => {
                result_type(message).and_then(of_type).map(str::to_owned).into_iter().collect()
            }
        },
        Incoming::Malformed(_) => Vec::new(),
    }
}

/// A request's method without an id: formally a notification, and hardly meant as one.
fn without_id(method: &str) -> Option<String> {
    let is_notice = method.starts_with("notifications/");
    (!is_notice).then(|| "This is a request's method; without an id nobody answers it.".to_owned())
}

fn of_request(request: &Request<'_>) -> Vec<String> {
    let method = request.method();
    let mut notes: Vec<String> = unknown(&method).into_iter().collect();
    if request.params.meta.protocol_version.is_some() {
        match meta::modern(&request.params, request.text) {
            Err(fault) => notes.push(format!("A server refuses it with {}: {fault}", fault.code)),
            Ok(fields) => notes.extend(of_modern(&fields, &method)),
        }
    } else if Method::named(&method) != Some(Method::Initialize) {
        notes.push(
            "It names no protocol version in `_meta`, so it is served only after the handshake of \
             a revision up to 2025-11-25; without one, -32602 is due."
                .to_owned(),
        );
    }
    notes
}

/// Of a request whose `_meta` is whole: does its revision open requests this way, and does it have
/// the method?
fn of_modern(fields: &RequestFields<'_>, method: &str) -> Option<String> {
    let requested = fields.requested();
    let Some(revision) = fields.revision.filter(|revision| revision.is_modern()) else {
        return Some(format!(
            "Its `_meta` names protocol version {requested:.40}, which is none that opens requests \
             this way: a server that does not speak it refuses it with -32022."
        ));
    };
    let is_gone = Method::named(method).is_some_and(|known| known.at(revision).is_none());
    is_gone.then(|| {
        format!("Revision {revision} does not have this method: a server refuses it with -32601.")
    })
}

fn unknown(method: &str) -> Option<String> {
    Method::named(method).is_none().then(|| {
        "Neither a revision of the specification nor its tasks extension has this method."
            .to_owned()
    })
}

fn of_type(of_result: Result<ResultType, ResultTypeFault>) -> Option<&'static str> {
    Some(match of_result {
        Ok(ResultType::Complete) => return None,
        Ok(ResultType::InputRequired) => {
            "resultType input_required: the client answers the questions and sends the request again."
        }
        Ok(ResultType::Extension(_)) => {
            "resultType task: a handle to poll, valid if the client declared the tasks extension."
        }
        Err(ResultTypeFault::Missing) => {
            "No resultType: it counts as complete from a server of a revision up to 2025-11-25; \
             since 2026-07-28 every result has one."
        }
        Err(ResultTypeFault::Unknown(_)) => {
            "The resultType is unknown: a client takes the result as invalid, unless an extension \
             that both sides declared defines it."
        }
        Err(ResultTypeFault::NotString(_)) => "The resultType is no string, as it must be.",
    })
}

fn of_code(code: ErrorCode) -> Option<&'static str> {
    Some(match code.class() {
        CodeClass::JsonRpc | CodeClass::Defined | CodeClass::Free => return None,
        CodeClass::JsonRpcReserved => "The code is reserved by JSON-RPC and not defined there.",
        CodeClass::LegacyRange => {
            "The code is in the legacy range -32019 to -32000, where no meaning may be assumed."
        }
        CodeClass::ReservedUndefined => {
            "The code is reserved for the specification, which does not define it."
        }
        CodeClass::Retired => "The code is retired: servers of 2026-07-28 may not send it.",
    })
}
