use crate::jsonrpc::ErrorCode;
use crate::rules::{RuleId, rule};

/// The HTTP status of an error response under the modern lifecycle, as long as no event stream is
/// open: `rule` is what the error's `data.rule` says, if it is known.
///
/// What a request does wrong as a message is 400; what it asks for and what comes of that is 200,
/// whether or not it can be had. The older revisions say nothing of this: there it is 200.
///
/// Specification: `basic/transports/streamable-http`; for -32602 and others it is silent.
pub fn status(code: ErrorCode, broken: Option<RuleId>) -> u16 {
    let limit = broken.map(RuleId::as_str);
    match code {
        ErrorCode::INVALID_REQUEST if limit == Some("limit-size") => 413,
        ErrorCode::INVALID_REQUEST if limit == Some("not-acceptable") => 406,
        ErrorCode::PARSE_ERROR
        | ErrorCode::INVALID_REQUEST
        | ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => 400,
        ErrorCode::METHOD_NOT_FOUND => 404,
        // A rule of the specification, which the message breaks; not a look-up that found nothing.
        ErrorCode::INVALID_PARAMS if broken.is_some_and(|id| rule(id.as_str()).is_some()) => 400,
        ErrorCode::INTERNAL_ERROR if limit == Some("limit-in-flight") => 503,
        _ => 200,
    }
}
