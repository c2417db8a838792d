//! What the client sent in an exchange.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::http::{
    Accept, HeaderParam, METHOD, NAME, PROTOCOL_VERSION, SESSION_ID, check_mirrored, check_params,
    is_json,
};
use mcpwire_protocol::jsonrpc::{Incoming, Request};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::Party;
use serde_json::Value;

use super::head::Head;
use crate::asked::read::is_about_task;
use crate::checker::Desk;
use crate::rules::{EXCHANGE_RULES, Exchange};

/// The kind of message that was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing that is in evidence.
    #[default]
    Nothing,
    Request,
    Notification,
    /// A response, or no message.
    Other,
}

/// What the client sent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Posted {
    pub(crate) kind: Kind,
    pub(crate) method: Option<Method>,
    /// Whether it is of the modern lifecycle.
    pub(crate) is_modern: bool,
    /// The rule that a mirrored header breaks.
    pub(crate) broken_header: Option<Exchange>,
    /// The rule that a server breaks if it serves a call whose `Mcp-Param` headers are wrong.
    pub(crate) broken_param: Option<Exchange>,
    /// Whether all headers that are due are there, and right; and whether `Mcp-Name` is encoded.
    pub(crate) right_headers: Option<Encoded>,
}

/// Whether `Mcp-Name` is written in Base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoded {
    Yes,
    No,
}

/// Whether the headers say that a message is of the modern lifecycle.
pub(crate) fn says_modern(head: &Head) -> bool {
    let version = head.first(PROTOCOL_VERSION).and_then(|value| std::str::from_utf8(value).ok());
    let is_modern = |version: &str| match Revision::named(version) {
        Some(revision) => revision.is_modern(),
        // A later date, and no draft of an earlier one.
        None => version.starts_with('2') && version > Revision::LATEST.as_str(),
    };
    let has_session = head.first(SESSION_ID).is_some() || head.is_redacted(SESSION_ID);
    version.is_some_and(is_modern) && !has_session
}

impl Posted {
    pub(crate) fn of(head: Option<&Head>, incoming: &Incoming<'_>) -> Self {
        let by_header = head.is_some_and(says_modern);
        let kind = match incoming {
            Incoming::Request(_) => Kind::Request,
            Incoming::Notification(_) => Kind::Notification,
            Incoming::Response(_) | Incoming::Malformed(_) => Kind::Other,
        };
        Posted {
            kind,
            method: incoming.method().as_deref().and_then(Method::named),
            is_modern: by_header || crate::stream::is_modern(incoming),
            broken_header: None,
            broken_param: None,
            right_headers: None,
        }
    }

    /// Judges the headers of a modern request.
    pub(crate) fn headers(&mut self, desk: &mut Desk, head: &Head, request: &Request<'_>) {
        accept(desk, head);
        request_type(desk, head);
        let version = request.params.meta.protocol_version.and_then(|text| text.as_string());
        if version.is_none() || !head.knows(&[PROTOCOL_VERSION, METHOD, NAME]) {
            return;
        }
        for rule in MIRRORED {
            desk.evidence.occasion(rule);
        }
        if named(self.method) {
            desk.evidence.occasion(Exchange::HeaderNameMissing);
            desk.evidence.occasion(Exchange::HeaderNameDiffers);
            desk.evidence.occasion(Exchange::HeaderEncoding);
        }
        let Err(error) = check_mirrored(request, head) else {
            let name = head.first(NAME).filter(|_| named(self.method));
            let is_encoded = name.is_some_and(|name| name.starts_with(b"=?base64?"));
            // A tool may want more headers, and the extension for tasks too.
            let is_all = !is_about_task(self.method)
                && (is_encoded || self.method != Some(Method::ToolsCall));
            let encoded = if is_encoded { Encoded::Yes } else { Encoded::No };
            self.right_headers = is_all.then_some(encoded);
            return;
        };
        let rule = error.data.as_ref().and_then(|data| data.get("rule")).and_then(Value::as_str);
        let at = EXCHANGE_RULES.iter().position(|id| Some(*id) == rule);
        let Some(rule) = at.map(|at| Exchange::ALL[at]) else { return };
        if is_about_name(rule) && !named(self.method) {
            return;
        }
        let field = match rule {
            Exchange::HeaderVersionMissing | Exchange::HeaderVersionDiffers => PROTOCOL_VERSION,
            Exchange::HeaderMethodMissing | Exchange::HeaderMethodDiffers => METHOD,
            _ => NAME,
        };
        let advice = "Repeat in the headers what the body says.";
        client(desk, head, field, rule, error.message, advice);
        self.broken_header = Some(rule);
    }
}

