//! Bytes to a classified message, in one pass.

use super::code::ErrorCode;
use super::fault::{Fault, Place};
use super::id::{Id, IdKind};
use super::incoming::{ErrorObject, Incoming, Malformed, Notification, Outcome, Request, Response};
use super::params::{Meta, Params};
use crate::json::{JsonFault, Key, KeySet, Kind, Pointer, Scanner, Text};
use crate::rules::RuleId;

/// The limits of [`Incoming::parse_with`].
#[derive(Clone, Copy, Debug)]
pub struct ParseLimits {
    /// The deepest nesting of a message, in levels of objects and arrays: 128 by default, which is
    /// what serde_json decodes.
    pub depth: usize,
}

impl Default for ParseLimits {
    fn default() -> Self {
        ParseLimits { depth: 128 }
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub(super) fn parse<'a>(bytes: &'a [u8], limits: &ParseLimits) -> Incoming<'a> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => return no_text(bytes),
    };
    let mut scanner = Scanner::new(text);
    let mut envelope = Envelope::default();
    match read(&mut scanner, &mut envelope) {
        Ok(()) if scanner.deepest() <= limits.depth => envelope.classify(text),
        Ok(()) => envelope.malformed(text, too_deep(text, limits.depth)),
        Err(fault) => no_json(text, envelope, fault),
    }
}

/// The members of a message as they are met.
#[derive(Default)]
struct Envelope<'a> {
    /// Set if the message is something other than an object.
    other: Option<Text<'a>>,
    jsonrpc: Option<Text<'a>>,
    id: Option<Text<'a>>,
    method: Option<Text<'a>>,
    params: Params<'a>,
    result: Option<Text<'a>>,
    error: Option<Text<'a>>,
    /// The first member that stands twice where it may stand once, and the object it stands in.
    repeated: Option<(&'static str, Key<'a>)>,
}

fn read<'a>(scanner: &mut Scanner<'a>, envelope: &mut Envelope<'a>) -> Result<(), JsonFault> {
    if scanner.peek()? != b'{' {
        envelope.other = Some(scanner.value()?);
        return scanner.end();
    }
    let mut unknown = KeySet::default();
    scanner.object(|scanner, key| {
        let name = key.name();
        let new = match &*name {
            "jsonrpc" => envelope.jsonrpc.replace(scanner.value()?).is_none(),
            "id" => envelope.id.replace(scanner.value()?).is_none(),
            "method" => envelope.method.replace(scanner.value()?).is_none(),
            "params" => {
                let new = envelope.params.text.is_none();
                envelope.params = read_params(scanner, &mut envelope.repeated)?;
                new
            }
            "result" => envelope.result.replace(scanner.value()?).is_none(),
            "error" => envelope.error.replace(scanner.value()?).is_none(),
            _ => {
                scanner.value()?;
                unknown.insert(key)
            }
        };
        if !new {
            envelope.repeated.get_or_insert(("", key));
        }
        Ok::<_, JsonFault>(())
    })?;
    scanner.end()
}

type Repeated<'a> = Option<(&'static str, Key<'a>)>;

fn read_params<'a>(
    scanner: &mut Scanner<'a>,
    repeated: &mut Repeated<'a>,
) -> Result<Params<'a>, JsonFault> {
    let mut params = Params::default();
    if scanner.peek()? != b'{' {
        params.text = Some(scanner.value()?);
        return Ok(params);
    }
    let mut unknown = KeySet::default();
    let whole = scanner.object(|scanner, key| {
        let new = match &*key.name() {
            "name" => params.name.replace(scanner.value()?).is_none(),
            "arguments" => params.arguments.replace(scanner.value()?).is_none(),
            "uri" => params.uri.replace(scanner.value()?).is_none(),
            "_meta" => {
                let new = params.meta.text.is_none();
                params.meta = read_meta(scanner, repeated)?;
                new
            }
            _ => {
                scanner.value()?;
                unknown.insert(key)
            }
        };
        if !new {
            repeated.get_or_insert(("/params", key));
        }
        Ok::<_, JsonFault>(())
    })?;
    params.text = Some(whole);
    Ok(params)
}

fn read_meta<'a>(
    scanner: &mut Scanner<'a>,
    repeated: &mut Repeated<'a>,
) -> Result<Meta<'a>, JsonFault> {
    let mut meta = Meta::default();
    if scanner.peek()? != b'{' {
        meta.text = Some(scanner.value()?);
        return Ok(meta);
    }
    let mut unknown = KeySet::default();
    let whole = scanner.object(|scanner, key| {
        let value = scanner.value()?;
        let new = match meta_member(&mut meta, &key.name()) {
            Some(member) => member.replace(value).is_none(),
            None => unknown.insert(key),
        };
        if !new {
            repeated.get_or_insert(("/params/_meta", key));
        }
        Ok::<_, JsonFault>(())
    })?;
    meta.text = Some(whole);
    Ok(meta)
}

/// Where a key of `_meta` is kept, if the protocol defines it.
#[inline]
fn meta_member<'m, 'a>(meta: &'m mut Meta<'a>, key: &str) -> Option<&'m mut Option<Text<'a>>> {
    Some(match key.strip_prefix("io.modelcontextprotocol/") {
        Some("protocolVersion") => &mut meta.protocol_version,
        Some("clientInfo") => &mut meta.client_info,
        Some("clientCapabilities") => &mut meta.client_capabilities,
        Some("logLevel") => &mut meta.log_level,
        Some("subscriptionId") => &mut meta.subscription_id,
        Some(_) => return None,
        None if key == "progressToken" => &mut meta.progress_token,
        None if key == "traceparent" => &mut meta.traceparent,
        None => return None,
    })
}

