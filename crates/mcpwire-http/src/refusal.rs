//! Answers of the transport itself.

use http::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use http::{Response, StatusCode};
use mcpwire_protocol::jsonrpc::{ErrorCode, Id, RpcError, write_error};
use mcpwire_protocol::reason;

use crate::body::Body;
use crate::read::Unread;

pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A status with an error of JSON-RPC that says why.
pub(crate) fn refuse(status: StatusCode, id: Option<Id<'_>>, error: &RpcError) -> Response<Body> {
    let mut message = Vec::new();
    write_error(&mut message, id, error);
    with_json(status, message)
}

/// A status with a JSON body.
pub(crate) fn with_json(status: StatusCode, message: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::whole(message));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}

/// A status without a body.
pub(crate) fn bare(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// 405, with what is allowed.
pub(crate) fn method_not_allowed() -> Response<Body> {
    let text = "Only POST is served here; each message is the body of one.";
    let error = RpcError::new(ErrorCode::INVALID_REQUEST, text);
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, None, &error);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}

/// 415
pub(crate) fn not_json() -> Response<Body> {
    let text = "The body must be JSON: send `Content-Type: application/json`.";
    let error = RpcError::new(ErrorCode::INVALID_REQUEST, text);
    refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, None, &error)
}

/// 413, 408 or 400 for a body that was not read.
pub(crate) fn unread(why: Unread, most: usize) -> Response<Body> {
    match why {
        Unread::TooLong => {
            let text = format!("The body is longer than {most} bytes, which is all that is read.");
            refuse(
                StatusCode::PAYLOAD_TOO_LARGE,
                None,
                &RpcError::refusal(reason!("limit-size"), text),
            )
        }
        Unread::TooSlow => {
            let text = "The body took too long to come.";
            let error = RpcError::new(ErrorCode::INVALID_REQUEST, text);
            refuse(StatusCode::REQUEST_TIMEOUT, None, &error)
        }
        Unread::Broken => {
            let text = "The body ended early.";
            refuse(StatusCode::BAD_REQUEST, None, &RpcError::new(ErrorCode::PARSE_ERROR, text))
        }
    }
}

/// 503
pub(crate) fn busy() -> Response<Body> {
    let text = "As many requests are open as this server takes; try again in a moment.";
    let error = RpcError::refusal(reason!("limit-in-flight"), text);
    let mut response = refuse(StatusCode::SERVICE_UNAVAILABLE, None, &error);
    response.headers_mut().insert(http::header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}
