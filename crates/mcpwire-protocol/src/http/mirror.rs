//! The headers that say what the body says, as a client writes them.
//!
//! Specification: `basic/transports/streamable-http#standard-mcp-request-headers` and
//! `#custom-headers-from-tool-parameters`.

use std::borrow::Cow;

use super::annotation::HeaderParam;
use super::header::{METHOD, NAME, PROTOCOL_VERSION, named_member};
use super::value::encode;
use crate::json::{Kind, Text};
use crate::jsonrpc::{Incoming, Params};
use crate::method::Method;

/// The headers that mirror a request or a notification of the modern lifecycle, name and value:
/// its version, its method, its name, and the arguments that `params` names, which are those of
/// the tool that is called ([`header_params`](super::header_params)).
///
/// What is no such message, or lacks a member, has no header for it.
pub fn mirror(message: &Incoming<'_>, params: &[HeaderParam]) -> Vec<(String, String)> {
    let (method, its) = match message {
        Incoming::Request(request) => (request.method(), &request.params),
        Incoming::Notification(notice) => (notice.method(), &notice.params),
        Incoming::Response(_) | Incoming::Malformed(_) => return Vec::new(),
    };
    let mut headers = Vec::new();
    let mut add = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
    if let Some(version) = its.meta.protocol_version.and_then(Text::as_string) {
        add(PROTOCOL_VERSION, &version);
    }
    add(METHOD, &method);
    let known = Method::named(&method);
    if let Some(name) = known.and_then(named_member).and_then(|it| named(its, it)) {
        add(NAME, &encode(&name));
    }
    if known == Some(Method::ToolsCall) {
        for param in params {
            if let Some(value) = argument(its.arguments, param) {
                add(&param.header, &encode(&value));
            }
        }
    }
    headers
}

fn named<'a>(params: &Params<'a>, member: &str) -> Option<Cow<'a, str>> {
    params.get(member).and_then(Text::as_string)
}

/// An argument as its header has it; none for one that is absent or `null`, and for what the
/// tool's schema will refuse.
fn argument<'a>(arguments: Option<Text<'a>>, param: &HeaderParam) -> Option<Cow<'a, str>> {
    let mut value = arguments?;
    for name in &param.path {
        value = value.get(name)?;
    }
    match value.kind() {
        Kind::String => value.as_string(),
        Kind::Boolean => Some(Cow::Borrowed(value.as_str())),
        Kind::Number => Some(decimal(value.as_str())),
        Kind::Null | Kind::Array | Kind::Object => None,
    }
}

/// The largest integer that every reader has exactly.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// A number in decimal: `7.0` and `70e-1` are `7`. What is no such integer stays as it is spelled,
/// for the server to refuse.
fn decimal(spelled: &str) -> Cow<'_, str> {
    let is_plain = spelled.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match spelled.parse::<f64>() {
        Ok(number) if !is_plain && number.fract() == 0.0 && number.abs() <= SAFE => {
            // No sign for a zero.
            Cow::Owned(format!("{:.0}", number + 0.0))
        }
        _ => Cow::Borrowed(spelled),
    }
}
