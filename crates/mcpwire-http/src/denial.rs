use http::header::{CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use http::{Response, StatusCode};
use mcpwire_protocol::jsonrpc::{RpcError, write_error};
use mcpwire_protocol::reason;
use mcpwire_protocol::rules::Reason;

use crate::body::Body;
use crate::refusal::JSON;

/// Why somebody may not call, as an answer of HTTP. Any other answer is made a denial by `from`.
///
/// Specification: `basic/authorization`.
#[derive(Debug)]
pub struct Denial(Box<Response<String>>);

impl Denial {
    /// 401: nothing shows who calls. `challenge` is the value of `WWW-Authenticate`, such as
    /// `Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`; one
    /// that no header can carry is left out.
    pub fn unauthorized(challenge: &str) -> Self {
        let text = "Nothing shows who sends this request; `WWW-Authenticate` says what would.";
        Denial::of(StatusCode::UNAUTHORIZED, reason!("caller-unknown"), text).challenge(challenge)
    }

    /// 403: it is known who calls, and this is not for them. `why` is one sentence.
    pub fn forbidden(why: &str) -> Self {
        Denial::of(StatusCode::FORBIDDEN, reason!("caller-forbidden"), why)
    }

    /// 403: more rights are needed, which `challenge` names (`Bearer error="insufficient_scope",
    /// scope="…"`).
    pub fn insufficient_scope(challenge: &str) -> Self {
        let text =
            "The caller's rights do not reach this far; `WWW-Authenticate` says which would.";
        Denial::of(StatusCode::FORBIDDEN, reason!("scope-insufficient"), text).challenge(challenge)
    }

    /// 401: what was shown is not, or no longer, good; `why` says it in one sentence.
    pub fn invalid_token(challenge: &str, why: &str) -> Self {
        Denial::of(StatusCode::UNAUTHORIZED, reason!("caller-unknown"), why).challenge(challenge)
    }

    /// 400: what shows who calls cannot be read; `why` says it in one sentence.
    pub fn malformed(challenge: &str, why: &str) -> Self {
        let reason = reason!("credentials-malformed");
        Denial::of(StatusCode::BAD_REQUEST, reason, why).challenge(challenge)
    }

    /// 503: who calls cannot be checked for the moment, whoever it is; `why` says it in one
    /// sentence.
    pub fn unchecked(why: &str) -> Self {
        Denial::of(StatusCode::SERVICE_UNAVAILABLE, reason!("caller-unchecked"), why)
    }

    /// What the answer is.
    pub fn response(&self) -> &Response<String> {
        &self.0
    }

    fn of(status: StatusCode, reason: Reason, text: &str) -> Self {
        let mut message = Vec::new();
        write_error(&mut message, None, &RpcError::refusal(reason, text));
        let mut response = Response::new(String::from_utf8_lossy(&message).into_owned());
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, JSON);
        Denial(Box::new(response))
    }

    fn challenge(mut self, challenge: &str) -> Self {
        if let Ok(challenge) = HeaderValue::from_str(challenge) {
            self.0.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        self
    }

    pub(crate) fn into_response(self) -> Response<Body> {
        self.0.map(Body::whole)
    }
}

impl From<Response<String>> for Denial {
    fn from(response: Response<String>) -> Self {
        Denial(Box::new(response))
    }
}
