//! What else one message tells to whoever knows the protocol, without judging it.

use mcpwire_protocol::jsonrpc::{CodeClass, ErrorCode, Incoming, Outcome, Request};
use mcpwire_protocol::meta;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::types::{ResultType, ResultTypeFault};

use crate::message::result_type;

/// Remarks on a message, each a sentence.
pub(super) fn notes(message: &Incoming<'_>) -> Vec<String> {
    match message {
        Incoming::Request(request) => of_request(request),
        Incoming::Notification(notification) => {
            unknown(&notification.method()).into_iter().collect()
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

fn of_request(request: &Request<'_>) -> Vec<String> {
    let method = request.method();
    let mut notes: Vec<String> = unknown(&method).into_iter().collect();
    if request.params.meta.protocol_version.is_some() {
        if let Err(fault) = meta::modern(&request.params, request.text) {
            notes.push(format!("A server refuses it with {}: {fault}", fault.code));
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

fn unknown(method: &str) -> Option<String> {
    Method::named(method).is_none().then(|| {
        "No revision of the specification and not its tasks extension has this method.".to_owned()
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
