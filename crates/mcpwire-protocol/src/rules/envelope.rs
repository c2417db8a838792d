//! Who may send what, and in which form.

use super::RuleId;
use super::facts::Facts;
use super::findings::Findings;
use super::path::Path;
use super::shape::{ObjectShape, Shape, optional};
use crate::direction::Direction;
use crate::excerpt::shortened;
use crate::json::{Pointer, Text};
use crate::jsonrpc::{ErrorCode, IdKind, Notification, Outcome, Request, Response};
use crate::method::{Form, Method};
use crate::revision::Revision;
use crate::types::{NotificationMeta, Shaped};

/// What every notification may have.
pub(super) const ANY_NOTIFICATION: &Shape = &Shape::Object(&ObjectShape::new(
    "NotificationParams",
    "basic/index",
    &[optional("_meta", NotificationMeta::SHAPE, "meta-not-object")],
));

/// Judges the form of a request; `false` where nothing else about it counts.
pub(super) fn request(
    request: &Request<'_>,
    (method, revision): (Option<Method>, Revision),
    facts: &Facts<'_>,
    findings: &mut Findings<'_, '_>,
) -> bool {
    let name = shortened(&request.method()).into_owned();
    if name.starts_with("notifications/") {
        let id = (request.id.text(), Pointer::spelled("/id"));
        let advice = "Leave out `id`: nobody answers a notification.";
        findings.add("notification-has-id", id, format!("{name} has an id."), advice);
        return false;
    }
    let place = (request.method, Pointer::spelled("/method"));
    if facts.direction == Some(Direction::ServerToClient) {
        let advice =
            "Ask the client inside a result of type `input_required`; only clients send requests.";
        findings.add("server-sends-request", place, format!("The server sends {name}."), advice);
        return false;
    }
    match method {
        Some(method) if method.at(revision).is_none() => removed(place, method, revision, findings),
        None if name.starts_with("tasks/") => {
            let advice = "Choose a name outside `tasks/`, which belongs to the tasks extension.";
            let seen = format!("The tasks extension has no method {name}.");
            findings.add("task-reserved-method-prefix", place, seen, advice);
        }
        _ => {}
    }
    true
}

/// The same for a notification.
pub(super) fn notification(
    notification: &Notification<'_>,
    (method, revision): (Option<Method>, Revision),
    facts: &Facts<'_>,
    findings: &mut Findings<'_, '_>,
) -> bool {
    let name = shortened(&notification.method()).into_owned();
    let place = (notification.method, Pointer::spelled("/method"));
    let Some(method) = method else {
        if name.starts_with("notifications/tasks/") {
            let advice = "Choose a name outside `notifications/tasks/`, which belongs to the tasks extension.";
            let seen = format!("The tasks extension has no notification {name}.");
            findings.add("task-reserved-method-prefix", place, seen, advice);
        }
        return true;
    };
    let Some(usage) = method.at(revision) else {
        removed(place, method, revision, findings);
        return false;
    };
    let server = facts.direction == Some(Direction::ServerToClient);
    if usage.form == Form::Request && !server {
        let advice = "Add an `id`, a string or an integer; without one nobody may answer.";
        findings.add("id-missing", place, format!("{name} is a request, but has no id."), advice);
        return false;
    }
    if facts.direction.is_some_and(|direction| !usage.sender.sends(direction)) {
        let (who, other) = if server { ("server", "client") } else { ("client", "server") };
        let seen = format!("The {who} sends {name}, which is the {other}'s.");
        let advice = "Send only the notifications that the specification gives to your side.";
        findings.add("notification-wrong-direction", place, seen, advice);
        return false;
    }
    true
}

fn removed(
    place: (Text<'_>, Pointer),
    method: Method,
    revision: Revision,
    findings: &mut Findings<'_, '_>,
) {
    let seen = format!("{method} does not exist in {revision}.");
    let advice =
        "Do without: what it did is said with each request, or asked for by subscriptions/listen.";
    findings.add("method-removed", place, seen, advice);
}

/// The same for a response.
pub(super) fn response(
    response: &Response<'_>,
    facts: &Facts<'_>,
    findings: &mut Findings<'_, '_>,
) -> bool {
    let member = match response.outcome {
        Outcome::Result(_) => "result",
        Outcome::Error(_) => "error",
    };
    if facts.direction == Some(Direction::ClientToServer) {
        let value = match &response.outcome {
            Outcome::Result(result) => *result,
            Outcome::Error(error) => error.text,
        };
        let place = (value, Path::Named(&Path::Root, member));
        let advice =
            "Answer what a server asks by sending the request again with `inputResponses`.";
        findings.add("client-sends-response", place, "The client sends a response.", advice);
        return false;
    }
    if response.id_kind == IdKind::Null
        && let Some(id) = Text::parse(response.text).ok().and_then(|whole| whole.get("id"))
    {
        let advice = "Leave out `id` where the request's could not be read.";
        findings.add("error-id-null", (id, Pointer::spelled("/id")), "`id` is null.", advice);
    }
    true
}

/// The rule that the data of an error break as a whole.
pub(super) fn data_rule(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => "version-unsupported-data-supported",
        _ => "capability-missing-data",
    }
}

/// What to do about a text that is no message.
pub(super) fn advice(rule: RuleId) -> &'static str {
    match rule.as_str() {
        "json-invalid" => "Send one complete JSON object for each message.",
        "utf8-invalid" => "Encode messages as UTF-8.",
        "jsonrpc-batch" => "Send each message on its own.",
        "message-not-object" => "Send a JSON object.",
        "jsonrpc-version" => "Add \"jsonrpc\": \"2.0\" to every message.",
        "member-repeated" => "Use each name once in an object.",
        "method-not-string" => "Name the method as a string.",
        "message-kind-undecidable" => {
            "Add `method` for a request, `result` or `error` for a response."
        }
        "message-method-and-result" => "Send requests and responses as messages of their own.",
        "params-not-object" => "Send `params` as an object with named members.",
        "id-null" | "id-type" | "id-fractional" => "Use a string or an integer as `id`.",
        "result-id-mismatch" => "Repeat the `id` of the request, exactly as it was sent.",
        "response-result-and-error" => "Send either `result` or `error`.",
        "result-not-object" => "Send `result` as an object.",
        "error-not-object" => "Send `error` as an object with `code` and `message`.",
        "error-code-missing" => "Add `code`, an integer.",
        "error-code-not-integer" => "Send `code` as an integer.",
        "error-message-missing" => "Add `message`, one short sentence.",
        _ => "See the page of the rule.",
    }
}
