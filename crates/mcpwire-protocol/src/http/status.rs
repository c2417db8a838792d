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
    match code {
        ErrorCode::INVALID_REQUEST | ErrorCode::INTERNAL_ERROR => {
            let own = broken.and_then(|id| OWN.iter().find(|(name, _)| *name == id.as_str()));
            own.map_or(if code == ErrorCode::INVALID_REQUEST { 400 } else { 200 }, |own| own.1)
        }
        ErrorCode::PARSE_ERROR
        | ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => 400,
        ErrorCode::METHOD_NOT_FOUND => 404,
        // A rule of the specification, which the message breaks; not a look-up that found nothing.
        ErrorCode::INVALID_PARAMS if broken.is_some_and(|id| rule(id.as_str()).is_some()) => 400,
        _ => 200,
    }
}

/// Reasons to refuse that have a status of their own.
const OWN: &[(&str, u16)] = &[
    ("caller-unknown", 401),
    ("caller-unchecked", 503),
    ("endpoint-unknown", 404),
    ("session-unknown", 404),
    ("host-unknown", 403),
    ("host-invalid", 400),
    ("origin-unknown", 403),
    ("http-method-unknown", 405),
    ("media-type-unknown", 415),
    ("limit-size", 413),
    ("limit-body-time", 408),
    ("not-acceptable", 406),
    ("limit-in-flight", 503),
    ("limit-listeners", 503),
    ("limit-bodies", 503),
    ("limit-streams", 503),
    ("server-ending", 503),
];
