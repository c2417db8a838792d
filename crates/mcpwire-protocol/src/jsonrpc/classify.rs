//! Which of the shapes a message has, by its members, and the first thing that is wrong with it.

use super::error_object::error_object;
use super::fault::{Fault, Place};
use super::id::{Id, IdKind};
use super::incoming::{Incoming, Malformed, Notification, Outcome, Request, Response};
use super::parse::Envelope;
use super::refusal::{invalid, not_an_object, repeated_member, undecidable, whole};
use crate::json::{JsonFault, Key, Kind, Pointer, Text};
use crate::rules::RuleId;

impl<'a> Envelope<'a> {
    pub(super) fn classify(self, text: &'a str) -> Incoming<'a> {
        if let Some(fault) = self.shape_fault(text) {
            return self.malformed(text, fault);
        }
        let id = self.id.and_then(Id::new);
        let (params, id_kind) = (self.params, IdKind::of(self.id));
        match (self.method, id, self.result, self.error) {
            (Some(method), Some(id), ..) => Incoming::Request(Request { text, id, method, params }),
            (Some(method), None, ..) => {
                Incoming::Notification(Notification { text, method, params })
            }
            (None, id, Some(result), _) => {
                Incoming::Response(Response { text, id, id_kind, outcome: Outcome::Result(result) })
            }
            (None, id, None, error) => match error.map(|error| error_object(text, error)) {
                Some(Ok(error)) => {
                    let outcome = Outcome::Error(error);
                    Incoming::Response(Response { text, id, id_kind, outcome })
                }
                Some(Err(fault)) => self.malformed(text, *fault),
                None => self.malformed(text, undecidable(text)),
            },
        }
    }

    /// The first thing that keeps this from being one of the four shapes.
    fn shape_fault(&self, text: &'a str) -> Option<Fault> {
        if let Some(other) = self.other {
            return Some(not_an_object(text, other));
        }
        if let Some((parent, key)) = self.repeated {
            return Some(repeated_member(text, parent, key));
        }
        match self.jsonrpc {
            Some(version) if version.is_string("2.0") => {}
            version => return Some(self.wrong_version(text, version)),
        }
        match self.method {
            Some(method) => self.call_fault(text, method),
            None => self.response_fault(text),
        }
    }

    fn call_fault(&self, text: &'a str, method: Text<'a>) -> Option<Fault> {
        if method.kind() != Kind::String {
            let message = format!("Member `method` must be a string, but is {}.", method.kind());
            return Some(invalid(text, "method-not-string", "/method", method, message));
        }
        if let Some(extra) = self.result.or(self.error) {
            let name = if self.result.is_some() { "result" } else { "error" };
            let message = format!(
                "A message with `method` is a request or a notification and has no `{name}`; send a response as a message of its own."
            );
            return Some(invalid(
                text,
                "message-method-and-result",
                &format!("/{name}"),
                extra,
                message,
            ));
        }
        if let Some(params) = self.params.text.filter(|params| params.kind() != Kind::Object) {
            let message = format!("Member `params` must be an object, but is {}.", params.kind());
            return Some(invalid(text, "params-not-object", "/params", params, message));
        }
        self.id_fault(text)
    }

    fn response_fault(&self, text: &'a str) -> Option<Fault> {
        match (self.result, self.error) {
            (Some(_), Some(error)) => Some(invalid(
                text,
                "response-result-and-error",
                "/error",
                error,
                "A response has either `result` or `error`, not both.".to_owned(),
            )),
            (Some(result), None) if result.kind() != Kind::Object => Some(invalid(
                text,
                "result-not-object",
                "/result",
                result,
                format!("Member `result` must be an object, but is {}.", result.kind()),
            )),
            (Some(_), None) => match IdKind::of(self.id) {
                IdKind::Absent => Some(whole(
                    text,
                    "result-id-mismatch",
                    "A result must repeat the id of the request that it answers, but has no `id`.",
                )),
                IdKind::Null => self.id_fault_of(text, "result-id-mismatch", "is null"),
                _ => self.id_fault(text),
            },
            (None, Some(_)) if IdKind::of(self.id) == IdKind::Null => None,
            (None, Some(_)) => self.id_fault(text),
            (None, None) => Some(undecidable(text)),
        }
    }

    fn id_fault(&self, text: &'a str) -> Option<Fault> {
        let (rule, what) = match IdKind::of(self.id) {
            IdKind::Absent | IdKind::String | IdKind::Integer => return None,
            IdKind::Null => ("id-null", "is null"),
            IdKind::Fraction => ("id-fractional", "is a number with a fractional part"),
            IdKind::Boolean => ("id-type", "is a boolean"),
            IdKind::Array => ("id-type", "is an array"),
            IdKind::Object => ("id-type", "is an object"),
        };
        self.id_fault_of(text, rule, what)
    }

    fn id_fault_of(&self, text: &'a str, rule: &'static str, what: &str) -> Option<Fault> {
        let message = format!("Member `id` must be a string or an integer, but {what}.");
        Some(invalid(text, rule, "/id", self.id?, message))
    }

    fn wrong_version(&self, text: &'a str, version: Option<Text<'a>>) -> Fault {
        match version {
            Some(version) => {
                let message = "Member `jsonrpc` must be the string \"2.0\".".to_owned();
                invalid(text, "jsonrpc-version", "/jsonrpc", version, message)
            }
            None => {
                let close = |key: &Key<'_>| key.spelled().eq_ignore_ascii_case("jsonrpc");
                let variant = Text::parse(text)
                    .ok()
                    .and_then(|whole| whole.members().map(|(key, _)| key).find(close));
                match variant {
                    Some(key) => {
                        let message = format!(
                            "Member `jsonrpc` is missing; `{}` is another name, as case counts.",
                            key.spelled()
                        );
                        invalid(text, "jsonrpc-version", "", key.text(), message)
                    }
                    None => whole(
                        text,
                        "jsonrpc-version",
                        "Member `jsonrpc` is missing; every message has \"jsonrpc\": \"2.0\".",
                    ),
                }
            }
        }
    }

    #[cold]
    pub(super) fn malformed(self, text: &'a str, fault: Fault) -> Incoming<'a> {
        // Of two ids, one may be another request's.
        let repeats_id =
            self.repeated.is_some_and(|(parent, key)| parent.is_empty() && key.is("id"));
        Incoming::Malformed(Box::new(Malformed {
            bytes: text.as_bytes(),
            fault,
            id: self.id.filter(|_| !repeats_id).and_then(Id::new),
            id_kind: IdKind::of(self.id),
            method: self.method.filter(|method| method.kind() == Kind::String),
            is_json: true,
        }))
    }
}

/// The text stops being JSON somewhere: what was read before is kept for reports, but no id is
/// echoed, since nobody knows what the sender meant.
#[cold]
pub(super) fn no_json<'a>(text: &'a str, envelope: Envelope<'a>, fault: JsonFault) -> Incoming<'a> {
    let end = text[fault.at..].chars().next().map_or(0, char::len_utf8);
    Incoming::Malformed(Box::new(Malformed {
        bytes: text.as_bytes(),
        fault: Fault::new(
            RuleId("json-invalid"),
            Place { bytes: fault.at..fault.at + end, pointer: Pointer::root() },
            format!("{fault}."),
        ),
        id: None,
        id_kind: IdKind::of(envelope.id),
        method: envelope.method.filter(|method| method.kind() == Kind::String),
        is_json: false,
    }))
}

#[cold]
pub(super) fn no_text(bytes: &[u8]) -> Incoming<'_> {
    let at = std::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
    Incoming::Malformed(Box::new(Malformed {
        bytes,
        fault: Fault::new(
            RuleId("utf8-invalid"),
            Place { bytes: at..(at + 1).min(bytes.len()), pointer: Pointer::root() },
            format!("The message is not UTF-8: byte {at} belongs to no character."),
        ),
        id: None,
        id_kind: IdKind::Absent,
        method: None,
        is_json: false,
    }))
}
