use std::borrow::Cow;

use super::code::ErrorCode;
use super::fault::Fault;
use super::id::{Id, IdKind};
use super::params::Params;
use super::parse::{self, ParseLimits};
use crate::json::Text;

/// What a message is, by its members.
///
/// Specification: `basic/index#messages`.
#[derive(Debug)]
pub enum Incoming<'a> {
    /// `method` with an id: an answer is due.
    Request(Request<'a>),
    /// `method` without an id: no answer may be given.
    Notification(Notification<'a>),
    /// `result` or `error`.
    Response(Response<'a>),
    /// Anything else, from half a message to noise.
    Malformed(Box<Malformed<'a>>),
}

/// A request.
#[derive(Debug)]
pub struct Request<'a> {
    /// The whole message, without a byte order mark.
    pub text: &'a str,
    /// The id, to be repeated as spelled.
    pub id: Id<'a>,
    /// The method's name, a string; compare with [`Request::is`], decode with [`Request::method`].
    pub method: Text<'a>,
    /// The parameters.
    pub params: Params<'a>,
}

/// A notification.
#[derive(Debug)]
pub struct Notification<'a> {
    /// The whole message, without a byte order mark.
    pub text: &'a str,
    /// The method's name, a string.
    pub method: Text<'a>,
    /// The parameters.
    pub params: Params<'a>,
}

/// The answer to a request.
#[derive(Debug)]
pub struct Response<'a> {
    /// The whole message, without a byte order mark.
    pub text: &'a str,
    /// The id of the request; `None` only for an error whose request could not be read (absent,
    /// or `null` as older peers write it: [`Response::id_kind`] tells).
    pub id: Option<Id<'a>>,
    /// What stands in the `id` member.
    pub id_kind: IdKind,
    /// The result or the error.
    pub outcome: Outcome<'a>,
}

/// What a response holds.
#[derive(Debug)]
pub enum Outcome<'a> {
    /// The result, an object.
    Result(Text<'a>),
    /// The error.
    Error(ErrorObject<'a>),
}

/// The `error` member of a response.
#[derive(Debug)]
pub struct ErrorObject<'a> {
    /// The whole object.
    pub text: Text<'a>,
    /// The code. Codes beyond 64 bits are reported as malformed.
    pub code: ErrorCode,
    /// The message, decoded.
    pub message: Cow<'a, str>,
    /// The data, if the member is there (it may be `null`).
    pub data: Option<Text<'a>>,
}

/// Bytes that are no valid message, with as much as could be read of them.
#[derive(Debug)]
pub struct Malformed<'a> {
    /// The bytes as they came, without a byte order mark, like the `text` of the others; places are
    /// counted from their start.
    pub bytes: &'a [u8],
    /// The first thing that is wrong, by the order of refusals.
    pub fault: Fault,
    /// The id, where it could be read and may be echoed.
    pub id: Option<Id<'a>>,
    /// What stands in the `id` member, as far as the text could be read.
    pub id_kind: IdKind,
    /// The `method` member, where it could be read.
    pub method: Option<Text<'a>>,
    /// Whether the text is JSON at all.
    pub is_json: bool,
}

impl Malformed<'_> {
    /// Whether this is a response or a notification that is well-formed, but nested too deeply for
    /// the receiver: it must not be answered.
    pub fn is_unasked_answer_or_notice(&self) -> bool {
        let is_notice = self.method.is_some() && self.id_kind == IdKind::Absent;
        let is_answer = self.method.is_none() && self.id.is_some();
        self.is_json && self.fault.rule.as_str() == "limit-depth" && (is_notice || is_answer)
    }
}

impl<'a> Incoming<'a> {
    /// Classifies any bytes, with the default limits. Never fails and never panics: what is wrong
    /// becomes [`Incoming::Malformed`]. The bytes are one message without its line end.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Self {
        parse::parse(bytes, &ParseLimits::default())
    }

    /// Classifies any bytes, with limits of the caller's.
    #[inline]
    pub fn parse_with(bytes: &'a [u8], limits: &ParseLimits) -> Self {
        parse::parse(bytes, limits)
    }

    /// The id that an answer would repeat.
    pub fn id(&self) -> Option<Id<'a>> {
        match self {
            Incoming::Request(request) => Some(request.id),
            Incoming::Notification(_) => None,
            Incoming::Response(response) => response.id,
            Incoming::Malformed(malformed) => malformed.id,
        }
    }

    /// The method's name, decoded, where there is one.
    pub fn method(&self) -> Option<Cow<'a, str>> {
        match self {
            Incoming::Request(request) => Some(request.method()),
            Incoming::Notification(notification) => Some(notification.method()),
            Incoming::Response(_) => None,
            Incoming::Malformed(malformed) => malformed.method.map(decoded),
        }
    }
}

impl<'a> Request<'a> {
    /// The method's name, decoded.
    pub fn method(&self) -> Cow<'a, str> {
        decoded(self.method)
    }

    /// Whether this is the method `name`.
    pub fn is(&self, name: &str) -> bool {
        self.method.is_string(name)
    }
}

impl<'a> Notification<'a> {
    /// The method's name, decoded.
    pub fn method(&self) -> Cow<'a, str> {
        decoded(self.method)
    }

    /// Whether this is the method `name`.
    pub fn is(&self, name: &str) -> bool {
        self.method.is_string(name)
    }
}

/// A string's value, or its spelling where it is no Unicode text (and thus no known name).
fn decoded(text: Text<'_>) -> Cow<'_, str> {
    text.as_string().unwrap_or(Cow::Borrowed(text.as_str()))
}