impl<'a> Envelope<'a> {
    fn classify(self, text: &'a str) -> Incoming<'a> {
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
    fn malformed(self, text: &'a str, fault: Fault) -> Incoming<'a> {
        Incoming::Malformed(Box::new(Malformed {
            bytes: text.as_bytes(),
            fault,
            id: self.id.and_then(Id::new),
            id_kind: IdKind::of(self.id),
            method: self.method.filter(|method| method.kind() == Kind::String),
            is_json: true,
        }))
    }
}

fn error_object<'a>(text: &'a str, error: Text<'a>) -> Result<ErrorObject<'a>, Box<Fault>> {
    let fault = |rule, pointer: &str, value, message: String| {
        Box::new(invalid(text, rule, pointer, value, message))
    };
    if error.kind() != Kind::Object {
        let message = format!("Member `error` must be an object, but is {}.", error.kind());
        return Err(fault("error-not-object", "/error", error, message));
    }
    let code = error.get("code").ok_or_else(|| {
        fault("error-code-missing", "/error", error, "The error has no `code`.".to_owned())
    })?;
    let number = Some(code.as_str()).filter(|_| code.is_integer());
    let number = number.and_then(|number| match number.parse() {
        Ok(number) => Some(number),
        Err(_) => number.parse::<f64>().ok().filter(|number| number.abs() < 9e15).map(|n| n as i64),
    });
    let number = number.ok_or_else(|| {
        let message = format!("The error's `code` must be an integer, but is {code:.40}.");
        fault("error-code-not-integer", "/error/code", code, message)
    })?;
    let message = match error.get("message") {
        Some(message) if message.kind() == Kind::String => message,
        other => {
            let message = "The error has no `message` that is a string.".to_owned();
            return Err(fault("error-message-missing", "/error", other.unwrap_or(error), message));
        }
    };
    Ok(ErrorObject {
        text: error,
        code: ErrorCode(number),
        message: message.as_string().unwrap_or(message.as_str().into()),
        data: error.get("data"),
    })
}

fn not_an_object(text: &str, other: Text<'_>) -> Fault {
    if other.kind() == Kind::Array {
        let message = "A message is a single object; batches (arrays) are not part of this protocol. Send each message on its own.";
        return invalid(text, "jsonrpc-batch", "", other, message.to_owned());
    }
    let message = format!("A message is a JSON object, but this is {}.", other.kind());
    invalid(text, "message-not-object", "", other, message)
}

/// JSON leaves repeated names open, and two readers may pick different ones; so neither may run.
fn repeated_member(text: &str, parent: &str, key: Key<'_>) -> Fault {
    let name = key.name();
    let pointer = Pointer::spelled(parent).member(&name);
    let message = format!(
        "Member `{name:.80}` stands twice in the same object, and readers may differ about which counts."
    );
    invalid(text, "member-repeated", pointer.as_str(), key.text(), message)
}

fn undecidable(text: &str) -> Fault {
    whole(
        text,
        "message-kind-undecidable",
        "The message has none of `method`, `result` and `error`, so it is neither a request, a notification nor a response.",
    )
}

fn too_deep(text: &str, limit: usize) -> Fault {
    Fault {
        code: ErrorCode::PARSE_ERROR,
        ..whole(
            text,
            "limit-depth",
            &format!(
                "The message is nested deeper than {limit} levels, which is this receiver's limit."
            ),
        )
    }
}

fn whole(text: &str, rule: &'static str, message: &str) -> Fault {
    Fault {
        rule: RuleId(rule),
        code: ErrorCode::INVALID_REQUEST,
        place: Place { bytes: 0..text.len(), pointer: Pointer::root() },
        message: message.to_owned(),
    }
}

fn invalid(
    text: &str,
    rule: &'static str,
    pointer: &str,
    value: Text<'_>,
    message: String,
) -> Fault {
    Fault {
        rule: RuleId(rule),
        code: ErrorCode::INVALID_REQUEST,
        place: Place {
            bytes: value.range_in(text).unwrap_or(0..text.len()),
            pointer: Pointer::spelled(pointer),
        },
        message,
    }
}

/// The text stops being JSON somewhere: what was read before is kept for reports, but no id is
/// echoed, since nobody knows what the sender meant.
#[cold]
fn no_json<'a>(text: &'a str, envelope: Envelope<'a>, fault: JsonFault) -> Incoming<'a> {
    let end = text[fault.at..].chars().next().map_or(0, char::len_utf8);
    Incoming::Malformed(Box::new(Malformed {
        bytes: text.as_bytes(),
        fault: Fault {
            rule: RuleId("json-invalid"),
            code: ErrorCode::PARSE_ERROR,
            place: Place { bytes: fault.at..fault.at + end, pointer: Pointer::root() },
            message: format!("{fault}."),
        },
        id: None,
        id_kind: IdKind::of(envelope.id),
        method: envelope.method.filter(|method| method.kind() == Kind::String),
        is_json: false,
    }))
}

#[cold]
fn no_text(bytes: &[u8]) -> Incoming<'_> {
    let at = std::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
    Incoming::Malformed(Box::new(Malformed {
        bytes,
        fault: Fault {
            rule: RuleId("utf8-invalid"),
            code: ErrorCode::PARSE_ERROR,
            place: Place { bytes: at..(at + 1).min(bytes.len()), pointer: Pointer::root() },
            message: format!("The message is not UTF-8: byte {at} belongs to no character."),
        },
        id: None,
        id_kind: IdKind::Absent,
        method: None,
        is_json: false,
    }))
}
