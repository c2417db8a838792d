use std::fmt;

use super::code_range::class;

/// A JSON-RPC error code.
///
/// Specification: `basic/index#error-codes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ErrorCode(pub i64);

/// Whose an error code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeClass {
    /// One of the five codes that JSON-RPC defines.
    JsonRpc,
    /// Reserved by JSON-RPC (-32768 to -32000) and neither defined there nor given to servers.
    JsonRpcReserved,
    /// -32019 to -32000: used by implementations before the specification had a policy; no
    /// receiver may assume a meaning, no new code belongs here.
    LegacyRange,
    /// Defined by this revision of the specification (-32020, -32021, -32022).
    Defined,
    /// -32099 to -32023: reserved for the specification, and not defined in this revision.
    ReservedUndefined,
    /// Defined by an earlier revision, and not to be sent any more (-32002, -32042).
    Retired,
    /// Outside everything reserved: an application's own.
    Free,
}

impl ErrorCode {
    /// The text is no JSON.
    pub const PARSE_ERROR: Self = ErrorCode(-32700);
    /// The JSON is no valid message.
    pub const INVALID_REQUEST: Self = ErrorCode(-32600);
    /// The receiver has no such method.
    pub const METHOD_NOT_FOUND: Self = ErrorCode(-32601);
    /// The parameters are wrong, `_meta` included.
    pub const INVALID_PARAMS: Self = ErrorCode(-32602);
    /// Something broke inside the receiver.
    pub const INTERNAL_ERROR: Self = ErrorCode(-32603);
    /// A mirrored HTTP header is missing or differs from the body.
    pub const HEADER_MISMATCH: Self = ErrorCode(-32020);
    /// The request needs a capability that the client did not declare.
    pub const MISSING_REQUIRED_CLIENT_CAPABILITY: Self = ErrorCode(-32021);
    /// The receiver does not speak the requested protocol version.
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = ErrorCode(-32022);
    /// Retired: resource not found, up to 2025-11-25.
    pub const RESOURCE_NOT_FOUND: Self = ErrorCode(-32002);
    /// Retired: URL elicitation required, 2025-11-25 only.
    pub const URL_ELICITATION_REQUIRED: Self = ErrorCode(-32042);

    /// Whose code this is.
    pub const fn class(self) -> CodeClass {
        class(self.0)
    }

    /// The name that JSON-RPC or the specification gives this code, if either does.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::PARSE_ERROR => "Parse error",
            Self::INVALID_REQUEST => "Invalid request",
            Self::METHOD_NOT_FOUND => "Method not found",
            Self::INVALID_PARAMS => "Invalid params",
            Self::INTERNAL_ERROR => "Internal error",
            Self::HEADER_MISMATCH => "Header mismatch",
            Self::MISSING_REQUIRED_CLIENT_CAPABILITY => "Missing required client capability",
            Self::UNSUPPORTED_PROTOCOL_VERSION => "Unsupported protocol version",
            Self::RESOURCE_NOT_FOUND => "Resource not found",
            Self::URL_ELICITATION_REQUIRED => "URL elicitation required",
            _ => return None,
        })
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
