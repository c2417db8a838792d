//! Answers of the transport itself.

use std::time::Duration;

use http::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use http::{Response, StatusCode};
use mcpwire::Refused;
use mcpwire_protocol::http::status;
use mcpwire_protocol::jsonrpc::{ErrorCode, Id, RpcError, write_error};
use mcpwire_protocol::reason;
use mcpwire_protocol::rules::Reason;

use crate::body::Body;
use crate::limits::Limits;
use crate::read::Unread;

pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");
const POST: HeaderValue = HeaderValue::from_static("POST");
const A_SECOND: HeaderValue = HeaderValue::from_static("1");

/// An error of JSON-RPC that says why, with the status that belongs to it.
pub(crate) fn refuse(id: Option<Id<'_>>, error: &RpcError) -> Response<Body> {
    let mut message = Vec::new();
    write_error(&mut message, id, error);
    with_json(status_of(&Refused::of(error)), message)
}

/// The status that belongs to an error.
pub(crate) fn status_of(refused: &Refused) -> StatusCode {
    StatusCode::from_u16(status(refused.code, refused.rule)).unwrap_or(StatusCode::OK)
}

/// A status with a JSON body, and with the header that goes with the status.
pub(crate) fn with_json(status: StatusCode, message: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::whole(message));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, JSON);
    match status {
        StatusCode::METHOD_NOT_ALLOWED => drop(headers.insert(ALLOW, POST)),
        StatusCode::SERVICE_UNAVAILABLE => drop(headers.insert(RETRY_AFTER, A_SECOND)),
        _ => {}
    }
    response
}

/// Says beside an answer when to come again, if the request came too early.
pub(crate) fn say_when(response: &mut Response<Body>, retry_after: Option<Duration>) {
    if let Some(wait) = retry_after {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs()));
    }
}

/// A status without a body.
pub(crate) fn bare(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// A refusal of the transport itself, before there is a message.
pub(crate) fn early(reason: Reason, text: impl Into<String>) -> Response<Body> {
    refuse(None, &RpcError::refusal(reason, text))
}

/// 405 for a document, which can only be read.
pub(crate) fn only_get() -> Response<Body> {
    let mut response = bare(StatusCode::METHOD_NOT_ALLOWED);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// 405, with what is allowed.
pub(crate) fn method_not_allowed() -> Response<Body> {
    let text = "Only POST is served here; each message is the body of one.";
    early(reason!("http-method-unknown"), text)
}

/// 415
pub(crate) fn not_json() -> Response<Body> {
    let text = "The body must be JSON: send one `Content-Type: application/json`.";
    early(reason!("media-type-unknown"), text)
}

/// 413, 408, 503 or 400 for a body that was not read.
pub(crate) fn unread(why: Unread, limits: &Limits) -> Response<Body> {
    match why {
        Unread::TooLong => {
            let most = limits.body;
            let text = format!("The body is longer than {most} bytes, which is all that is read.");
            early(reason!("limit-size"), text)
        }
        Unread::TooSlow => {
            let most = limits.body_time.as_secs_f64();
            let text = format!("The body took more than {most} s to come.");
            early(reason!("limit-body-time"), text)
        }
        Unread::NoRoom => {
            let text =
                "As many bodies are coming as this server has room for; try again in a moment.";
            early(reason!("limit-bodies"), text)
        }
        Unread::Broken => {
            refuse(None, &RpcError::new(ErrorCode::PARSE_ERROR, "The body ended early."))
        }
    }
}

/// 503
pub(crate) fn busy() -> Response<Body> {
    let text = "As many requests are open as this server takes; try again in a moment.";
    early(reason!("limit-in-flight"), text)
}

/// 503
pub(crate) fn no_stream(id: Id<'_>) -> Response<Body> {
    refuse(Some(id), &RpcError::refusal(reason!("limit-streams"), NO_STREAM))
}

/// 503, where no message asked for the stream.
pub(crate) fn no_room_for_stream() -> Response<Body> {
    early(reason!("limit-streams"), NO_STREAM)
}

const NO_STREAM: &str =
    "As many event streams are open as this server holds; try again in a moment.";
