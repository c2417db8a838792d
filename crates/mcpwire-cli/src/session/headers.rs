//! The head that a message demands over HTTP.

use std::collections::HashMap;

use http::header::{ACCEPT, CONTENT_TYPE, HOST, HeaderName, HeaderValue};
use http::{HeaderMap, Uri};
use mcpwire_protocol::http::{
    HeaderParam, METHOD, NAME, PROTOCOL_VERSION, SESSION_ID, encode, header_params, named_member,
};
use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{Incoming, Outcome, Params};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::revision::Revision;

use super::http::Request;

/// What was learned of the server that later requests have to say.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The session that a handshake has opened.
    pub session: Option<HeaderValue>,
    /// The version that it has agreed on.
    version: Option<String>,
    /// The arguments of tools that are mirrored.
    mirrored: HashMap<String, Vec<HeaderParam>>,
}

impl Facts {
    /// The request that carries this message.
    pub(super) fn request(&self, url: &Uri, body: &str) -> Request {
        let mut request = Request::new(body.to_owned());
        *request.uri_mut() = url.clone();
        *request.method_mut() = http::Method::POST;
        let headers = request.headers_mut();
        if let Some(authority) = url.authority() {
            let host = authority.as_str().rsplit('@').next().unwrap_or_default();
            put(headers, HOST, host);
        }
        if !body.is_empty() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            let both = HeaderValue::from_static("application/json, text/event-stream");
            headers.insert(ACCEPT, both);
        }
        self.mirror(body, headers);
        request
    }

    /// Writes what a message says of itself, or most likely means to say.
    fn mirror(&self, body: &str, headers: &mut HeaderMap) {
        let incoming = Incoming::parse(body.as_bytes());
        let (method, params) = match &incoming {
            Incoming::Request(request) => (request.method().into_owned(), request.params),
            Incoming::Notification(it) => (it.method().into_owned(), it.params),
            _ => (quoted_behind(body, r#""method":"#).unwrap_or_default(), Params::default()),
        };
        let version = params.meta.protocol_version.and_then(Text::as_string);
        let is_handshake = method == "initialize" || (version.is_none() && self.version.is_some());
        if is_handshake {
            if let Some(version) = self.version.as_deref().filter(|_| method != "initialize") {
                put(headers, HeaderName::from_static(PROTOCOL_VERSION), version);
            }
            if let Some(session) = self.session.as_ref().filter(|_| method != "initialize") {
                headers.insert(HeaderName::from_static(SESSION_ID), session.clone());
            }
            return;
        }
        let newest = Revision::LATEST.as_str();
        let version = version.as_deref().unwrap_or(newest);
        put(headers, HeaderName::from_static(PROTOCOL_VERSION), version);
        if method.is_empty() {
            return;
        }
        put(headers, HeaderName::from_static(METHOD), &method);
        let member = Method::named(&method).and_then(named_member);
        if let Some(name) = member.and_then(|it| params.get(it)).and_then(Text::as_string) {
            put(headers, HeaderName::from_static(NAME), &encode(&name));
            self.mirror_arguments(&name, &params, headers);
        }
    }

    fn mirror_arguments(&self, tool: &str, params: &Params<'_>, headers: &mut HeaderMap) {
        for param in self.mirrored.get(tool).into_iter().flatten() {
            let mut value = params.arguments;
            for name in &param.path {
                value = value.and_then(|it| it.get(name));
            }
            let Some(value) = value else { continue };
            let text = match value.kind() {
                Kind::String => value.as_string().map(|text| encode(&text).into_owned()),
                Kind::Number | Kind::Boolean => Some(value.as_str().to_owned()),
                Kind::Null | Kind::Object | Kind::Array => None,
            };
            if let (Some(text), Ok(name)) = (text, HeaderName::try_from(param.header.as_str())) {
                put(headers, name, &text);
            }
        }
    }

    /// Takes in what a message of the server says that later requests have to repeat.
    pub(super) fn learn(&mut self, message: &[u8]) {
        let Incoming::Response(response) = Incoming::parse(message) else { return };
        let Outcome::Result(result) = response.outcome else { return };
        let version = result.get("protocolVersion").and_then(Text::as_string);
        if let Some(version) = version {
            self.version = Some(version.into_owned());
        }
        for tool in result.get("tools").map(Text::elements).into_iter().flatten() {
            let name = tool.get("name").and_then(Text::as_string);
            let schema = tool.get("inputSchema").map(|it| serde_json::from_str(it.as_str()));
            if let (Some(name), Some(Ok(schema))) = (name, schema)
                && let Ok(params) = header_params(&schema)
            {
                self.mirrored.insert(name.into_owned(), params);
            }
        }
    }
}

/// Whether an answer is a stream of events.
pub(super) fn is_event_stream(headers: &HeaderMap) -> bool {
    let media = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = media.and_then(|text| text.split(';').next()).unwrap_or_default();
    media.trim().eq_ignore_ascii_case("text/event-stream")
}

/// The value of a member, in a text that need not be JSON.
fn quoted_behind(text: &str, name: &str) -> Option<String> {
    let (_, rest) = text.split_once(name)?;
    rest.strip_prefix('"')?.split('"').next().map(str::to_owned)
}

/// What no header can hold is left out.
fn put(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}