impl Posted {
    /// Judges the headers that mirror arguments of a tool.
    pub(crate) fn params(
        &mut self,
        desk: &mut Desk,
        head: &Head,
        request: &Request<'_>,
        mirrored: &[HeaderParam],
    ) {
        let names: Vec<&str> = mirrored.iter().map(|param| &*param.header).collect();
        if mirrored.is_empty() || !head.knows(&names) {
            return;
        }
        for rule in [Exchange::ParamMirror, Exchange::ParamAbsent] {
            desk.evidence.occasion(rule);
        }
        let Err(error) = check_params(mirrored, request.params.arguments, head) else { return };
        let broken = error.data.as_ref().and_then(|data| data.get("rule")).and_then(Value::as_str);
        let (rule, served) = match broken.unwrap_or_default() {
            "xhdr-mirror" => (Exchange::ParamMirror, Exchange::ParamMissingServed),
            "xhdr-absent-omit" => (Exchange::ParamAbsent, Exchange::ParamServed),
            "xhdr-server-body-match" => (Exchange::ParamMirror, Exchange::ParamServed),
            "xhdr-value-base64" => (Exchange::ParamEncoding, Exchange::ParamCharactersServed),
            _ => return,
        };
        let advice = "Repeat in `Mcp-Param` headers what the annotated arguments say.";
        client(desk, head, "", rule, error.message, advice);
        self.broken_param = Some(served);
    }
}

const MIRRORED: [Exchange; 4] = [
    Exchange::HeaderVersionMissing,
    Exchange::HeaderVersionDiffers,
    Exchange::HeaderMethodMissing,
    Exchange::HeaderMethodDiffers,
];

fn is_about_name(rule: Exchange) -> bool {
    matches!(
        rule,
        Exchange::HeaderNameMissing | Exchange::HeaderNameDiffers | Exchange::HeaderEncoding
    )
}

/// Whether the core asks for the name of what a request is about; the extension for tasks does
/// too, but the core does not know it.
fn named(method: Option<Method>) -> bool {
    matches!(method, Some(Method::ToolsCall | Method::PromptsGet | Method::ResourcesRead))
}

fn accept(desk: &mut Desk, head: &Head) {
    let advice = "Send `Accept: application/json, text/event-stream`.";
    let rule = Exchange::HttpAccept;
    if head.lacks("accept") {
        let seen = "There is no `Accept`.".to_owned();
        return client(desk, head, "accept", rule, seen, advice);
    }
    if head.first("accept").is_none() {
        return;
    }
    let taken = Accept::of(head);
    match (taken.json, taken.stream) {
        (true, true) => desk.evidence.occasion(rule),
        (json, _) => {
            let missing = if json { "text/event-stream" } else { "application/json" };
            let seen = format!("`Accept` does not list `{missing}`.");
            client(desk, head, "accept", rule, seen, advice);
        }
    }
}

fn request_type(desk: &mut Desk, head: &Head) {
    let rule = Exchange::HttpRequestType;
    let value = head.first("content-type");
    if value.is_some_and(is_json) {
        return desk.evidence.occasion(rule);
    }
    if value.is_some() || head.lacks("content-type") {
        let seen = "The body is not labelled as JSON.".to_owned();
        let advice = "Send `Content-Type: application/json`.";
        client(desk, head, "content-type", rule, seen, advice);
    }
}

pub(super) fn client(
    desk: &mut Desk,
    head: &Head,
    field: &str,
    rule: Exchange,
    seen: String,
    advice: &'static str,
) {
    let place = (Party::Client, head.at(Direction::ClientToServer, field));
    let finding = desk.broken(rule, Revision::LATEST, place, (seen, advice));
    desk.add(finding);
}
