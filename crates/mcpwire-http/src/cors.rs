//! What a browser wants to know before a page may read the answers.

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    HeaderValue, ORIGIN, VARY,
};
use http::{HeaderMap, Response, StatusCode};
use mcpwire_protocol::http::PARAM_PREFIX;

use crate::body::Body;
use crate::refusal::bare;

/// The headers that a page may send.
const SENT: &str = "content-type, accept, authorization, mcp-protocol-version, mcp-method, \
    mcp-name, mcp-session-id, last-event-id, traceparent, tracestate, baggage";

/// The headers of answers that a page may read.
const READ: HeaderValue =
    HeaderValue::from_static("mcp-session-id, mcp-protocol-version, www-authenticate, retry-after");

/// The answer to the question that a browser asks first.
pub(crate) fn preflight(headers: &HeaderMap) -> Response<Body> {
    let mut response = bare(StatusCode::NO_CONTENT);
    let answer = response.headers_mut();
    answer.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("POST, GET, DELETE, OPTIONS"),
    );
    answer.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    // Which arguments are mirrored depends on the tool, so these are allowed as they are asked for.
    let asked = headers.get(ACCESS_CONTROL_REQUEST_HEADERS);
    let asked = asked.and_then(|asked| asked.to_str().ok()).unwrap_or_default();
    let mirrors = asked.split(',').map(str::trim).map(str::to_ascii_lowercase);
    let mirrors = mirrors.filter(|name| name.starts_with(PARAM_PREFIX));
    let sent = mirrors.fold(SENT.to_owned(), |sent, name| format!("{sent}, {name}"));
    if let Ok(sent) = HeaderValue::from_str(&sent) {
        answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, sent);
    }
    response
}

/// Lets the page that asked read the answer.
pub(crate) fn open(response: &mut Response<Body>, request: &HeaderMap) {
    let Some(origin) = request.get(ORIGIN) else { return };
    let answer = response.headers_mut();
    answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, READ);
    answer.append(VARY, HeaderValue::from_static("origin"));
}
