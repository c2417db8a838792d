use super::code::ErrorCode;

/// An error code that JSON-RPC or the specification gives a name and a meaning.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedCode {
    /// The code.
    pub code: ErrorCode,
    /// When it is due.
    pub meaning: &'static str,
    /// The page of the specification.
    pub page: &'static str,
}

const fn named(code: ErrorCode, meaning: &'static str, page: &'static str) -> NamedCode {
    NamedCode { code, meaning, page }
}

const PAGE: &str = "basic/index#error-codes";

/// The named codes: JSON-RPC's, those of revision 2026-07-28, and the retired ones.
pub static NAMED_CODES: &[NamedCode] = &[
    named(ErrorCode::PARSE_ERROR, "the text is no JSON; the answer has no id", PAGE),
    named(ErrorCode::INVALID_REQUEST, "the JSON is no valid message", PAGE),
    named(ErrorCode::METHOD_NOT_FOUND, "the method is unknown, or not offered", PAGE),
    named(
        ErrorCode::INVALID_PARAMS,
        "a member of `params` or `_meta` is missing or wrong, or a tool, prompt, resource or cursor is unknown",
        PAGE,
    ),
    named(ErrorCode::INTERNAL_ERROR, "something broke inside the receiver", PAGE),
    named(
        ErrorCode::HEADER_MISMATCH,
        "HTTP: a mirrored header is missing, or differs from the body",
        "schema#headermismatcherror",
    ),
    named(
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
        "the request needs what the client did not declare; `data.requiredCapabilities` says what",
        "schema#missingrequiredclientcapabilityerror",
    ),
    named(
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        "the revision is not spoken here; `data.supported` says which are",
        "schema#unsupportedprotocolversionerror",
    ),
    named(
        ErrorCode::RESOURCE_NOT_FOUND,
        "a resource is unknown, up to 2025-11-25; now -32602",
        "server/resources#error-handling",
    ),
    named(
        ErrorCode::URL_ELICITATION_REQUIRED,
        "a URL must be visited first, 2025-11-25 only",
        PAGE,
    ),
];
