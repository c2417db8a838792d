//! Why a receiver refuses what breaks no rule: unknown names, limits and states.

use super::RuleId;
use crate::jsonrpc::ErrorCode;

/// One reason to refuse a message that breaks no rule of the specification.
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// The id, which stands in `error.data.rule`.
    pub id: RuleId,
    /// The code of the refusal.
    pub code: ErrorCode,
    /// The reason in one sentence.
    pub summary: &'static str,
}

const fn refusal(id: &'static str, code: ErrorCode, summary: &'static str) -> Refusal {
    Refusal { id: RuleId(id), code, summary }
}

/// The short table of refusals.
pub const fn refusals() -> &'static [Refusal] {
    REFUSALS
}

static REFUSALS: &[Refusal] = &[
    refusal(
        "limit-depth",
        ErrorCode::PARSE_ERROR,
        "The message is nested deeper than the receiver reads.",
    ),
    refusal(
        "limit-size",
        ErrorCode::INVALID_REQUEST,
        "The message is longer than the receiver reads.",
    ),
    refusal(
        "limit-in-flight",
        ErrorCode::INTERNAL_ERROR,
        "More requests are open than the receiver serves at once.",
    ),
    refusal(
        "limit-listeners",
        ErrorCode::INTERNAL_ERROR,
        "More streams of notifications are open than the receiver holds at once.",
    ),
    refusal(
        "limit-subscriptions",
        ErrorCode::INVALID_PARAMS,
        "The request asks to hear of more resources or tasks than the receiver follows for one.",
    ),
    refusal(
        "limit-listener-patience",
        ErrorCode::INTERNAL_ERROR,
        "A stream of notifications took nothing for too long while something waited for it.",
    ),
    refusal(
        "method-unknown",
        ErrorCode::METHOD_NOT_FOUND,
        "The receiver has no such method, or does not offer it.",
    ),
    refusal(
        "version-unsupported",
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        "The receiver does not speak the revision that the request names.",
    ),
    refusal(
        "initialize-protocol-version",
        ErrorCode::INVALID_PARAMS,
        "A handshake names no protocol version.",
    ),
    refusal(
        "legacy-initialize-shape",
        ErrorCode::INVALID_PARAMS,
        "A handshake of an older revision lacks what that revision demands.",
    ),
    refusal("tool-unknown", ErrorCode::INVALID_PARAMS, "There is no tool of this name."),
    refusal(
        "arguments-rejected",
        ErrorCode::INVALID_PARAMS,
        "The arguments are not what the tool or prompt takes.",
    ),
    refusal("log-level-unknown", ErrorCode::INVALID_PARAMS, "There is no log level of this name."),
    refusal("prompt-unknown", ErrorCode::INVALID_PARAMS, "There is no prompt of this name."),
    refusal(
        "prompt-argument-missing",
        ErrorCode::INVALID_PARAMS,
        "The prompt needs an argument that was not given.",
    ),
    refusal("resource-unknown", ErrorCode::INVALID_PARAMS, "There is no resource under this URI."),
    refusal(
        "template-unknown",
        ErrorCode::INVALID_PARAMS,
        "There is no resource template of this form.",
    ),
    refusal(
        "argument-unknown",
        ErrorCode::INVALID_PARAMS,
        "The prompt or resource template has no argument of this name.",
    ),
    refusal(
        "legacy-subscribe-uri",
        ErrorCode::INVALID_PARAMS,
        "A subscription of an older revision names no resource.",
    ),
    refusal(
        "not-found",
        ErrorCode::INVALID_PARAMS,
        "What the request names does not exist for this caller.",
    ),
    refusal(
        "cursor-unknown",
        ErrorCode::INVALID_PARAMS,
        "The cursor is none that the receiver issued.",
    ),
    refusal("task-unknown", ErrorCode::INVALID_PARAMS, "There is no such task for this caller."),
    refusal(
        "state-invalid",
        ErrorCode::INVALID_PARAMS,
        "The `requestState` is not one that the receiver issued for this request.",
    ),
    refusal(
        "capability-required",
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
        "The request needs a capability that the client did not declare with it.",
    ),
    refusal(
        "session-unknown",
        ErrorCode::INVALID_REQUEST,
        "There is no such session of an older revision (any more).",
    ),
    refusal(
        "session-revision",
        ErrorCode::INVALID_REQUEST,
        "A request of a session names a revision that the receiver does not know.",
    ),
    refusal(
        "event-unknown",
        ErrorCode::INVALID_REQUEST,
        "A stream is to be read again behind an event that the receiver does not keep (any more).",
    ),
    refusal(
        "not-acceptable",
        ErrorCode::INVALID_REQUEST,
        "The sender of an HTTP request takes no kind of answer that there could be.",
    ),
    refusal(
        "endpoint-unknown",
        ErrorCode::INVALID_REQUEST,
        "An HTTP request names a path where nothing is served.",
    ),
    refusal(
        "host-unknown",
        ErrorCode::INVALID_REQUEST,
        "An HTTP request names a host under which the receiver is not reached.",
    ),
    refusal(
        "host-invalid",
        ErrorCode::INVALID_REQUEST,
        "An HTTP request names no host, several, or none that could be one.",
    ),
    refusal(
        "origin-unknown",
        ErrorCode::INVALID_REQUEST,
        "An HTTP request comes from a page that may not call the receiver.",
    ),
    refusal(
        "http-method-unknown",
        ErrorCode::INVALID_REQUEST,
        "An HTTP request has another method than those that are served.",
    ),
    refusal(
        "media-type-unknown",
        ErrorCode::INVALID_REQUEST,
        "The body of an HTTP request is not labelled as JSON.",
    ),
    refusal(
        "limit-body-time",
        ErrorCode::INVALID_REQUEST,
        "The body of an HTTP request takes longer to come than the receiver waits.",
    ),
    refusal(
        "limit-bodies",
        ErrorCode::INTERNAL_ERROR,
        "The bodies of HTTP requests that are coming take more memory together than they may.",
    ),
    refusal(
        "limit-streams",
        ErrorCode::INTERNAL_ERROR,
        "More event streams are open than the receiver holds at once.",
    ),
    refusal(
        "server-ending",
        ErrorCode::INTERNAL_ERROR,
        "The receiver ends before the request was done.",
    ),
    refusal(
        "caller-unknown",
        ErrorCode::INVALID_REQUEST,
        "An HTTP request does not show who sends it.",
    ),
    refusal(
        "credentials-malformed",
        ErrorCode::INVALID_REQUEST,
        "An HTTP request shows who sends it in a form that cannot be read.",
    ),
    refusal(
        "caller-unchecked",
        ErrorCode::INTERNAL_ERROR,
        "Who sends an HTTP request could not be checked for the moment.",
    ),
    refusal("caller-forbidden", ErrorCode(4030), "The caller may not do this here."),
    refusal("scope-insufficient", ErrorCode(4031), "The caller's rights do not reach this far."),
    refusal(
        "initialize-in-batch",
        ErrorCode::INVALID_REQUEST,
        "A handshake stands in a batch; it has to come alone.",
    ),
    refusal("handler-failed", ErrorCode::INTERNAL_ERROR, "The handler of the request failed."),
];
